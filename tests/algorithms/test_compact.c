/* compact where the answer is known: strategies that keep the order against a loop of this file, thresholds
   at the edges of each type, exec on files with a capacity that is too small, and the library's call. */
#include "support/place.h"
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include "support/suite.h"
#include <stdint.h>

static uint32_t word_at(size_t i) {
    return (uint32_t)(i + 1) * 2654435761u;
}

/* ---- exec ----------------------------------------------------------------------------------------- */

enum { N = 900 };

/* The words of a file, one after the other; freed by the caller. */
static tool_array read_words(const char *name, size_t elements) {
    tool_array array;
    xl_error error = {0};
    ck_assert_msg(tool_npy_read(scratch_path(name), &array, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_msg(tool_array_elements(&array) == elements, "%s: %zu elements, expected %zu\n%s", name,
                  tool_array_elements(&array), elements, c.line);
    return array;
}

static void write_words(void) {
    uint32_t x[N];
    for (size_t i = 0; i < N; i++) x[i] = word_at(i);
    write_npy("x.npy", "<u4", "False", "(900,)", x, sizeof x);
}

/* The kept ones below 2^31, the first `capacity` of them; returns how many there are. */
static size_t keep_below(uint32_t *kept, size_t capacity) {
    size_t count = 0;
    for (size_t i = 0; i < N; i++) {
        if (word_at(i) >= UINT32_C(1) << 31) continue;
        if (count < capacity) kept[count] = word_at(i);
        count++;
    }
    return count;
}

static void run_exec(const char *strategy, const char *more) {
    command_run(
        &c, "exec compact%s --width 8 --in x=%s --out kept=%s --out count=%s --set threshold=2147483648 %s",
        strategy, scratch_path("x.npy"), scratch_path("kept.npy"), scratch_path("count.npy"), more);
}

GROUP("exec");
AROUND(enter, leave);

TEST(files_have_as_many_as_there_are) {
    static const char *const strategies[] = {"", "/loop", "/stable"};
    uint32_t kept[N];
    const size_t count = keep_below(kept, N);
    write_words();
    for (size_t s = 0; s < 3; s++) {
        run_exec(strategies[s], "");
        command_expect(&c, 0);
        ck_assert_msg(strstr(c.err, "warning") == NULL, "%s", c.err);
        tool_array got = read_words("kept.npy", count), length = read_words("count.npy", 1);
        ck_assert_mem_eq(got.data, kept, count * sizeof *kept);
        ck_assert_uint_eq(*(const uint32_t *)length.data, count);
        tool_array_free(&got);
        tool_array_free(&length);
    }
}

TEST(a_small_capacity_is_told) {
    uint32_t kept[N];
    const size_t count = keep_below(kept, N);
    char left_out[64];
    write_words();
    run_exec("", "--set capacity=10");
    command_expect(&c, 0);
    snprintf(left_out, sizeof left_out, "%zu elements of the result did not fit", count - 10);
    ck_assert_msg(strstr(c.err, left_out) != NULL, "%s", c.err);
    tool_array got = read_words("kept.npy", 10), length = read_words("count.npy", 1);
    ck_assert_mem_eq(got.data, kept, 10 * sizeof *kept);
    ck_assert_uint_eq(*(const uint32_t *)length.data, count);
    tool_array_free(&got);
    tool_array_free(&length);
    run_exec("/group", "--set capacity=0");
    command_expect(&c, 0);
    got = read_words("kept.npy", 0);
    tool_array_free(&got);
}

/* ---- the library ---------------------------------------------------------------------------------- */

GROUP("library");
AROUND(open_place, close_place);

/* Where lanes meet by barriers, a kernel of several sub-groups never gets fewer work-items: its loop over
   the sub-groups of a work-group of 2 is defect D10 (docs/defects.md). */
TEST(emulated_groups_have_four_work_items) {
    static const char *const settings[] = {"n=64 group=1", "n=64 group=2", "n=64 group=4"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        xl_plan *plan = NULL;
        xl_error error = {0};
        xl_plan_facts facts;
        const xl_plan_request request = {.algorithm = "compact",
                                         .strategy = "group",
                                         .backend = "local",
                                         .width = 1,
                                         .settings = settings[i]};
        ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
        ck_assert_int_eq(xl_plan_get_facts(plan, &facts), XL_SUCCESS);
        ck_assert_uint_eq(facts.group_size, 4);
        xl_plan_free(plan);
    }
}

/* The count of what is kept of n elements; kept[0..64) gets the words of the result, 0xabababab where none
 * was written. */
static uint32_t run(const char *strategy, xl_type type, const char *settings, const void *elements, size_t n,
                    size_t capacity, uint32_t *kept) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    char text[160];
    uint32_t untouched[64], count = 0;
    for (size_t i = 0; i < 64; i++) untouched[i] = 0xabababab;
    snprintf(text, sizeof text, "n=64 items=2 group=16 %s", settings);
    const xl_plan_request request = {
        .algorithm = "compact", .strategy = strategy, .type = type, .width = 8, .settings = text};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    cl_mem x = sample_buffer(&place, 64, NULL), out = sample_buffer(&place, 64, untouched),
           length = sample_buffer(&place, 1, untouched);
    if (n > 0) /* a command of 0 bytes is an error on some drivers */
        ck_assert_int_eq(
            clEnqueueWriteBuffer(place.queue, x, CL_TRUE, 0, n * xl_type_size(type), elements, 0, NULL, NULL),
            0);
    const xl_array arrays[] = {{"x", x, 0}, {"kept", out, 0}, {"count", length, 0}};
    const xl_scalar scalars[] = {{"n", (double)n}, {"capacity", (double)capacity}};
    const xl_launch launch = {
        .queue = place.queue, .arrays = arrays, .array_count = 3, .scalars = scalars, .scalar_count = 2};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    sample_read(&place, length, 0, 1, &count);
    sample_read(&place, out, 0, 64, kept);
    clReleaseMemObject(x);
    clReleaseMemObject(out);
    clReleaseMemObject(length);
    xl_plan_free(plan);
    return count;
}

static const char *const strategies[] = {"loop",  "atomic", "sub_group", "prefix",
                                         "group", "stable", "lookback",  NULL};

TEST(count_is_full_and_nothing_is_behind) {
    static const uint32_t x[] = {5, 900, 7, 900, 900, 1, 2, 900, 3};
    uint32_t kept[64];
    for (int s = 0; strategies[s]; s++) {
        ck_assert_uint_eq(run(strategies[s], XL_U32, "threshold=10", x, 9, 64, kept), 5);
        for (size_t i = 0; i < 64; i++)
            ck_assert_msg((kept[i] < 10) == (i < 5), "%s: place %zu is %u", strategies[s], i, kept[i]);
        ck_assert_uint_eq(run(strategies[s], XL_U32, "threshold=10", x, 9, 2, kept), 5);
        for (size_t i = 0; i < 64; i++)
            ck_assert_msg((kept[i] < 10) == (i < 2), "%s: place %zu is %u", strategies[s], i, kept[i]);
        ck_assert_uint_eq(run(strategies[s], XL_U32, "threshold=10", x, 0, 64, kept), 0);
        ck_assert_uint_eq(kept[0], 0xabababab);
    }
}

/* Bits of elements, thresholds beside them, and how many are kept, by the definition. */
static const struct {
    xl_type type;
    const char *settings;
    uint32_t x[5];
    uint32_t count;
} thresholds[] = {
    {XL_U32, "threshold=0", {0, 1, 2, 0xffffffff, 0}, 0},
    {XL_U32, "threshold=0.5", {0, 1, 2, 0xffffffff, 0}, 2},
    {XL_U32, "threshold=4294967295", {0, 1, 2, 0xffffffff, 0}, 4},
    {XL_U32, "threshold=4294967296", {0, 1, 2, 0xffffffff, 0}, 5},
    {XL_U32, "threshold=4294967297", {0, 1, 2, 0xffffffff, 0}, 5},
    {XL_U32, "threshold=9007199254740992.5", {0, 1, 2, 0xffffffff, 0}, 5}, /* the low 32 bits are 0 */
    {XL_U32, "keep=above threshold=-9007199254740993", {0, 1, 2, 0xffffffff, 0}, 5},
    {XL_U32, "keep=above threshold=9007199254740992.5", {0, 1, 2, 0xffffffff, 0}, 0},
    {XL_U32, "keep=above threshold=-1", {0, 1, 2, 0xffffffff, 0}, 5},
    {XL_U32, "keep=above threshold=1", {0, 1, 2, 0xffffffff, 0}, 2},
    {XL_U32, "keep=above threshold=1.5", {0, 1, 2, 0xffffffff, 0}, 2},
    {XL_U32, "keep=above threshold=4294967295", {0, 1, 2, 0xffffffff, 0}, 0},
    {XL_U32, "keep=nonzero", {0, 1, 2, 0xffffffff, 0}, 3},
    {XL_I32, "threshold=0", {0, 0xffffffff, 0x80000000, 5, 0x7fffffff}, 2},
    {XL_I32, "threshold=-0.5", {0, 0xffffffff, 0x80000000, 5, 0x7fffffff}, 2},
    {XL_I32, "threshold=9007199254740992.5", {0, 0xffffffff, 0x80000000, 5, 0x7fffffff}, 5},
    {XL_I32, "keep=above threshold=-9007199254740993", {0, 0xffffffff, 0x80000000, 5, 0x7fffffff}, 5},
    {XL_I32, "threshold=-2147483648", {0, 0xffffffff, 0x80000000, 5, 0x7fffffff}, 0},
    {XL_I32, "keep=above threshold=-2147483648", {0, 0xffffffff, 0x80000000, 5, 0x7fffffff}, 4},
    {XL_I32, "keep=above threshold=2147483646.5", {0, 0xffffffff, 0x80000000, 5, 0x7fffffff}, 1},
    /* -0, the least number above 0, -1, NaN, infinity */
    {XL_F32, "threshold=0", {0x80000000, 1, 0xbf800000, 0x7fc00000, 0x7f800000}, 1},
    {XL_F32, "keep=above threshold=0", {0x80000000, 1, 0xbf800000, 0x7fc00000, 0x7f800000}, 2},
    {XL_F32, "keep=above threshold=-0.0", {0x80000000, 1, 0xbf800000, 0x7fc00000, 0x7f800000}, 2},
    {XL_F32, "threshold=1e18", {0x80000000, 1, 0xbf800000, 0x7fc00000, 0x7f800000}, 3},
    {XL_F32, "keep=above threshold=-1e18", {0x80000000, 1, 0xff800000, 0xffc00000, 0x7f800000}, 3},
    {XL_F32, "keep=nonzero", {0x80000000, 1, 0xbf800000, 0x7fc00000, 0}, 3},
};

/* Integers that a double does not have: 10^18 is the threshold, its neighbours are not. */
TEST(a_threshold_beyond_doubles) {
    static const uint64_t x[] = {UINT64_C(1000000000000000000), UINT64_C(1000000000000000001),
                                 UINT64_C(999999999999999999), UINT64_MAX, 0};
    uint32_t kept[64];
    ck_assert_uint_eq(run("loop", XL_U64, "keep=above threshold=1e18", x, 5, 64, kept), 2);
    ck_assert_uint_eq(run("loop", XL_U64, "keep=below threshold=1e18", x, 5, 64, kept), 2);
}

EACH_TEST(thresholds_at_the_edges, thresholds) {
    uint32_t kept[64];
    /* The serial loop stands for all: they share the predicate. */
    const uint32_t count =
        run("loop", thresholds[_i].type, thresholds[_i].settings, thresholds[_i].x, 5, 64, kept);
    ck_assert_msg(count == thresholds[_i].count, "%s, %s: %u are kept, expected %u",
                  xl_type_name(thresholds[_i].type), thresholds[_i].settings, count, thresholds[_i].count);
}

TEST(the_library_tells_what_is_counted) {
    xl_array_info array;
    xl_strategy_info strategy;
    ck_assert_int_eq(xl_describe_array("compact", 2, &array, NULL), 0);
    ck_assert_str_eq(array.name, "kept");
    ck_assert_str_eq(array.counted_by, "count");
    ck_assert_int_eq(xl_describe_array("compact", 3, &array, NULL), 0);
    ck_assert_str_eq(array.counted_by, "");
    for (size_t s = 0; strategies[s]; s++) {
        ck_assert_int_eq(xl_describe_strategy("compact", s, &strategy, NULL), 0);
        const bool keeps_order = s == 0 || s >= 5; /* loop, stable, lookback */
        ck_assert_str_eq(strategy.any_order, keeps_order ? "" : "kept");
    }
}
