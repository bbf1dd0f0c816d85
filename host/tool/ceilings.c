/* ceilings.c - launch floor, bandwidth and arithmetic rate of the device. */
#include "ceilings.h"
#include "../src/device.h"
#include "../src/os.h"
#include "../src/program.h"
#include "random.h"
#include "stats.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_KEPT = 64, SHOTS = 9, GROUP = 64, ROUNDS = 4096 };

/* A figure kept under the size that it was measured for. */
typedef struct kept {
    double size, value;
} kept;

struct tool_ceilings {
    tool_session *session;
    xl__program *program;
    cl_kernel empty, read, copy, multiply_add;
    cl_mem sink; /* 16 bytes that kernels never write */
    double arithmetic;
    kept bandwidth[MAX_KEPT], floor[MAX_KEPT];
    int bandwidths, floors;
};

typedef struct launch_args {
    const tool_session *session;
    cl_kernel kernel;
    size_t global, local;
} launch_args;

static int fail(xl_error *error, cl_int status, const char *call) {
    return xl__fail(error, status, "%s, to measure what the device can do: %s", call, xl_status_name(status));
}

static int launch_kernel(void *what, cl_event *event, xl_error *error) {
    const launch_args *l = what;
    const cl_int status = clEnqueueNDRangeKernel(l->session->queue, l->kernel, 1, NULL, &l->global,
                                                 l->local ? &l->local : NULL, 0, NULL, event);
    return status == CL_SUCCESS ? XL_SUCCESS : fail(error, status, "clEnqueueNDRangeKernel");
}

/* Median of a few batches after two that warm up, or the shortest one for `best`. Nanoseconds. */
static double time_kernel(tool_ceilings *c, launch_args *l, bool best, xl_error *error) {
    tool_shot shot = {0};
    double ns[SHOTS];
    if (tool_time_batch(c->session, launch_kernel, l, 1, &shot, error) != XL_SUCCESS) return 0.0;
    if (tool_time_batch(c->session, launch_kernel, l, 1, &shot, error) != XL_SUCCESS) return 0.0;
    const int batch = tool_batch_size(shot.ns, c->session->slow ? 0.003 : 0.002);
    for (int i = 0; i < SHOTS; i++) {
        if (tool_time_batch(c->session, launch_kernel, l, batch, &shot, error) != XL_SUCCESS) return 0.0;
        ns[i] = shot.ns;
    }
    double least = ns[0];
    for (int i = 1; i < SHOTS; i++) least = ns[i] < least ? ns[i] : least;
    return best ? least : tool_median(ns, SHOTS);
}

typedef struct argument {
    size_t size;
    const void *value;
} argument;

static bool set_arguments(cl_kernel kernel, const argument *arguments, cl_uint count, xl_error *error) {
    for (cl_uint i = 0; i < count; i++) {
        const cl_int status = clSetKernelArg(kernel, i, arguments[i].size, arguments[i].value);
        if (status != CL_SUCCESS) return fail(error, status, "clSetKernelArg") == XL_SUCCESS;
    }
    return true;
}

/* Enough work-items to fill the device several times over. */
static size_t wide(const tool_ceilings *c) {
    const size_t units = xl__get_facts(c->session->device)->compute_units;
    return (units ? units : 1) * 64 * GROUP;
}

static double measure_arithmetic(tool_ceilings *c, xl_error *error) {
    const cl_uint rounds = c->session->slow ? ROUNDS / 8 : ROUNDS;
    const float a = 0.999f, b = 0.001f;
    launch_args l = {c->session, c->multiply_add, wide(c), GROUP};
    const argument arguments[] = {
        {sizeof c->sink, &c->sink}, {sizeof a, &a}, {sizeof b, &b}, {sizeof rounds, &rounds}};
    if (!set_arguments(l.kernel, arguments, 4, error)) return 0.0;
    const double ns = time_kernel(c, &l, true, error);
    return ns > 0.0 ? (double)l.global * rounds * 16.0 * 1e9 / ns : 0.0;
}

tool_ceilings *tool_ceilings_make(tool_session *s, xl_error *error) {
    tool_ceilings *c = calloc(1, sizeof *c);
    if (!c) {
        xl__fail(error, XL_NO_MEMORY, "no memory for the ceilings");
        return NULL;
    }
    c->session = s;
    bool shared = false;
    int status = xl__program_get(s->device, "common/ceilings.cl", NULL, "", &c->program, &shared, error);
    cl_int made[5] = {CL_SUCCESS, CL_SUCCESS, CL_SUCCESS, CL_SUCCESS, CL_SUCCESS};
    if (status == XL_SUCCESS) {
        c->empty = clCreateKernel(c->program->cl, "ceilings_empty", &made[0]);
        c->read = clCreateKernel(c->program->cl, "ceilings_read", &made[1]);
        c->copy = clCreateKernel(c->program->cl, "ceilings_copy", &made[2]);
        c->multiply_add = clCreateKernel(c->program->cl, "ceilings_multiply_add", &made[3]);
        c->sink = clCreateBuffer(s->context, CL_MEM_READ_WRITE, 16, NULL, &made[4]);
        for (int i = 0; i < 5 && status == XL_SUCCESS; i++)
            if (made[i] != CL_SUCCESS)
                status = fail(error, made[i], i < 4 ? "clCreateKernel" : "clCreateBuffer");
    }
    if (status == XL_SUCCESS) {
        c->arithmetic = measure_arithmetic(c, error);
        xl__program_store(s->device, c->program, 4);
        return c;
    }
    tool_ceilings_free(c);
    return NULL;
}

