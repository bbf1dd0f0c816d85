/* `crosslane compare` on files of `inspect --json`. */
#define _XOPEN_SOURCE 700
#include "support/scratch.h"
#include "support/command.h"
#include "support/suite.h"

static command c;

static void leave(void) {
    command_free(&c);
    scratch_remove();
}

#define KERNEL(name, instructions, spills)                                                                   \
    "{\"kernel\":\"" name "\",\"program\":0,\"instructions\":" #instructions ",\"spills\":" #spills          \
    ",\"scalar_registers\":null,\"occupancy\":8}"
#define ENTRY(name, target, width, kernels)                                                                  \
    "{\"name\":\"" name "\",\"settings\":\"\",\"target\":\"" target "\",\"width\":" #width                   \
    ",\"compiler\":\"cc 1\",\"reason\":null,\"kernels\":[" kernels "]}"
#define DOCUMENT(entries) "{\n \"inspect\": 1, \"tool\": {}, \"inspections\": [" entries "]}"

static void put(const char *name, const char *text) {
    scratch_write(name, text, strlen(text));
}

static void compare(const char *a, const char *b, const char *words) {
    command_run(&c, "compare %s %s %s", scratch_path(a), b[0] ? scratch_path(b) : "", words);
}

AROUND(scratch_make, leave);

TEST(before_and_after) {
    put("a.json", DOCUMENT(ENTRY("scan/x", "gfx1030", 32, KERNEL("one", 100, 0) "," KERNEL("two", 7, 0))));
    put("b.json", DOCUMENT(ENTRY("scan/x", "gfx1030", 32, KERNEL("one", 80, 4) "," KERNEL("two", 7, 0))));
    compare("a.json", "b.json", "");
    command_expect(&c, 0);
    command_has(&c, c.out, "a.json: scan/x, gfx1030, 32 lanes; cc 1\n");
    command_has(&c, c.out,
                "\none\nnumber                       A       B   B - A\n"
                "instructions               100      80     -20\n"
                "spills                       0       4      +4\n");
    command_has(&c, c.out, "\n1 of 2 kernels differ\n");
    ck_assert_ptr_null(strstr(c.out, "two\n"));
    ck_assert_ptr_null(strstr(c.out, "occupancy"));
    compare("a.json", "a.json", "");
    command_expect(&c, 0);
    command_has(&c, c.out, "\n0 of 2 kernels differ\n");
}

/* An unknown number has no difference. */
TEST(two_targets) {
    static const char other[] =
        ENTRY("scan/x", "tgllp", 16, "{\"kernel\":\"one\",\"instructions\":30,\"scalar_registers\":9}");
    char both[2048];
    snprintf(both, sizeof both, DOCUMENT("%s,%s"), ENTRY("scan/x", "gfx1030", 32, KERNEL("one", 100, 0)),
             other);
    put("both.json", both);
    compare("both.json", "", "");
    command_expect(&c, 0);
    command_has(&c, c.out, "both.json: one, scan/x, gfx1030, 32 lanes; cc 1\n");
    command_has(&c, c.out, "both.json: one, scan/x, tgllp, 16 lanes; cc 1\n");
    command_has(&c, c.out, "instructions               100      30     -70\n");
    command_has(&c, c.out, "scalar_registers             -       9       -\n");
    snprintf(both, sizeof both, DOCUMENT("%s"), other);
    put("b.json", both);
    put("a.json", DOCUMENT(ENTRY("scan/y", "gfx1030", 32, KERNEL("other", 100, 0))));
    compare("a.json", "b.json", "");
    command_expect(&c, 0);
    command_has(&c, c.out, "1 of 1 kernels differ");
}

/* Unmatched kernels are named. */
TEST(matches_kernels_by_target) {
    put("a.json", DOCUMENT(ENTRY("scan/x", "gfx1030", 32,
                                 KERNEL("one", 1, 0)) "," ENTRY("scan/x", "tgllp", 16, KERNEL("one", 2, 0))));
    put("b.json",
        DOCUMENT(ENTRY("scan/x", "tgllp", 16, KERNEL("one", 5, 0)) "," ENTRY(
            "scan/x", "tgllp", 8,
            KERNEL("one", 9, 0)) ",{\"name\":\"scan/x\",\"target\":\"sm_90\",\"width\":32,\"reason\":\"no "
                                 "ptxas\",\"kernels\":[]}"));
    compare("a.json", "b.json", "");
    command_expect(&c, 0);
    command_has(&c, c.out,
                "tgllp, 16 lanes\nnumber                       A       B   B - A\ninstructions               "
                "  2       5      +3\n");
    command_has(&c, c.out, "A only: gfx1030, 32 lanes\nB only: tgllp, 8 lanes\n");
    command_has(&c, c.out, "not in B: scan/x for sm_90: no ptxas\n");
    compare("a.json", "b.json", "'scan/*' --width 16");
    command_has(&c, c.out, "1 of 1 kernels differ");
    ck_assert_ptr_null(strstr(c.out, "alone"));
    compare("a.json", "b.json", "lerp");
    command_refused(&c, 3, "under these names and widths, so there is nothing to compare", NULL);
}

TEST(refuses) {
    put("a.json", DOCUMENT(ENTRY("scan/x", "gfx1030", 32, KERNEL("one", 1, 0))));
    put("two.json", DOCUMENT(ENTRY("scan/x", "gfx1030", 32, KERNEL("two", 1, 0) "," KERNEL("three", 1, 0))));
    compare("a.json", "two.json", "");
    command_refused(&c, 3, "the files have no kernel in common, so there is nothing to compare", NULL);
    compare("a.json", "", "");
    command_refused(&c, 2, "a.json has one target", NULL);
    compare("a.json", "a.json", "--fail-slower 5%");
    command_refused(&c, 2, "--fail-slower is for results files", NULL);
    command_run(&c, "compare %s %s %s", scratch_path("a.json"), scratch_path("a.json"),
                scratch_path("a.json"));
    command_refused(&c, 2, "3 files of 'inspect --json' are too many; name two", NULL);
    compare("a.json", "none.json", "");
    command_refused(&c, 2, "none.json: No such file", NULL);
    command_run(&c, "compare %s %s", scratch_path("a.json"),
                XL_TEST_SOURCE_DIR "/bench/results/nvidia-h200/mips.json");
    command_refused(&c, 2, "mips.json: inspect: expected 1", NULL);
    static const char *const bad[][2] = {
        {"{\"inspect\": 1, \"inspections\": [", "b.json: line 1 column"},
        {"{\"inspect\": 2, \"inspections\": []}", "b.json: inspect: expected 1"},
        {"{\"inspect\": 1, \"inspections\": {}}", "b.json: inspections: expected a list"},
        {"{\"inspect\": 1, \"inspections\": [{\"name\": 3}]}",
         "b.json: inspections[0].name: expected a text"},
        {DOCUMENT(ENTRY("scan/x", "gfx1030", 32, KERNEL("one", 1, -1))),
         "inspections[0].kernels[0].spills: expected a whole number"},
        {DOCUMENT(ENTRY("scan/x", "gfx1030", 32, KERNEL("one", "many", 1))),
         "kernels[0].instructions: expected a whole number"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        put("b.json", bad[i][0]);
        compare("a.json", "b.json", "");
        command_refused(&c, 2, bad[i][1], NULL);
    }
}
