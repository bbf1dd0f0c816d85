/* Writes outside a kernel's arrays and scratch areas are found and named (host/tool/run/breach.h). */
#include "device/device.h"
#include "run/breach.h"
#include "run/checked_run.h"
#include "run/memory.h"
#include "arrays/npy.h"
#include "support/place.h"
#include "support/one_command.h"
#include "support/suite.h"
#include <stdlib.h>
#include <string.h>

/* ---- planted kernels -------------------------------------------------------------------------------- */

enum { N, FAULT };
enum { X, Y };
enum {
    RIGHT,
    WORDS_ONE,
    WORDS_TILE,
    WORDS_BEFORE,
    BYTES_ONE,
    KEPT_ONE,
    OUTPUT_ONE,
    OUTPUT_BEFORE,
    WORDS_ONES,
    TWO
};

static const xl__param params[] = {
    [N] =
        {.name = "n", .role = XL__RUNTIME, .initial = 33, .least = 1, .most = 1024, .help = "", .size = true},
    [FAULT] = {.name = "fault", .role = XL__PROBLEM, .most = TWO, .help = ""},
};
static const xl__array_desc arrays[] = {
    [X] = {.name = "x", .types = {XL_U32}, .shape = {"n"}, .help = ""},
    [Y] = {.name = "y", .types = {XL_U32}, .direction = XL__OUT, .shape = {"n"}, .help = ""},
};
static const xl__area areas[] = {
    {.name = "words", .type = "uint", .count = "n"},
    {.name = "kept", .type = "uint", .count = "3", .kept = true},
    {.name = "bytes", .type = "uchar", .count = "n"},
    {0},
};
static const xl__strategy strategies[] = {
    {.name = "plain",
     .help = "",
     .source = "breach.cl",
     .passes =
         (const xl__pass[]){{.kernel = "breach_fill", .args = "x, words, bytes, kept, uint n", .items = "n"},
                            {.kernel = "breach_take", .args = "words, bytes, kept, y, uint n", .items = "n"},
                            {0}}},
};
static const xl__algorithm algorithm = {.name = "breach",
                                        .help = "",
                                        .params = params,
                                        .param_count = 2,
                                        .arrays = arrays,
                                        .array_count = 2,
                                        .strategies = strategies,
                                        .strategy_count = 1,
                                        .areas = areas};

static int refer(const xl__problem *problem, tool_data *data, xl_error *error) {
    const uint32_t *const x = data->in[X].data;
    (void)problem, (void)error;
    for (size_t i = 0; i < data->elements[X]; i++) ((uint32_t *)data->expected[Y].exact)[i] = x[i] + 1;
    return XL_SUCCESS;
}

static void open_here(void) {
    sample_open(&place, NULL);
    place.device->guard_bytes = tool_guard_bytes(false);
}
static xl_plan *make_plan(int n, int fault) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    char settings[64];
    snprintf(settings, sizeof settings, "n=%d fault=%d", n, fault);
    const xl_plan_request request = {.strategy = "plain", .settings = settings};
    ck_assert_msg(xl__plan_make_for(place.device, &algorithm, &request, &plan, &error) == XL_SUCCESS, "%s",
                  error.text);
    return plan;
}

static tool_verdict run(int n, int fault) {
    static const tool_case cs = {.algorithm = &algorithm, .reference = refer};
    tool_session session = {
        .id = place.id, .context = place.context, .queue = place.queue, .device = place.device};
    tool_data data = {.elements = {0}};
    tool_buffers buffers = {.bytes = {0}};
    tool_verdict v = {0};
    xl_error error = {0};
    xl_plan *const plan = make_plan(n, fault);
    ck_assert_int_eq(tool_data_allocate(xl__plan_problem(plan), &algorithm, X, &data, &error), XL_SUCCESS);
    for (int i = 0; i < n; i++) ((uint32_t *)data.in[X].data)[i] = 3 * (uint32_t)i;
    ck_assert_msg(tool_run_checked(&session, &cs, plan, &data, 4, &buffers, &v, &error) == XL_SUCCESS, "%s",
                  error.text);
    tool_buffers_free(&buffers);
    tool_data_free(&data);
    xl_plan_free(plan);
    return v;
}

