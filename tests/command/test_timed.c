/* What bench times is what a user runs: nothing is counted in it, and its results are compared. */
#define _XOPEN_SOURCE 700
#include "support/scratch.h"
#include "support/command.h"

Suite *suite_timed(void);

static command c;
static void free_command(void) {
    command_free(&c);
}

/* A kernel that is right where it counts its measures, and wrong where it does not. */
START_TEST(what_is_timed_counts_nothing) {
    static const char from[] = "return ~v;", to[] = "return ~v + (MEASURES ? 0u : 1u);";
    const char *const folder = scratch_path("mine");
    command_run(&c, "copy branch %s", folder);
    command_expect(&c, 0);
    size_t size = 0;
    char *const text = scratch_read("mine/branch/branch.h", &size);
    const char *const at = strstr(text, from);
    ck_assert_ptr_nonnull(at);
    char *const edited = malloc(size + sizeof to);
    ck_assert_ptr_nonnull(edited);
    snprintf(edited, size + sizeof to, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    scratch_write("mine/branch/branch.h", edited, strlen(edited));
    free(edited);
    free(text);
    static const char problem[] = "branch/vote --device 0 --width 4 --set n=64 --set threshold=0";
    command_run(&c, "verify %s --kernel-dir %s", problem, scratch_path("mine"));
    command_expect(&c, 0);
    command_run(&c, "bench %s --samples 3 --min-time 0 --kernel-dir %s", problem, scratch_path("mine"));
    command_expect(&c, 1);
    command_has(&c, c.out, "WRONG: branch/vote");
    command_run(&c, "bench %s --samples 3 --min-time 0", problem);
    command_expect(&c, 0);
}
END_TEST

/* The widths that `text`, a results file, has rows of. */
static int widths_in(const char *text) {
    int count = 0;
    for (int width = 1; width <= 128; width *= 2) {
        char field[40];
        snprintf(field, sizeof field, "\"width_requested\":%d,", width);
        count += strstr(text, field) != NULL;
    }
    return count;
}

/* On a processor `run` compiles for three widths at most, and for what --width names. */
START_TEST(run_takes_few_widths) {
    static const struct {
        const char *options;
        int least, most;
    } tries[] = {{"", 1, 3}, {"--width 1,2,4,8", 4, 4}};
    for (int i = 0; i < 2; i++) {
        command_run(&c,
                    "run branch/vote --device 0 --set n=64 --samples 3 --min-time 0 %s --force --out-dir %s",
                    tries[i].options, scratch_path("out"));
        command_expect(&c, 0);
        size_t size = 0;
        char *const text = scratch_read("out/results.json", &size);
        const int widths = widths_in(text);
        ck_assert_msg(tries[i].least <= widths && widths <= tries[i].most, "'%s': %d widths",
                      tries[i].options, widths);
        free(text);
    }
}
END_TEST

Suite *suite_timed(void) {
    Suite *const suite = suite_create("timed");
    TCase *const tests = tcase_create("timed");
    tcase_add_checked_fixture(tests, scratch_make, scratch_remove);
    tcase_add_checked_fixture(tests, NULL, free_command);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, what_is_timed_counts_nothing);
    tcase_add_test(tests, run_takes_few_widths);
    suite_add_tcase(suite, tests);
    return suite;
}
