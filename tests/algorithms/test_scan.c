/* scan: known sequences, the recurrence of lerp, a look-back that must fall back, and its ability. */
#include "caps/able.h"
#include "expected/expected.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* n of the plan's `most` elements, `words` words in all. Returns the named measure, or -1. */
static double run(const char *strategy, xl_type type, int width, const char *settings, size_t most, size_t n,
                  const void *x, size_t words, uint32_t *y, const char *measured) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    char text[160];
    snprintf(text, sizeof text, "n=%zu %s", most, settings);
    const xl_plan_request request = {
        .algorithm = "scan", .strategy = strategy, .type = type, .width = width, .settings = text};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    cl_mem in = sample_buffer(&place, words, x), out = sample_buffer(&place, words, NULL);
    const xl_array arrays[] = {{"x", in, 0}, {"y", out, 0}};
    const xl_scalar scalars[] = {{"n", (double)n}};
    const xl_launch launch = {
        .queue = place.queue, .arrays = arrays, .array_count = 2, .scalars = scalars, .scalar_count = 1};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    sample_read(&place, out, 0, words, y);
    xl_measure measure;
    double value = -1.0;
    for (size_t i = 0; xl_plan_get_measure(plan, place.queue, i, &measure, NULL) == XL_SUCCESS; i++)
        if (strcmp(measure.name, measured) == 0) value = measure.value;
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    xl_plan_free(plan);
    return value;
}

static const struct {
    const char *strategy;
    int width;
} ways[] = {{"loop", 0}, {"kogge_stone", 8}, {"builtin", 16}, {"lookback", 4}, {"fixed", 0}};

EXPECTED("scan")

GROUP("device");
AROUND_ALL(open_place, close_place);

/* 1 + 2 + ... + i is i (i + 1) / 2. */
EACH_TEST(sums_of_1_2_3_are_those_of_gauss, ways) {
    enum { MOST = 30000 };
    static const size_t sizes[] = {0, 1, 7, 4095, 4097, 29989};
    uint32_t *x = malloc(2 * MOST * sizeof *x), *y = x + MOST;
    ck_assert_ptr_nonnull(x);
    for (uint32_t i = 0; i < MOST; i++) x[i] = i + 1;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const uint32_t exclusive = (uint32_t)_i % 2; /* a driver takes seconds per program */
        memset(y, 0xee, MOST * sizeof *y);
        run(ways[_i].strategy, XL_U32, ways[_i].width, exclusive ? "kind=exclusive" : "", MOST, sizes[s], x,
            MOST, y, "");
        for (uint32_t i = 0; i < sizes[s]; i++) {
            const uint32_t last = exclusive ? i : i + 1;
            ck_assert_msg(y[i] == last * (last + 1) / 2, "%s, %zu elements, element %u: %u, not %u",
                          ways[_i].strategy, sizes[s], i, y[i], last * (last + 1) / 2);
        }
    }
    free(x);
}

/* 4096 blocks and two more: their totals are two blocks. */
TEST(blocks_of_totals_follow_each_other) {
    enum { COUNT = 4097 * 4096 + 1 };
    uint32_t *x = malloc(2 * (size_t)COUNT * sizeof *x), *y = x + COUNT;
    ck_assert_ptr_nonnull(x);
    for (uint32_t i = 0; i < COUNT; i++) x[i] = i;
    run("fixed", XL_U32, 0, "", COUNT, COUNT, x, COUNT, y, "");
    for (uint32_t i = 0, sum = 0; i < COUNT; i++)
        if (y[i] != (sum += i)) ck_abort_msg("element %u: %u, not %u", i, y[i], sum);
    free(x);
}

LOOP_TEST(the_scan_of_pairs_is_lerp, 2) {
    enum { COUNT = 1000000 };
    static const char *const strategies[] = {"kogge_stone", "lookback"};
    float *pairs = malloc(4 * (size_t)COUNT * sizeof *pairs), *y = pairs + 2 * (size_t)COUNT;
    uint32_t state = 99;
    double c = 0.0, worst = 0.0;
    ck_assert_ptr_nonnull(pairs);
    for (int i = 0; i < COUNT; i++) {
        state = state * 1664525u + 1013904223u;
        const float t = (float)(state >> 8) * 0x1p-24f * 0.1f; /* about 20 steps are remembered */
        state = state * 1664525u + 1013904223u;
        const float x = (float)(state >> 8) * 0x1p-24f;
        pairs[2 * i] = x * t;
        pairs[2 * i + 1] = 1.0f - t;
    }
    run(strategies[_i], XL_F32, 8, "operator=affine", COUNT, COUNT, pairs, 2 * (size_t)COUNT,
        (uint32_t *)(void *)y, "");
    for (int i = 0; i < COUNT; i++) {
        c = c * (double)pairs[2 * i + 1] + (double)pairs[2 * i];
        worst = fmax(worst, fabs((double)y[2 * i] - c));
    }
    /* A term keeps its weight for some hundred steps at most, each with two roundings of 2^-24. */
    ck_assert_msg(worst < 100 * 2 * 0x1p-24, "off by %g", worst);
    ck_assert_msg(worst > 0.0, "nothing was rounded: was anything computed?");
    free(pairs);
}

