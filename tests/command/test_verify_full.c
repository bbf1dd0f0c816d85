/* Every planted kernel, strategy at the quick level and emulated operation, and a hanging driver. ctest
   label: full */
#include "cases/case.h"
#include "support/one_command.h"
#include "support/suite.h"
#include "records/record.h"
#include <signal.h>
#include <stdlib.h>

static bool told_caught(const char *algorithm, const char *strategy) {
    char name[128];
    snprintf(name, sizeof name, "%s/%s ", algorithm, strategy);
    for (const char *line = c.out; line; line = strchr(line, '\n')) {
        if (*line == '\n') line++;
        const size_t length = strcspn(line, "\n");
        const char *const told = strstr(line, "planted, and caught");
        if (strncmp(line, name, strlen(name)) == 0 && told && told < line + length) return true;
    }
    return false;
}

static bool is_wrong(const xl__strategy *strategy) {
    return (strategy->flags & XL__WRONG) != 0;
}

/* CROSSLANE_TEST_PART=K/N: every N-th algorithm from K on, from 0. */
static bool is_in_part(int algorithm) {
    const char *const part = getenv("CROSSLANE_TEST_PART");
    int turn = 0, turns = 1;
    if (part)
        ck_assert_msg(sscanf(part, "%d/%d", &turn, &turns) == 2 && turns > 0, "CROSSLANE_TEST_PART=%s", part);
    return algorithm % turns == turn;
}

AROUND(enter, leave);

/* One command for planted bugs that show at 8 lanes; others have their own. A busy machine must skip no size:
   only that one might show the bug. */
TEST(each_planted_kernel) {
    int planted = 0;
    for (int a = 0; tool_cases[a]; a++) {
        const xl__algorithm *const algorithm = tool_cases[a]->algorithm;
        const xl__strategy *const all = algorithm->strategies;
        if (!is_in_part(a)) continue;
        bool caught[64] = {false};
        ck_assert_int_le(algorithm->strategy_count, 64);
        command_run(&c, "verify %s --plant '*' --device 0 --width 8 --max-launch 60", algorithm->name);
        if (c.status != 3) command_expect(&c, 0); /* 3: no bug can show at that width */
        for (int s = 0; s < algorithm->strategy_count; s++)
            caught[s] = is_wrong(&all[s]) && told_caught(algorithm->name, all[s].name);
        for (int s = 0; s < algorithm->strategy_count; s++) {
            static const int more[] = {64, 128};
            if (!is_wrong(&all[s])) continue;
            for (int w = 0; w < 2 && !caught[s]; w++) {
                command_run(&c, "verify %s --plant %s --device 0 --width %d", algorithm->name, all[s].name,
                            more[w]);
                caught[s] = c.status == 0 && told_caught(algorithm->name, all[s].name);
            }
            ck_assert_msg(caught[s], "%s/%s was not caught: %s", algorithm->name, all[s].name, c.out);
            planted++;
        }
    }
    ck_assert_int_ge(planted, 20);
}

LOOP_TEST(every_strategy, !getenv("CROSSLANE_PAIRS_MET")) {
    for (int a = 0; tool_cases[a]; a++) {
        crosslane(0, "verify %s --device 0 --width 8 --force --json %s", tool_cases[a]->algorithm->name,
                  scratch_path("r.json"));
        out_has(" 0 wrong, 0 failed");
        xl_error error = {0};
        ck_assert_msg(tool_results_check_file(scratch_path("r.json"), &error) == XL_SUCCESS, "%s",
                      error.text);
    }
}

TEST(a_probe_at_one_width) {
    crosslane(0, "probe --device 0 --backend local --width 4 --json %s", scratch_path("p.json"));
    out_has("emulated", "--all lists each");
    int lines = 0;
    for (const char *at = c.out; (at = strchr(at, '\n')) != NULL; at++) lines++;
    ck_assert_int_le(lines, 30);
    ck_assert_ptr_null(strstr(c.out, "WRONG"));
    xl_error error = {0};
    ck_assert_msg(tool_results_check_file(scratch_path("p.json"), &error) == XL_SUCCESS, "%s", error.text);
}

TEST(a_worker_that_hangs_costs_one_row) {
    command_start(
        &c, "verify lerp/serial --device 0 --set shape=3x20 --repeat 1000 --timeout 15 --quiet --json %s",
        scratch_path("r.json"));
    size_t rows = 0;
    while (command_is_running(&c) && rows < 1) {
        command_pause();
        json_t *const document = json_load_file(scratch_path("r.json"), 0, NULL);
        rows = json_array_size(json_object_get(document, "records"));
        json_decref(document);
    }
    for (int i = 0; i < 20; i++) command_pause(); /* well into the next row, also on a busy machine */
    const pid_t worker = command_worker(&c);
    ck_assert_int_gt(worker, 0);
    kill(worker, SIGSTOP);
    command_wait(&c);
    command_expect(&c, 4);
    out_has("no answer for 15 s", " 1 failed");
    ck_assert_int_ne(kill(worker, 0), 0);
    xl_error error = {0};
    ck_assert_msg(tool_results_check_file(scratch_path("r.json"), &error) == XL_SUCCESS, "%s", error.text);
}
