/* A look-back's states over several runs of one plan. Tiles go from last to first, so each could mistake an
   earlier run's state for its own. */
#include "support/place.h"
#include "support/scratch.h"
#include "support/suite.h"
#include "base/os.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { COUNT = 300, RUNS = 9 };

/* With a changed common/lookback.h: epochs end after two runs, and `from` is replaced. */
static void open_changed(const char *from, const char *to) {
    static const char file[] = "common/lookback.h";
    char *text = NULL;
    size_t size = 0;
    scratch_make();
    ck_assert_int_eq(mkdir(scratch_path("common"), 0700), 0);
    ck_assert_int_eq(
        xl__os_read_file(XL_TEST_SOURCE_DIR "/kernels/common/lookback.h", 1u << 20, &text, &size), 0);
    scratch_write(file, text, size);
    free(text);
    scratch_edit(file, "const uint tile = shared[0];",
                 "const uint tile = (uint)get_num_groups(0) - 1u - shared[0];");
    scratch_edit(file, "LOOKBACK_EPOCHS 16384u", "LOOKBACK_EPOCHS 2u");
    scratch_edit(file, from, to);
    const xl_options options = {.kernel_dir = scratch_folder};
    sample_open(&place, &options);
}

static void close_changed(void) {
    sample_close(&place);
    scratch_remove();
}

/* By a plain loop. compact keeps elements other than 0. Returns their number. */
static size_t expect(bool compact, const uint32_t *x, size_t n, uint32_t *y) {
    uint32_t sum = 0;
    size_t made = 0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        if (!compact || x[i] != 0) y[made++] = compact ? x[i] : sum;
    }
    return made;
}

static bool run_is_right(xl_plan *plan, bool compact, int run, size_t n) {
    uint32_t x[COUNT], wanted[COUNT], got[COUNT], counted = 0;
    for (uint32_t i = 0; i < COUNT; i++) x[i] = ((i + 77u * (uint32_t)run) * 2654435761u >> 7) % 5u;
    const size_t many = expect(compact, x, n, wanted);
    cl_mem in = sample_buffer(&place, COUNT, x), out = sample_buffer(&place, COUNT, NULL);
    cl_mem count = sample_buffer(&place, 1, NULL);
    const xl_array arrays[] = {{"x", in, 0}, {compact ? "kept" : "y", out, 0}, {"count", count, 0}};
    const xl_scalar scalars[] = {{"n", (double)n}};
    const xl_launch launch = {.queue = place.queue,
                              .arrays = arrays,
                              .array_count = compact ? 3 : 2,
                              .scalars = scalars,
                              .scalar_count = 1};
    xl_error error = {0};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    sample_read(&place, out, 0, COUNT, got);
    sample_read(&place, count, 0, 1, &counted);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseMemObject(count);
    return (!compact || counted == many) && memcmp(got, wanted, many * sizeof *got) == 0;
}

static int wrong_runs(bool compact) {
    static const size_t sizes[] = {COUNT, 100, COUNT, 33, 200};
    const xl_plan_request request = {.algorithm = compact ? "compact" : "scan",
                                     .strategy = "lookback",
                                     .type = XL_U32,
                                     .width = 4,
                                     .settings = compact ? "n=300 keep=nonzero items=4 group=8"
                                                         : "n=300 operator=add items=4 group=8 polls=1"};
    xl_plan *plan = NULL;
    xl_error error = {0};
    int wrong = 0;
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    for (int run = 0; run < RUNS; run++)
        wrong += !run_is_right(plan, compact, run, sizes[(size_t)run % (sizeof sizes / sizeof *sizes)]);
    xl_plan_free(plan);
    return wrong;
}

LOOP_TEST(states_of_an_earlier_run_are_ignored, 2) {
    open_changed("(all & ~3u) == epoch", "(all & ~3u) == epoch");
    ck_assert_int_eq(wrong_runs(_i == 1), 0);
    close_changed();
}

/* Flags of any epoch are accepted; words are not cleared. */
LOOP_TEST(planted_mistakes_are_caught, 4) {
    static const char *const mistakes[][2] = {
        {"(all & ~3u) == epoch", "(all & ~3u) <= ~0u"},
        {"if (epoch == LOOKBACK_EPOCHS)", "if (epoch > LOOKBACK_EPOCHS)"}};
    open_changed(mistakes[_i / 2][0], mistakes[_i / 2][1]);
    ck_assert_int_ge(wrong_runs(_i % 2 == 1), 2);
    close_changed();
}
