#include "support/sample.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
                      .most = 9,
                      .help = "steps of chain"},
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

static int fill_table(const xl__problem *problem, void *data, size_t bytes, xl_error *error) {
    uint32_t *table = data;
    (void)problem, (void)bytes, (void)error;
    for (uint32_t i = 0; i < 4; i++) table[i] = 10 * (i + 1);
    return XL_SUCCESS;
}

static const xl__area areas[] = {
    {.name = "s", .type = "uint", .count = "n"},
    {.name = "table", .type = "uint", .count = "4", .make = fill_table},
    {0},
};

static int refuse(xl__prepare *p) {
    return xl__fail(p->error, XL_UNSUPPORTED, "needs a missing ability");
}

#define GROUPS "blocks(n, group)"
#define SUM                                                                                                  \
    (const xl__pass[]) {                                                                                     \
        {.kernel = "sample_sum", .args = "x, y, uint n", .groups = GROUPS}, {                                \
            0                                                                                                \
        }                                                                                                    \
    }
#define STEP(i)                                                                                              \
    { .kernel = "sample_step", .args = "s, uint n", .groups = GROUPS, .when = "steps > " #i }

static const xl__strategy strategies[] = {
    {.name = "plain",
     .help = "",
     .tuning = "group",
     .source = "sample.cl",
     .flow = XL__NO_SUB_GROUPS,
     .group = "64",
     .passes =
         (const xl__pass[]){
             {.kernel = "sample_plain", .args = "x, extra, y, uint n, float added", .groups = GROUPS}, {0}}},
    {.name = "sum",
     .help = "",
     .tuning = "group",
     .source = "sum.cl",
     .flow = XL__SUB_GROUP_UNIFORM,
     .ops = "reduce_add:u32",
     .passes = SUM},
    {.name = "group",
     .help = "",
     .tuning = "group",
     .source = "sum.cl",
     .flow = XL__GROUP_UNIFORM,
     .ops = "reduce_add:u32",
     .passes = SUM},
    {.name = "chain",
     .help = "",
     .tuning = "steps group",
     .source = "sample.cl",
     .flow = XL__SUB_GROUP_UNIFORM,
     .passes =
         (const xl__pass[]){
             {.fill = "s"},
             {.kernel = "sample_start", .args = "x, s, uint n", .groups = GROUPS},
             STEP(0),
             STEP(1),
             STEP(2),
             STEP(3),
             STEP(4),
             STEP(5),
             STEP(6),
             STEP(7),
             STEP(8),
             {.kernel = "sample_end", .args = "s, table, y, uint n", .groups = GROUPS},
             {0},
         }},
    {.name = "broken",
     .help = "",
     .tuning = "group",
     .source = "broken.cl",
     .flow = XL__SUB_GROUP_UNIFORM,
     .flags = XL__WRONG,
     .passes = (const xl__pass[]){{.kernel = "sample_broken", .args = "y", .groups = GROUPS}, {0}}},
    {.name = "absent",
     .help = "",
     .tuning = "group",
     .source = "sample.cl",
     .flow = XL__SUB_GROUP_UNIFORM,
     .flags = XL__WRONG,
     .passes = (const xl__pass[]){{.kernel = "sample_absent", .args = "y", .groups = GROUPS}, {0}}},
    {.name = "refusing",
     .help = "",
     .tuning = "group",
     .source = "sum.cl",
     .flow = XL__SUB_GROUP_UNIFORM,
     .flags = XL__WRONG,
     .prepare = refuse,
     .passes = SUM},
    {.name = "short", /* one argument too few */
     .help = "",
     .tuning = "group",
     .source = "sum.cl",
     .flow = XL__SUB_GROUP_UNIFORM,
     .flags = XL__WRONG,
     .passes = (const xl__pass[]){{.kernel = "sample_sum", .args = "x, y", .groups = GROUPS}, {0}}},
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
                              .check = check,
                              .areas = areas};

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
    return XL_TEST_SOURCE_DIR "/tests/support/kernels";
}

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* all devices have OpenCL 1.2's queue call */
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

double sample_run(const sample_place *place, const xl_plan_request *request, const xl_launch *launch,
                  const char *measured) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    xl_launch own = *launch;
    own.queue = place->queue;
    ck_assert_msg(xl_plan_make(place->device, request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_msg(xl_enqueue(plan, &own, &error) == XL_SUCCESS, "%s", error.text);
    xl_measure measure;
    double value = -1.0;
    for (size_t i = 0; xl_plan_get_measure(plan, place->queue, i, &measure, NULL) == XL_SUCCESS; i++)
        if (strcmp(measure.name, measured) == 0) value = measure.value;
    ck_assert_int_eq(clFinish(place->queue), CL_SUCCESS);
    xl_plan_free(plan);
    return value;
}
