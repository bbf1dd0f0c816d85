#include "bench/estimate.h"
#include "base/os.h"
#include "program/source.h"
#include "bench/bench.h"
#include "verify/verify.h"
#include "base/calls.h"

/* Costs of a row besides its samples: host's seconds, kernels in units of ceilings.cl (docs/performance.md,
   "How long everything takes"). */
static const double row_seconds = 0.35, row_compilations = 0.15;

/* 0 on failure. A unique first line bypasses the driver's cache. */
static double compile_seconds(const tool_session *s) {
    xl__text text = {0};
    xl_error error = {0};
    const uint64_t start = xl__os_now();
    xl__text_format(&text, "#define CROSSLANE_ESTIMATE %llu\n", (unsigned long long)start);
    cl_program program = NULL;
    cl_kernel kernel = NULL;
    cl_mem sink = NULL;
    cl_int status = CL_OUT_OF_HOST_MEMORY;
    if (xl__expand_source(s->options->kernel_dir, "common/ceilings.cl", &text, &error) == XL_SUCCESS &&
        !text.failed) {
        const char *const source = text.data;
        program = clCreateProgramWithSource(s->context, 1, (const char *[]){source}, NULL, &status);
        if (status == CL_SUCCESS) status = clBuildProgram(program, 1, &s->id, "", NULL, NULL);
        if (status == CL_SUCCESS) kernel = clCreateKernel(program, "ceilings_multiply_add", &status);
        if (status == CL_SUCCESS) sink = clCreateBuffer(s->context, CL_MEM_READ_WRITE, 16, NULL, &status);
    }
    const cl_float a = 0.999f, b = 0.001f;
    const cl_uint rounds = 1;
    const size_t global = 64, local = 64;
    if (status == CL_SUCCESS) status = clSetKernelArg(kernel, 0, sizeof sink, &sink);
    if (status == CL_SUCCESS) status = clSetKernelArg(kernel, 1, sizeof a, &a);
    if (status == CL_SUCCESS) status = clSetKernelArg(kernel, 2, sizeof b, &b);
    if (status == CL_SUCCESS) status = clSetKernelArg(kernel, 3, sizeof rounds, &rounds);
    if (status == CL_SUCCESS)
        status = clEnqueueNDRangeKernel(s->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
    if (status == CL_SUCCESS) status = clFinish(s->queue);
    const double seconds = 1e-9 * (double)(xl__os_now() - start);
    if (sink) clReleaseMemObject(sink);
    if (kernel) clReleaseKernel(kernel);
    if (program) clReleaseProgram(program);
    xl__text_free(&text);
    return status == CL_SUCCESS ? seconds : 0.0;
}

static int count_algorithms(const tool_choice *choices, int count) {
    int algorithms = 0;
    for (int c = 0; c < count; c++) algorithms += c == 0 || choices[c].cs != choices[c - 1].cs;
    return algorithms;
}

/* A compilation takes `compile` seconds; *rows: at most. */
static double estimate(tool_session *s, const tool_choice *choices, int count, double compile, double *rows) {
    double sampled = 0.0;
    const double timed = tool_bench_rows(s, choices, count, !s->slow, &sampled);
    *rows = tool_verify_rows(s, choices, count) + timed;
    return *rows * (row_seconds + row_compilations * compile) + timed * sampled;
}

void tool_estimate(tool_session *s, const tool_choice *choices, int count, int all) {
    const double compile = compile_seconds(s);
    double rows = 0.0, all_rows = 0.0;
    if (compile <= 0.0) return;
    const double seconds = estimate(s, choices, count, compile, &rows),
                 all_seconds = estimate(s, choices, all, compile, &all_rows);
    tool_emit(s, json_pack("{s:s,s:i,s:f,s:f,s:i,s:f}", "event", "estimate", "algorithms",
                           count_algorithms(choices, count), "rows", rows, "seconds", seconds,
                           "all_algorithms", count_algorithms(choices, all), "all_seconds", all_seconds));
}