/* 33 elements: no area ends at an aligned address; 1024: each does. */
static const struct {
    int n, fault;
    const char *said;
} planted[] = {
    {33, WORDS_ONE, "scratch area 'words' was written past its end: element 33, 1 too far"},
    {1024, WORDS_ONE, "scratch area 'words' was written past its end: element 1024, 1 too far"},
    {33, WORDS_ONES, "scratch area 'words' was written past its end: element 33, 1 too far"},
    {33, WORDS_TILE, "scratch area 'words' was written past its end: elements 33 to 288, up to 256 too far"},
    {33, WORDS_BEFORE, "scratch area 'words' was written before its start: element -1, 1 too early"},
    {1024, WORDS_BEFORE, "scratch area 'words' was written before its start: element -1, 1 too early"},
    {33, BYTES_ONE, "scratch area 'bytes' was written past its end: element 33, 1 too far"},
    {34, BYTES_ONE, "scratch area 'bytes' was written past its end: element 34, 1 too far"},
    {1024, BYTES_ONE, "scratch area 'bytes' was written past its end: element 1024, 1 too far"},
    {33, KEPT_ONE, "scratch area 'kept' was written past its end: element 3, 1 too far"},
    {33, OUTPUT_ONE, "array 'y' was written past its end: element 33, 1 too far"},
    {33, OUTPUT_BEFORE, "array 'y' was written before its start: element -2, 2 too early"},
};

GROUP("device");
AROUND(open_here, close_place);

EACH_TEST(a_planted_kernel_is_caught, planted) {
    char text[256];
    const tool_verdict v = run(planted[_i].n, planted[_i].fault);
    ck_assert_msg(v.wrong && v.guard && v.breach_count == 1, "fault %d of %d elements: wrong %d, %d breaches",
                  planted[_i].fault, planted[_i].n, v.wrong, v.breach_count);
    ck_assert_str_eq(tool_breach_text(&v.breach[0], text, sizeof text), planted[_i].said);
    ck_assert_uint_eq(v.wrong_count, 0);
}

TEST(each_breach_is_reported) {
    const tool_verdict v = run(33, TWO);
    ck_assert(v.wrong && v.guard && v.breach_count == 2);
    ck_assert_str_eq(v.breach[0].name, "words");
    ck_assert_str_eq(v.breach[1].name, "bytes");
}

TEST(right_kernels_stay_right) {
    static const int sizes[] = {1, 2, 3, 33, 255, 1024};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const tool_verdict v = run(sizes[i], RIGHT);
        ck_assert_msg(!v.wrong && v.breach_count == 0, "%d elements: wrong", sizes[i]);
    }
}

/* ---- the caller's scratch ---------------------------------------------------------------------------- */

enum { MARGIN = 4096 };

/* Runs with a scratch of exactly the plan's size, between margins, and returns the first place written in
   each margin, or -1. */
