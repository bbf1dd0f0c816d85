/* compact: thresholds at the edges of each type, a capacity that is too small, the library's call. */
#include "expected/expected.h"
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include <stdint.h>

EXPECTED("compact")

static uint32_t word_at(size_t i) {
    return (uint32_t)(i + 1) * 2654435761u;
}

/* ---- exec ----------------------------------------------------------------------------------------- */

enum { N = 900 };

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

/* The first `capacity` values below 2^31; returns how many exist. */
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

TEST(a_small_capacity_is_reported) {
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

/* Because of defect D10, a kernel of several emulated sub-groups has at least 4 work-items. */
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

static const char *const strategies[] = {"loop",  "atomic", "sub_group", "prefix",
                                         "group", "stable", "lookback",  NULL};

TEST(the_library_reports_counted_outputs) {
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
