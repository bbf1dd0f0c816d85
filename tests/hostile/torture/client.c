/*
 * A program that uses the library while one call fails: an OpenCL call, by the fake driver
 * (tests/drivers/fake/faults.h), or the TORTURE_N-th allocation (TORTURE_KIND=memory) or file call
 * (TORTURE_KIND=files) of the library's own code, by the linker's --wrap.
 *
 *   torture_client CACHE        with TORTURE_COUNT=FILE, writes the number of such calls there
 *
 * Exit status: 0 all is right; 4 a call was refused with its status and a text; 1 a wrong result, or a
 * refusal without a reason.
 */
#define _XOPEN_SOURCE 700
#include "base/clapi.h"
#include "inject_own.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFUSED = 4, WRONG = 1, SAMPLES = 1000, BUCKETS = 16 };

typedef struct client {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    xl_device *device;
} client;

/* A refusal without a reason is wrong. The program's own calls do not count. */
static int tell(const char *call, int status, const char *text) {
    if (status == CL_SUCCESS) return 0;
    printf("%s: %s: %s\n", call, xl_status_name(status), text);
    return text[0] && !strchr(text, '\033') ? REFUSED : WRONG;
}

static int open_client(client *c, const char *cache) {
    cl_platform_id platform = NULL;
    xl_error error = {.text = ""};
    cl_int status = clGetPlatformIDs(1, &platform, NULL);
    if (status == CL_SUCCESS) status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &c->id, NULL);
    if (status == CL_SUCCESS) c->context = clCreateContext(NULL, 1, &c->id, NULL, NULL, &status);
    if (status == CL_SUCCESS)
        c->queue = xl__make_queue(c->context, c->id, CL_QUEUE_PROFILING_ENABLE, &status);
    if (status != CL_SUCCESS) return tell("the program's own", status, "clCreateContext or another");
    const xl_options options = {.cache_dir = cache, .record_width = 1};
    return tell("xl_open", xl_open(c->id, c->context, &options, &c->device, &error), error.text);
}

static void close_client(client *c) {
    xl_close(c->device);
    if (c->queue) clReleaseCommandQueue(c->queue);
    if (c->context) clReleaseContext(c->context);
}

/* ---- a run --------------------------------------------------------------------------------------------- */

/* After a refusal the library's event shows what still runs. */
static int enqueue_and_read(const client *c, xl_plan *plan, const xl_array arrays[2], void *out,
                            size_t bytes) {
    xl_error error = {.text = ""};
    cl_event first = NULL, last = NULL;
    int width = 0;
    const xl_launch launch = {
        .queue = c->queue, .arrays = arrays, .array_count = 2, .event = &last, .first_event = &first};
    const int status = xl_enqueue(plan, &launch, &error);
    int result = tell("xl_enqueue", status, error.text);
    if (status ? first && !last : !first || !last) result = WRONG;
    if (last) clWaitForEvents(1, &last);
    clFinish(c->queue);
    if (!result) {
        error.text[0] = '\0';
        result = tell("xl_plan_width_measured", xl_plan_width_measured(plan, c->queue, &width, &error),
                      error.text);
    }
    if (!result)
        result = tell("the program's own",
                      clEnqueueReadBuffer(c->queue, arrays[1].buffer, CL_TRUE, 0, bytes, out, 0, NULL, NULL),
                      "clEnqueueReadBuffer");
    if (last) clReleaseEvent(last);
    if (first) clReleaseEvent(first);
    return result;
}

static int run(const client *c, const xl_plan_request *request, const char *in_name, const char *out_name,
               void *out, size_t bytes) {
    uint32_t samples[SAMPLES];
    xl_error error = {.text = ""};
    xl_plan *plan = NULL;
    cl_int made[2] = {CL_SUCCESS, CL_SUCCESS};
    for (uint32_t i = 0; i < SAMPLES; i++) samples[i] = i * 7 % BUCKETS;
    const int status = xl_plan_make(c->device, request, &plan, &error);
    if (status) return plan ? WRONG : tell(request->algorithm, status, error.text);
    const xl_array arrays[] = {
        {in_name,
         clCreateBuffer(c->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof samples, samples,
                        &made[0]),
         0},
        {out_name, clCreateBuffer(c->context, CL_MEM_READ_WRITE, bytes, NULL, &made[1]), 0}};
    int result = tell("the program's own", made[0] ? made[0] : made[1], "clCreateBuffer");
    if (!result) result = enqueue_and_read(c, plan, arrays, out, bytes);
    xl_plan_free(plan);
    for (int i = 0; i < 2; i++)
        if (arrays[i].buffer) clReleaseMemObject(arrays[i].buffer);
    return result;
}

static int run_histogram(const client *c, const char *strategy) {
    const xl_plan_request request = {.algorithm = "histogram",
                                     .strategy = strategy,
                                     .width = 4,
                                     .backend = "local",
                                     .settings = "n=1000 buckets=16"};
    uint32_t counts[BUCKETS] = {0}, expected[BUCKETS] = {0};
    for (uint32_t i = 0; i < SAMPLES; i++) expected[i * 7 % BUCKETS]++;
    const int result = run(c, &request, "samples", "counts", counts, sizeof counts);
    return result == 0 && memcmp(counts, expected, sizeof counts) != 0 ? WRONG : result;
}

static int run_reduce(const client *c) {
    const xl_plan_request request = {
        .algorithm = "reduce", .width = 4, .backend = "local", .settings = "n=1000 items=4"};
    uint32_t sum = 0, expected = 0;
    for (uint32_t i = 0; i < SAMPLES; i++) expected += i * 7 % BUCKETS;
    const int result = run(c, &request, "x", "result", &sum, sizeof sum);
    return result == 0 && sum != expected ? WRONG : result;
}

static int use_header(const client *c) {
    xl_header_use use;
    xl_error error = {.text = ""};
    return tell("xl_header_options", xl_header_options(c->device, "local", 1, 1, &use, &error), error.text);
}

int main(int argc, char **argv) {
    client c = {.id = NULL};
    if (argc != 2) return 2;
    inject_own_arm();
    int result = open_client(&c, argv[1]);
    if (!result) result = run_histogram(&c, "match_local");
    if (!result) result = run_histogram(&c, NULL);
    if (!result) result = run_reduce(&c);
    if (!result) result = use_header(&c);
    close_client(&c);
    inject_own_tell();
    if (!result) printf("right\n");
    if (result == WRONG) printf("WRONG\n");
    return result;
}
