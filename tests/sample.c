#include "sample.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the algorithm -------------------------------------------------------------------------------- */

static const xl__param params[] = {
    [SAMPLE_N] = {.name = "n",
                  .kind = XL__INT,
                  .role = XL__RUNTIME,
                  .initial = 1000,
                  .most = 16777216,
                  .unit = "elements",
                  .help = "elements",
                  .size = true},
    [SAMPLE_ADDED] = {.name = "added",
                      .kind = XL__REAL,
                      .role = XL__RUNTIME,
                      .initial = 0.5,
                      .least = -10,
                      .most = 10,
                      .help = "added to each"},
    [SAMPLE_MODE] = {.name = "mode",
                     .kind = XL__CHOICE,
                     .role = XL__PROBLEM,
                     .most = 2,
                     .choices = "one|two|three",
                     .help = "no meaning"},
    [SAMPLE_GROUP] = {.name = "group",
                      .kind = XL__INT,
                      .role = XL__TUNING,
                      .most = 1024,
                      .unit = "work-items",
                      .help = "work-group size"},
    [SAMPLE_STEPS] = {.name = "steps",
                      .kind = XL__INT,
                      .role = XL__TUNING,
                      .initial = 5,
                      .most = 100,
                      .help = "passes of chain"},
};

static const xl__array_desc arrays[] = {
    [SAMPLE_X] = {.name = "x", .types = {XL_U32, XL_F32}, .shape = {"n"}, .help = "values"},
    [SAMPLE_EXTRA] = {.name = "extra",
                      .types = {XL_U32},
                      .direction = XL__IN_OPTIONAL,
                      .shape = {"n"},
                      .help = "added too"},
    [SAMPLE_Y] =
        {.name = "y", .types = {XL_U32, XL_F32}, .direction = XL__OUT, .shape = {"n"}, .help = "results"},
};

static uint32_t count(const xl__enqueue *e) {
    return (uint32_t)xl__int(xl__enqueue_problem(e), SAMPLE_N);
}

static size_t groups(const xl__enqueue *e) {
    return xl__blocks(count(e), xl__enqueue_problem(e)->group_size);
}

static int enqueue_plain(xl__enqueue *e) {
    xl__begin(e, 0);
    xl__arg_array(e, SAMPLE_X);
    xl__arg_array(e, SAMPLE_EXTRA);
    xl__arg_array(e, SAMPLE_Y);
    xl__arg_uint(e, count(e));
    xl__arg_float(e, (float)xl__enqueue_problem(e)->value[SAMPLE_ADDED]);
    return xl__go(e, groups(e));
}

static int prepare_plain(xl__prepare *p) {
    p->problem->group_size = 64;
    if (p->problem->type == XL_F32) xl__define(p, "SAMPLE_FLOAT", 1);
    return XL_SUCCESS;
}

static int enqueue_sum(xl__enqueue *e) {
    xl__begin(e, 0);
    xl__arg_array(e, SAMPLE_X);
    xl__arg_array(e, SAMPLE_Y);
    xl__arg_uint(e, count(e));
    return xl__go(e, groups(e));
}

static int prepare_chain(xl__prepare *p) {
    static const uint32_t table[4] = {10, 20, 30, 40};
    p->scratch_bytes = (size_t)xl__int(p->problem, SAMPLE_N) * sizeof(uint32_t);
    return xl__constant(p, 1, table, sizeof table);
}

static int enqueue_chain(xl__enqueue *e) {
    const uint32_t n = count(e);
    xl__fill(e, -1, 0, 0, (size_t)n * sizeof n);
    xl__begin(e, 0);
    xl__arg_array(e, SAMPLE_X);
    xl__arg_scratch(e);
    xl__arg_uint(e, n);
    xl__go(e, groups(e));
    for (long long i = 0; i < xl__int(xl__enqueue_problem(e), SAMPLE_STEPS); i++) {
        xl__begin(e, 1);
        xl__arg_scratch(e);
        xl__arg_uint(e, n);
        xl__go(e, groups(e));
    }
    xl__begin(e, 2);
    xl__arg_scratch(e);
    xl__arg_constant(e, 1);
    xl__arg_array(e, SAMPLE_Y);
    xl__arg_uint(e, n);
    return xl__go(e, groups(e));
}

static int prepare_refusing(xl__prepare *p) {
    return xl__fail(p->error, XL_UNSUPPORTED, "needs what nobody has");
}

/* Gives one argument too few. */
static int enqueue_short(xl__enqueue *e) {
    xl__begin(e, 0);
    xl__arg_array(e, SAMPLE_X);
    xl__arg_array(e, SAMPLE_Y);
    return xl__go(e, groups(e));
}

