/* dispatch: work-group counts at and next to every multiple; each strategy's launches; items by hand. */
#include "expected/expected.h"
#include "support/one_command.h"
#include "support/bad_driver.h"
#include "support/npy_file.h"
#include <stdint.h>
#include <stdlib.h>

/* ---- the library -----------------------------------------------------------------------------------------
 */

enum { MOST = 16 * 64 + 1, TILE = 64 };
static const char *const strategies[] = {"serial", "read_back", "maximal", "persistent", "auto"};
static void open_here(void) {
    sample_open(&place, &(xl_options){.record_width = 1});
}
static double measure(xl_plan *plan, const char *name) {
    xl_measure m;
    for (size_t i = 0; xl_plan_get_measure(plan, place.queue, i, &m, NULL) == XL_SUCCESS; i++)
        if (strcmp(m.name, name) == 0) return m.value;
    ck_abort_msg("no measure %s", name);
    return 0;
}

/* All or none of the elements 2^31 + 3 i emit one item. */
static void expect_run(xl_plan *plan, const char *strategy, uint32_t n, bool emits) {
    static uint32_t x[MOST], out[MOST], seen[MOST];
    uint32_t count = 9, groups = 9;
    for (uint32_t i = 0; i < MOST; i++) x[i] = (UINT32_C(1) << 31) + 3 * i;
    cl_mem buffers[] = {sample_buffer(&place, MOST, x), sample_buffer(&place, MOST, NULL),
                        sample_buffer(&place, 1, &count), sample_buffer(&place, 1, &groups)};
    const xl_array arrays[] = {
        {"x", buffers[0], 0}, {"out", buffers[1], 0}, {"count", buffers[2], 0}, {"groups", buffers[3], 0}};
    const xl_scalar scalars[] = {{"n", n}, {"threshold", emits ? 4294967296.0 : 2147483648.0}};
    xl_error error = {0};
    const xl_launch launch = {
        .queue = place.queue, .arrays = arrays, .array_count = 4, .scalars = scalars, .scalar_count = 2};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    sample_read(&place, buffers[1], 0, MOST, out);
    sample_read(&place, buffers[2], 0, 1, &count);
    sample_read(&place, buffers[3], 0, 1, &groups);
    const uint32_t items = emits ? n : 0, whole = (items + TILE - 1) / TILE;
    ck_assert_msg(count == items && groups == whole, "%s, %u items: count %u, groups %u", strategy, items,
                  count, groups);
    memset(seen, 0, sizeof seen);
    for (uint32_t i = 0; i < items; i++) {
        const uint32_t from = (out[i] - (UINT32_C(1) << 31)) / 3;
        ck_assert_msg(from < n && seen[from]++ == 0, "%s, %u items: item %u", strategy, items, i);
    }
    for (uint32_t i = items; i < MOST; i++) ck_assert_uint_eq(out[i], 0);
    if (strcmp(strategy, "read_back") == 0) {
        ck_assert_double_eq(measure(plan, "launched"), whole);
        ck_assert_double_eq(measure(plan, "idle"), 0.0);
    }
    if (strcmp(strategy, "maximal") == 0) {
        const uint32_t at_most = (n + TILE - 1) / TILE;
        ck_assert_double_eq(measure(plan, "launched"), at_most);
        ck_assert_double_eq(measure(plan, "idle"), at_most - whole);
    }
    for (int i = 0; i < 4; i++) clReleaseMemObject(buffers[i]);
}

EXPECTED("dispatch")

GROUP("library");
AROUND(open_here, close_place);

EACH_TEST(every_multiple_has_its_work_groups, strategies) {
    const char *strategy = strategies[_i];
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {.algorithm = "dispatch",
                                     .strategy = strategy,
                                     .width = 8,
                                     .settings = "n=1025 each=1 tile=64 work=0 threshold=4294967296"};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    static const uint32_t sizes[] = {0, 1, 63, 64, 65, 127, 128, 129, 1023, 1024, 1025};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        expect_run(plan, strategy, sizes[i], true);
        expect_run(plan, strategy, sizes[i], false);
    }
    xl_plan_free(plan);
}

TEST(strategies_that_wait_are_named) {
    bool waits = false;
    xl_strategy_info info;
    for (size_t i = 0; xl_describe_strategy("dispatch", i, &info, NULL) == XL_SUCCESS; i++) {
        ck_assert_int_eq(info.waits, strcmp(info.name, "read_back") == 0);
        waits = waits || info.waits;
    }
    ck_assert(waits);
    ck_assert_int_eq(xl_describe_strategy("compact", 0, &info, NULL), XL_SUCCESS);
    ck_assert_int_eq(info.waits, 0);
}

/* ---- the command -----------------------------------------------------------------------------------------
 */

GROUP("command");
AROUND(enter, leave);

/* The result is wrong, not failed, and nothing is written. */
TEST(a_value_that_cannot_be_right_is_a_wrong_result) {
    static const uint32_t x[] = {5, 9, 100, 7};
    if (!bad_driver_ready()) return;
    write_npy("x.npy", "<u4", "False", "(4,)", x, sizeof x);
    bad_driver_run(&c, "wrong=dispatch_produce/1", "",
                   "exec dispatch/read_back --device 0 --width 8 --in x=%s --out out=%s",
                   scratch_path("x.npy"), scratch_path("never.npy"));
    command_expect(&c, 1);
    ck_assert_msg(strstr(c.out, "but can be at most 1") || strstr(c.err, "but can be at most 1"), "%s%s",
                  c.out, c.err);
    ck_assert_ptr_null(fopen(scratch_path("never.npy"), "rb"));
}

TEST(a_run_that_waits_is_recorded_as_one) {
    crosslane(0,
              "bench dispatch/read_back dispatch/maximal --width 8 --set n=5000 --set distribution=uniform "
              "--samples 3 --min-time 0 --csv -");
    ck_assert_ptr_nonnull(strstr(c.out, "host clock"));
    crosslane(0, "list dispatch");
    ck_assert_ptr_nonnull(strstr(c.out, "(in any order) (waits for the device)"));
}