static void run_in_scratch(int n, int fault, int *before, int *behind) {
    xl_plan *const plan = make_plan(n, fault);
    size_t bytes = 0;
    xl_error error = {0};
    ck_assert_int_eq(xl_plan_get_scratch(plan, NULL, 0, &bytes, &error), XL_SUCCESS);
    ck_assert_uint_gt(bytes, 0);
    const size_t size = (MARGIN + bytes + MARGIN + 3) / 4;
    uint32_t *const words = malloc(size * sizeof *words);
    ck_assert_ptr_nonnull(words);
    memset(words, 0xA5, size * sizeof *words);
    cl_mem scratch = sample_buffer(&place, size, words), x = sample_buffer(&place, (size_t)n, NULL),
           y = sample_buffer(&place, (size_t)n, NULL);
    const xl_array given[] = {{"x", x, 0}, {"y", y, 0}};
    const xl_launch launch = {.queue = place.queue,
                              .arrays = given,
                              .array_count = 2,
                              .scratch = scratch,
                              .scratch_offset = MARGIN};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    sample_read(&place, scratch, 0, size, words);
    const unsigned char *const all = (const unsigned char *)words;
    *before = *behind = -1;
    for (size_t i = 0; i < MARGIN; i++)
        if (all[i] != 0xA5) *before = all[i];
    for (size_t i = MARGIN + bytes; i < size * sizeof *words; i++)
        if (all[i] != 0xA5) *behind = all[i];
    clReleaseMemObject(scratch);
    clReleaseMemObject(x);
    clReleaseMemObject(y);
    free(words);
    xl_plan_free(plan);
}

TEST(kernels_stay_inside_the_callers_scratch) {
    int before = 0, behind = 0;
    run_in_scratch(33, RIGHT, &before, &behind);
    ck_assert(before == -1 && behind == -1);
    run_in_scratch(33, BYTES_ONE, &before, &behind);
    ck_assert(before == -1 && behind == 255);
    run_in_scratch(33, WORDS_BEFORE, &before, &behind);
    ck_assert(before != -1 && behind == -1);
}

TEST(a_programs_plan_has_none) {
    size_t with = 0, without = 0;
    xl_plan *plan = make_plan(33, RIGHT);
    ck_assert_int_eq(xl_plan_get_scratch(plan, NULL, 0, &with, NULL), XL_SUCCESS);
    xl_plan_free(plan);
    place.device->guard_bytes = 0;
    plan = make_plan(33, RIGHT);
    ck_assert_int_eq(xl_plan_get_scratch(plan, NULL, 0, &without, NULL), XL_SUCCESS);
    xl_plan_free(plan);
    ck_assert_uint_eq(with, without);
    ck_assert_uint_eq(without, 4096 + 33);
}

/* ---- as a command -------------------------------------------------------------------------------------- */

/* The first pass counts twice as many tiles; nothing reads its writes past the end. */
static void copy_and_plant(void) {
    static const char from[] = "if (get_local_id(0) == 0) offsets[get_group_id(0)] = total;",
                      to[] = "if (get_local_id(0) == 0) offsets[get_group_id(0)] = "
                             "offsets[get_group_id(0) + get_num_groups(0)] = total;";
    crosslane(0, "copy compact %s", scratch_path("kernels"));
    scratch_edit("kernels/compact/stable.cl", from, to);
}

GROUP("commands");
AROUND(enter, leave);

TEST(verify_bench_and_exec_see_it) {
    static const char settings[] =
        "compact/stable --device 0 --width 1 --set items=1 --set group=64 --set keep=above "
        "--set threshold=10 --set type=u32",
                      said[] =
                          "scratch area 'offsets' was written past its end: elements 4 to 7, up to 4 too far";
    static const uint32_t x[200] = {11};
    copy_and_plant();
    const char *const kernels = scratch_path("kernels"), *const file = scratch_path("x.npy");
    tool_array array = {.type = XL_U32, .rank = 1, .shape = {200}, .bytes = sizeof x, .data = (void *)x};
    ck_assert_int_eq(tool_npy_write(file, &array, NULL), XL_SUCCESS);
    crosslane(1, "exec %s --in x=%s --out kept=%s --kernel-dir %s", settings, file, scratch_path("kept.npy"),
              kernels);
    out_has(said);
    ck_assert_int_ne(access(scratch_path("kept.npy"), F_OK), 0);
    crosslane(1, "bench %s --set n=200 --samples 1 --min-time 0 --kernel-dir %s", settings, kernels);
    out_has(said);
    crosslane(1, "verify %s --set n=200 --set distribution=uniform --kernel-dir %s", settings, kernels);
    out_has("scratch area 'offsets' was written past its end");
}