static const xl__strategy strategies[] = {
    {.name = "plain",
     .help = "",
     .tuning = "group",
     .source = "sample.cl",
     .kernels = {"sample_plain"},
     .flow = XL__NO_SUB_GROUPS,
     .prepare = prepare_plain,
     .enqueue = enqueue_plain},
    {.name = "sum",
     .help = "",
     .tuning = "group",
     .source = "sum.cl",
     .kernels = {"sample_sum"},
     .flow = XL__SUB_GROUP_UNIFORM,
     .ops = "reduce_add:u32",
     .enqueue = enqueue_sum},
    {.name = "group",
     .help = "",
     .tuning = "group",
     .source = "sum.cl",
     .kernels = {"sample_sum"},
     .flow = XL__GROUP_UNIFORM,
     .ops = "reduce_add:u32",
     .enqueue = enqueue_sum},
    {.name = "chain",
     .help = "",
     .tuning = "steps group",
     .source = "sample.cl",
     .kernels = {"sample_start", "sample_step", "sample_end"},
     .flow = XL__SUB_GROUP_UNIFORM,
     .prepare = prepare_chain,
     .enqueue = enqueue_chain},
    {.name = "broken",
     .help = "",
     .tuning = "group",
     .source = "broken.cl",
     .kernels = {"sample_broken"},
     .flow = XL__SUB_GROUP_UNIFORM,
     .flags = XL__WRONG,
     .enqueue = enqueue_sum},
    {.name = "absent",
     .help = "",
     .tuning = "group",
     .source = "sample.cl",
     .kernels = {"sample_absent"},
     .flow = XL__SUB_GROUP_UNIFORM,
     .flags = XL__WRONG,
     .enqueue = enqueue_sum},
    {.name = "refusing",
     .help = "",
     .tuning = "group",
     .source = "sum.cl",
     .kernels = {"sample_sum"},
     .flow = XL__SUB_GROUP_UNIFORM,
     .flags = XL__WRONG,
     .prepare = prepare_refusing,
     .enqueue = enqueue_sum},
    {.name = "short",
     .help = "",
     .tuning = "group",
     .source = "sum.cl",
     .kernels = {"sample_sum"},
     .flow = XL__SUB_GROUP_UNIFORM,
     .flags = XL__WRONG,
     .enqueue = enqueue_short},
};

static const char *choose(xl__problem *problem) {
    problem->value[SAMPLE_STEPS] = 7;
    return problem->value[SAMPLE_MODE] == 1 ? "chain" : "sum";
}

static int check(xl__problem *problem, xl_error *error) {
    if (problem->value[SAMPLE_MODE] == 2 && problem->value[SAMPLE_N] > 10)
        return xl__fail(error, XL_BAD_VALUE, "mode three takes at most 10 elements");
    return XL_SUCCESS;
}

const xl__algorithm sample = {.name = "sample",
                              .help = "for tests",
                              .params = params,
                              .param_count = sizeof params / sizeof *params,
                              .arrays = arrays,
                              .array_count = sizeof arrays / sizeof *arrays,
                              .strategies = strategies,
                              .strategy_count = sizeof strategies / sizeof *strategies,
                              .shape = {"n", "steps"},
                              .choose = choose,
                              .check = check};

/* ---- the device ----------------------------------------------------------------------------------- */

static cl_device_id find_device(void) {
    const char *wanted = getenv("CROSSLANE_TEST_DEVICE");
    long index = wanted ? strtol(wanted, NULL, 10) : 0;
    cl_platform_id platforms[16];
    cl_uint platform_count = 0;
    if (clGetPlatformIDs(16, platforms, &platform_count) != CL_SUCCESS) platform_count = 0;
    for (cl_uint p = 0; p < platform_count && p < 16; p++) {
        cl_device_id devices[16];
        cl_uint found = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 16, devices, &found) != CL_SUCCESS) continue;
        for (cl_uint d = 0; d < found && d < 16; d++)
            if (index-- == 0) return devices[d];
    }
    ck_abort_msg("no OpenCL device, and these tests need one: install a driver");
    return NULL;
}

const char *sample_kernels(void) {
    return XL_TEST_SOURCE_DIR "/tests/kernels";
}

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* the queue call of OpenCL 1.2 is everywhere */
#endif
void sample_open(sample_place *place, const xl_options *options) {
    *place = (sample_place){.id = find_device()};
    cl_int status = CL_SUCCESS;
    place->context = clCreateContext(NULL, 1, &place->id, NULL, NULL, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    place->queue = clCreateCommandQueue(place->context, place->id, 0, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    xl_options usual = {.kernel_dir = sample_kernels(), .record_width = 1, .planted = 1};
    xl_error error = {0};
    status = xl_open(place->id, place->context, options ? options : &usual, &place->device, &error);
    ck_assert_msg(status == XL_SUCCESS, "xl_open: %s", error.text);
}

void sample_close(sample_place *place) {
    xl_close(place->device);
    if (place->queue) clReleaseCommandQueue(place->queue);
    if (place->context) clReleaseContext(place->context);
    *place = (sample_place){0};
}

cl_mem sample_buffer(const sample_place *place, size_t count_words, const uint32_t *data) {
    const size_t bytes = (count_words ? count_words : 1) * sizeof *data;
    uint32_t *copy = calloc(1, bytes);
    ck_assert_ptr_nonnull(copy);
    for (size_t i = 0; data && i < count_words; i++) copy[i] = data[i];
    cl_int status = CL_SUCCESS;
    cl_mem buffer =
        clCreateBuffer(place->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, copy, &status);
    free(copy);
    ck_assert_int_eq(status, CL_SUCCESS);
    return buffer;
}

void sample_read(const sample_place *place, cl_mem buffer, size_t first, size_t count_words, uint32_t *data) {
    if (count_words == 0) return;
    ck_assert_int_eq(clEnqueueReadBuffer(place->queue, buffer, CL_TRUE, first * sizeof *data,
                                         count_words * sizeof *data, data, 0, NULL, NULL),
                     CL_SUCCESS);
}
