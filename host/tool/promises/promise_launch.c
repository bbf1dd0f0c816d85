#include "promises/promise_launch.h"
#include "base/calls.h"
#include "base/os.h"
#include "base/status.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LAUNCH_SECONDS = 20 };

static int fail(xl_error *error, cl_int status, const char *call) {
    return status == CL_SUCCESS ? XL_SUCCESS : xl__fail_cl(error, status, call, "promises", NULL);
}

int tool_promise_build(tool_promise_launch *launch, const tool_promise_place *place, const char *file,
                       const char *text, const char *options, xl_error *error) {
    xl_device *const device = place->session->device;
    const uint64_t begin = xl__os_now();
    xl__text all = {0}, source = {0};
    char name[XL__SOURCE_NAME];
    *launch = (tool_promise_launch){.place = place};
    tool_row_at(place->session, place->session->row_count - 1); /* a build has all of --timeout */
    snprintf(name, sizeof name, "sg/promises/%s", file);
    xl__text_format(&all, "%s %s", place->options, options);
    int status = text ? xl__expand_text(device->kernel_dir, name, text, &source, error)
                      : xl__expand_source(device->kernel_dir, name, &source, error);
    if (status == XL_SUCCESS && (all.failed || source.failed)) status = xl__fail_memory(error);
    if (status == XL_SUCCESS)
        status = xl__program_get_text(device, name, source.data, all.data, &launch->program, &(bool){false},
                                      error);
    launch->build_seconds = 1e-9 * (double)(xl__os_now() - begin);
    xl__text_free(&all);
    xl__text_free(&source);
    return status;
}

bool tool_promise_has_ballot(const tool_promise_place *place, tool_promise *answers, int count) {
    const int width = place->target->width;
    const bool fits = width >= 2 && width <= 64;
    if (fits && strstr(place->options, "-DSG_NATIVE_BALLOT=1")) return true;
    for (int q = 0; q < count; q++) {
        answers[q].outcome = TOOL_PROMISE_IMPOSSIBLE;
        snprintf(answers[q].words, sizeof answers[q].words,
                 fits ? "no native ballot" : "sub-groups of one lane, or of more than 64");
    }
    return false;
}

void tool_promise_end(tool_promise_launch *launch) {
    for (size_t i = 0; i < sizeof launch->memory / sizeof *launch->memory; i++)
        if (launch->memory[i]) clReleaseMemObject(launch->memory[i]);
    if (launch->kernel) clReleaseKernel(launch->kernel);
    if (launch->program) xl__program_release(launch->place->session->device, launch->program);
    *launch = (tool_promise_launch){.place = launch->place};
}

static cl_int make_kernel(tool_promise_launch *launch, const char *name) {
    cl_int status = CL_SUCCESS;
    if (launch->kernel) clReleaseKernel(launch->kernel);
    launch->kernel = clCreateKernel(launch->program->cl, name, &status);
    launch->arguments = 0;
    return status;
}

bool tool_promise_has_kernel(tool_promise_launch *launch, const char *name) {
    return make_kernel(launch, name) == CL_SUCCESS;
}

int tool_promise_kernel(tool_promise_launch *launch, const char *name, xl_error *error) {
    return fail(error, make_kernel(launch, name), "clCreateKernel");
}

static int pass(tool_promise_launch *launch, size_t size, const void *value, xl_error *error) {
    return fail(error, clSetKernelArg(launch->kernel, (cl_uint)launch->arguments++, size, value),
                "clSetKernelArg");
}

static int need_buffer(tool_promise_launch *launch, int slot, size_t bytes, xl_error *error) {
    cl_mem *const memory = &launch->memory[slot];
    cl_int status = CL_SUCCESS;
    size_t has = 0;
    if (*memory) clGetMemObjectInfo(*memory, CL_MEM_SIZE, sizeof has, &has, NULL);
    if (*memory && has == bytes) return XL_SUCCESS;
    if (*memory) clReleaseMemObject(*memory);
    *memory = clCreateBuffer(launch->place->session->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    return fail(error, status, "clCreateBuffer");
}

int tool_promise_words(tool_promise_launch *launch, int slot, size_t count, cl_uint value, xl_error *error) {
    const size_t bytes = count * sizeof value;
    int status = need_buffer(launch, slot, bytes, error);
    if (status) return status;
    status = fail(error,
                  clEnqueueFillBuffer(launch->place->session->queue, launch->memory[slot], &value,
                                      sizeof value, 0, bytes, 0, NULL, NULL),
                  "clEnqueueFillBuffer");
    return status ? status : pass(launch, sizeof(cl_mem), &launch->memory[slot], error);
}

int tool_promise_data(tool_promise_launch *launch, int slot, const cl_uint *words, size_t count,
                      xl_error *error) {
    const size_t bytes = count * sizeof *words;
    int status = need_buffer(launch, slot, bytes, error);
    if (status) return status;
    status = fail(error,
                  clEnqueueWriteBuffer(launch->place->session->queue, launch->memory[slot], CL_TRUE, 0, bytes,
                                       words, 0, NULL, NULL),
                  "clEnqueueWriteBuffer");
    return status ? status : pass(launch, sizeof(cl_mem), &launch->memory[slot], error);
}

int tool_promise_number(tool_promise_launch *launch, cl_uint value, xl_error *error) {
    return pass(launch, sizeof value, &value, error);
}

static int run(tool_promise_launch *launch, cl_uint dimensions, const size_t *global, const size_t *local,
               xl_error *error) {
    tool_session *const s = launch->place->session;
    /* Waits are bounded, so a launch takes milliseconds. A driver may also compile again, as long as before
       or longer on a busy machine. */
    tool_row_patience(s, LAUNCH_SECONDS + ceil(4.0 * launch->build_seconds), 0.0);
    const cl_int status =
        clEnqueueNDRangeKernel(s->queue, launch->kernel, dimensions, NULL, global, local, 0, NULL, NULL);
    if (status != CL_SUCCESS) return fail(error, status, "clEnqueueNDRangeKernel");
    return fail(error, clFinish(s->queue), "clFinish");
}

int tool_promise_run(tool_promise_launch *launch, size_t groups, size_t local, xl_error *error) {
    const size_t global = groups * local;
    return run(launch, 1, &global, &local, error);
}

int tool_promise_run_2d(tool_promise_launch *launch, const size_t global[2], const size_t local[2],
                        xl_error *error) {
    return run(launch, 2, global, local, error);
}

int tool_promise_read(tool_promise_launch *launch, int slot, void *out, size_t bytes, xl_error *error) {
    return fail(error,
                clEnqueueReadBuffer(launch->place->session->queue, launch->memory[slot], CL_TRUE, 0, bytes,
                                    out, 0, NULL, NULL),
                "clEnqueueReadBuffer");
}