LOOP_TEST(silent_tiles_are_computed_again, 2) {
    enum { COUNT = 50000 };
    static const int widths[] = {2, 16};
    uint32_t *x = malloc(2 * COUNT * sizeof *x), *y = x + COUNT;
    ck_assert_ptr_nonnull(x);
    for (uint32_t i = 0; i < COUNT; i++) x[i] = 1;
    for (int polls = 1; polls < 200; polls += 150) {
        char settings[64];
        snprintf(settings, sizeof settings, "polls=%d items=4", polls);
        const double fallbacks =
            run("lookback_stalled", XL_U32, widths[_i], settings, COUNT, COUNT, x, COUNT, y, "fallbacks");
        for (uint32_t i = 0; i < COUNT; i++) ck_assert_msg(y[i] == i + 1, "element %u: %u", i, y[i]);
        /* 49 tiles of 1024, 6 of them silent; at least the following tile falls back for each. */
        ck_assert_msg(fallbacks >= 6.0, "%g fallbacks", fallbacks);
    }
    free(x);
}

TEST(the_ability_is_found_out_once) {
    char why[256] = "";
    ck_assert_msg(xl__has_ability(place.device, XL__PROGRESS, why, sizeof why), "%s", why);
    ck_assert_str_eq(why, "");
    ck_assert_str_eq(xl__ability_name(XL__PROGRESS), "progress");
}

TEST(without_the_ability_nothing_waits) {
    const xl_options options = {.kernel_dir = XL_TEST_SOURCE_DIR "/tests/support/kernels_without_abilities"};
    const xl_plan_request look = {.algorithm = "scan",
                                  .strategy = "lookback",
                                  .width = 8,
                                  .settings = "n=100"},
                          any = {.algorithm = "scan", .width = 8, .settings = "n=100"};
    sample_place other;
    xl_plan *plan = NULL;
    xl_plan_facts facts;
    xl_error error = {0};
    char why[256] = "";
    sample_open(&other, &options);
    ck_assert(!xl__has_ability(other.device, XL__PROGRESS, why, sizeof why));
    ck_assert_msg(strstr(why, "gave up waiting") != NULL, "%s", why);
    ck_assert(!xl__has_ability(other.device, XL__FAIR, why, sizeof why));
    ck_assert_msg(strstr(why, "gave up waiting") != NULL, "%s", why);
    ck_assert(!xl__has_ability(other.device, XL__FULL_GROUPS, why, sizeof why));
    ck_assert_msg(strstr(why, "added up wrongly") != NULL, "%s", why);
    ck_assert_int_eq(xl_plan_make(other.device, &look, &plan, &error), XL_UNSUPPORTED);
    ck_assert_msg(strstr(error.text, "needs work-groups that may wait") != NULL, "%s", error.text);
    ck_assert_ptr_null(plan);
    ck_assert_msg(xl_plan_make(other.device, &any, &plan, &error) == XL_SUCCESS, "%s", error.text);
    xl_plan_get_facts(plan, &facts);
    ck_assert_str_ne(facts.strategy, "lookback");
    xl_plan_free(plan);
    sample_close(&other);
}

TEST(measures_are_asked_for_by_number) {
    const xl_plan_request request = {.algorithm = "scan", .strategy = "loop", .settings = "n=0"};
    xl_plan *plan = NULL;
    xl_measure measure = {.name = "of an earlier call"};
    xl_error error = {0};
    ck_assert_int_eq(xl_plan_make(place.device, &request, &plan, &error), XL_SUCCESS);
    ck_assert_int_eq(xl_plan_get_measure(plan, place.queue, 0, &measure, &error), XL_BAD_VALUE);
    ck_assert_msg(strstr(error.text, "has not run yet") != NULL, "%s", error.text);
    xl_plan_free(plan);
    ck_assert_int_eq(xl_plan_get_measure(NULL, place.queue, 0, &measure, &error), XL_BAD_VALUE);
    ck_assert_ptr_null(measure.name); /* a failed call leaves nothing */
}

TEST(launches_are_counted) {
    enum { COUNT = 100000 };
    static const struct {
        const char *strategy;
        size_t n;
        double launches;
    } known[] = {{"kogge_stone", COUNT, 3}, {"kogge_stone", 10, 1}, {"lookback", COUNT, 1},
                 {"loop", COUNT, 1},        {"fixed", COUNT, 3},    {"fixed", 4096, 1}};
    uint32_t *x = calloc(2 * COUNT, sizeof *x);
    ck_assert_ptr_nonnull(x);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        ck_assert_double_eq(
            run(known[k].strategy, XL_U32, 8, "", COUNT, known[k].n, x, COUNT, x + COUNT, "launches"),
            known[k].launches);
    free(x);
}
