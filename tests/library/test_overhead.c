/* The host's cost of xl_enqueue in addition to the launch. ctest: not sanitized. */
#include "support/sample.h"
#include "support/suite.h"
#include "plan/plan.h"
#include "base/os.h"
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 400, BATCH = 8 };

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values) {
    qsort(values, SAMPLES, sizeof *values, compare);
    return values[SAMPLES / 2];
}

/* No assertion is timed: Check writes each one to a file. */
static cl_int launch_bare(const sample_place *place, cl_kernel kernel, cl_mem x, cl_mem y, size_t group) {
    const cl_uint n = 16;
    const size_t global = group;
    cl_int status = clSetKernelArg(kernel, 0, sizeof x, &x);
    status |= clSetKernelArg(kernel, 1, sizeof y, &y);
    status |= clSetKernelArg(kernel, 2, sizeof n, &n);
    status |= clEnqueueNDRangeKernel(place->queue, kernel, 1, NULL, &global, &group, 0, NULL, NULL);
    return status;
}

/* The two methods alternate, so that other load slows both. */
TEST(enqueue_is_cheap) {
    sample_place place;
    const xl_options options = {.kernel_dir = sample_kernels()};
    sample_open(&place, &options);
    xl_plan *plan = NULL;
    const xl_plan_request request = {.strategy = "sum", .settings = "n=16"};
    ck_assert_int_eq(xl__plan_make_for(place.device, &sample, &request, &plan, NULL), 0);
    cl_mem x = sample_buffer(&place, 16, NULL), y = sample_buffer(&place, 16, NULL);
    const xl_array arrays[] = {{"x", x, 0}, {"y", y, 0}};
    const xl_launch launch = {.queue = place.queue, .arrays = arrays, .array_count = 2};
    double bare[SAMPLES], ours[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        cl_int status = CL_SUCCESS;
        const uint64_t start = xl__os_now();
        for (int k = 0; k < BATCH; k++)
            status |= launch_bare(&place, plan->kernels[0], x, y, plan->problem.group_size);
        const uint64_t middle = xl__os_now();
        ck_assert_int_eq(clFinish(place.queue), CL_SUCCESS);
        const uint64_t again = xl__os_now();
        for (int k = 0; k < BATCH; k++) status |= xl_enqueue(plan, &launch, NULL);
        ours[i] = (double)(xl__os_now() - again) / BATCH;
        bare[i] = (double)(middle - start) / BATCH;
        ck_assert_int_eq(status, CL_SUCCESS);
        ck_assert_int_eq(clFinish(place.queue), CL_SUCCESS);
    }
    const double bare_ns = median(bare), ours_ns = median(ours);
    printf("enqueue: %.0f ns bare, %.0f ns by xl_enqueue, %.0f ns more\n", bare_ns, ours_ns,
           ours_ns - bare_ns);
    /* On two cores of 2026 1.1 to 1.8 times; a bound in nanoseconds failed on a busy machine. */
    ck_assert_msg(ours_ns < 2.5 * bare_ns, "%.2f times the bare launch", ours_ns / bare_ns);
    clReleaseMemObject(x);
    clReleaseMemObject(y);
    xl_plan_free(plan);
    sample_close(&place);
}
