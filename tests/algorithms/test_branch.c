/* branch where the answer is known: values of a program of other origin, and which sub-groups take the cheap
 * way. */
#include "support/place.h"
#include "support/suite.h"
#include <stdio.h>

enum { N = 61, BUFFER = 64, UNTOUCHED = 0x5eed };

/* Runs n elements in sub-groups of 8, work-groups of 16; returns the shortcuts, -1 where none are counted. */
static double run(const char *strategy, const char *settings, size_t n, const uint32_t *x, uint32_t *y) {
    char text[160];
    uint32_t before[BUFFER];
    for (size_t i = 0; i < BUFFER; i++) before[i] = UNTOUCHED;
    snprintf(text, sizeof text, "n=%d group=16 %s", BUFFER, settings);
    const xl_plan_request request = {
        .algorithm = "branch", .strategy = strategy, .backend = "local", .width = 8, .settings = text};
    cl_mem in = sample_buffer(&place, BUFFER, x), out = sample_buffer(&place, BUFFER, before);
    const xl_array arrays[] = {{"x", in, 0}, {"y", out, 0}};
    const xl_scalar scalars[] = {{"n", (double)n}};
    const xl_launch launch = {.arrays = arrays, .array_count = 2, .scalars = scalars, .scalar_count = 1};
    const double shortcuts = sample_run(&place, &request, &launch, "shortcuts");
    sample_read(&place, out, 0, BUFFER, y);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    return shortcuts;
}

static const char *const strategies[] = {"plain", "select", "vote", "vote_group"};

/* By a program in Python, in whole numbers. Of -1 the 64 rounds, the others have fewer. */
static const struct {
    const char *settings;
    uint32_t x, y;
} known[] = {
    {"rounds=1 threshold=1", 0, 0x01fce552},
    {"rounds=2 threshold=1", 0, 0xa0117be9},
    {"rounds=1 threshold=2", 1, 0x9f505634},
    {"rounds=3 threshold=1000", 999, 0xe2daad38},
    {"rounds=64 threshold=4294967296", 0xffffffff, 0xe6b1371c},
    {"rounds=64 threshold=4294967295", 0xffffffff, 0},
    {"rounds=0 threshold=1000", 999, 999},
    {"rounds=3 threshold=999", 999, 0xfffffc18},
    {"rounds=3 threshold=0", 0, 0xffffffff},
};

AROUND(open_place, close_place);

EACH_TEST(values_are_the_known_ones, known) {
    uint32_t x[BUFFER], y[BUFFER];
    for (size_t i = 0; i < BUFFER; i++) x[i] = known[_i].x;
    for (size_t s = 0; s < sizeof strategies / sizeof *strategies; s++) {
        run(strategies[s], known[_i].settings, N, x, y);
        for (size_t i = 0; i < BUFFER; i++)
            ck_assert_msg(y[i] == (i < N ? known[_i].y : UNTOUCHED), "%s, %s, element %zu: 0x%08x",
                          strategies[s], known[_i].settings, i, y[i]);
    }
}

/* Costly are an element of sub-group 2, one of sub-group 5, and the last one that there is, of sub-group 7.
 */
TEST(shortcuts_are_counted) {
    static const char *const mixed[] = {"mixed=branch rounds=2 threshold=5",
                                        "mixed=select rounds=2 threshold=5"};
    uint32_t x[BUFFER], y[BUFFER];
    for (size_t i = 0; i < BUFFER; i++) x[i] = i == 16 || i == 47 || i == 60 ? 0 : 5;
    for (int m = 0; m < 2; m++) {
        ck_assert_double_eq(run("vote", mixed[m], N, x, y), 5);
        for (size_t i = 0; i < N; i++) ck_assert_uint_eq(y[i], x[i] == 0 ? 0xa0117be9 : 0xfffffffa);
        /* Work-groups 1, 2 and 3 hold them: of 0 both sub-groups take the cheap way. */
        ck_assert_double_eq(run("vote_group", mixed[m], N, x, y), 2);
        for (size_t i = 0; i < N; i++) ck_assert_uint_eq(y[i], x[i] == 0 ? 0xa0117be9 : 0xfffffffa);
    }
    /* The last costly one is not there: lanes past the end have no say. */
    ck_assert_double_eq(run("vote", mixed[0], N - 1, x, y), 6);
    ck_assert_double_eq(run("vote_group", mixed[0], N - 1, x, y), 4);
    ck_assert_double_eq(run("plain", "rounds=2 threshold=5", N, x, y), -1);
}