void tool_ceilings_free(tool_ceilings *c) {
    if (!c) return;
    if (c->empty) clReleaseKernel(c->empty);
    if (c->read) clReleaseKernel(c->read);
    if (c->copy) clReleaseKernel(c->copy);
    if (c->multiply_add) clReleaseKernel(c->multiply_add);
    if (c->sink) clReleaseMemObject(c->sink);
    if (c->program) xl__program_release(c->session->device, c->program);
    free(c);
}

double tool_arithmetic_rate(const tool_ceilings *c) {
    return c->arithmetic;
}

static const kept *find_kept(const kept *list, int count, double size, double factor) {
    for (int i = 0; i < count; i++)
        if (size <= list[i].size * factor && size * factor >= list[i].size) return &list[i];
    return NULL;
}

static void keep(kept *list, int *count, double size, double value) {
    if (*count < MAX_KEPT) list[(*count)++] = (kept){size, value};
}

/* A buffer of random bits: compressing memories must not help. */
static cl_mem random_buffer(const tool_session *s, size_t bytes, xl_error *error) {
    uint32_t *data = malloc(bytes);
    if (!data) {
        xl__fail(error, XL_NO_MEMORY, "no memory for %zu bytes to measure the bandwidth", bytes);
        return NULL;
    }
    const char *call = "clCreateBuffer";
    for (size_t i = 0; i < bytes / 4; i++) data[i] = (uint32_t)(i * 2654435761u) ^ (uint32_t)(i >> 7);
    cl_int status = CL_SUCCESS;
    cl_mem mem = clCreateBuffer(s->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    if (status == CL_SUCCESS) {
        call = "clEnqueueWriteBuffer";
        status = clEnqueueWriteBuffer(s->queue, mem, CL_TRUE, 0, bytes, data, 0, NULL, NULL);
    }
    free(data);
    if (status == CL_SUCCESS) return mem;
    if (mem) clReleaseMemObject(mem);
    fail(error, status, call);
    return NULL;
}

/* Bytes a second of a kernel that moves `bytes`; 0 on failure. */
static double time_moving(tool_ceilings *c, cl_kernel kernel, const argument arguments[3], size_t items,
                          double bytes, xl_error *error) {
    launch_args l = {c->session, kernel, items, GROUP};
    if (!set_arguments(kernel, arguments, 3, error)) return 0.0;
    const double ns = time_kernel(c, &l, true, error);
    return ns > 0.0 ? bytes * 1e9 / ns : 0.0;
}

static double measure_bandwidth(tool_ceilings *c, size_t bytes, xl_error *error) {
    /* Reading moves `bytes`; copying half of it moves as much. Both halves lie in one buffer's size. */
    double best = 0.0;
    const cl_ulong all = bytes / 16, half = all / 2;
    cl_mem in = random_buffer(c->session, bytes, error);
    cl_int status = CL_SUCCESS;
    cl_mem out = in ? clCreateBuffer(c->session->context, CL_MEM_READ_WRITE, bytes, NULL, &status) : NULL;
    if (status != CL_SUCCESS) fail(error, status, "clCreateBuffer");
    if (in && out && status == CL_SUCCESS) {
        size_t items = (size_t)half < wide(c) ? (size_t)half : wide(c);
        items -= items % GROUP;
        if (items == 0) items = GROUP;
        const argument reading[] = {{sizeof in, &in}, {sizeof c->sink, &c->sink}, {sizeof all, &all}};
        const argument copying[] = {{sizeof in, &in}, {sizeof out, &out}, {sizeof half, &half}};
        const double read = time_moving(c, c->read, reading, items, (double)all * 16.0, error);
        const double copied = time_moving(c, c->copy, copying, items, (double)half * 32.0, error);
        /* One alone is no answer: the other may have been the better one. */
        if (read > 0.0 && copied > 0.0) best = read > copied ? read : copied;
    }
    if (in) clReleaseMemObject(in);
    if (out) clReleaseMemObject(out);
    return best;
}

double tool_bandwidth(tool_ceilings *c, double bytes, xl_error *error) {
    const double most = 0.25 * (double)c->session->largest_buffer;
    double size = bytes < 65536.0 ? 65536.0 : bytes;
    if (size > most) size = most;
    const kept *known = find_kept(c->bandwidth, c->bandwidths, size, 2.0);
    if (known) return known->value;
    const size_t rounded = (size_t)size & ~(size_t)1023;
    const double value = measure_bandwidth(c, rounded, error);
    if (value > 0.0) keep(c->bandwidth, &c->bandwidths, size, value);
    return value;
}

double tool_launch_floor(tool_ceilings *c, double work_items, size_t group_size, xl_error *error) {
    const size_t group = group_size ? group_size : GROUP;
    const size_t groups = ((size_t)work_items + group - 1) / group;
    const size_t global = (groups ? groups : 1) * group;
    /* One launch shape, one figure: both numbers make its key. */
    const double size = (double)global + (double)group / 1e6;
    const kept *known = find_kept(c->floor, c->floors, size, 1.0);
    if (known) return known->value;
    const cl_uint never = 0;
    launch_args l = {c->session, c->empty, global, group};
    const argument arguments[] = {{sizeof c->sink, &c->sink}, {sizeof never, &never}};
    if (!set_arguments(c->empty, arguments, 2, error)) return 0.0;
    const double value = time_kernel(c, &l, false, error);
    if (value > 0.0) keep(c->floor, &c->floors, size, value);
    return value;
}
