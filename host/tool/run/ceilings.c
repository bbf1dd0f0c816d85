#include "run/ceilings.h"
#include "caps/device_open.h"
#include "base/os.h"
#include "program/program.h"
#include "cases/random.h"
#include "records/stats.h"
#include "base/calls.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KEPT = 64, SHOTS = 9, GROUP = 64, ROUNDS = 4096 };

/* Empty launches take 1 to MOST_BUFFERS buffers: kernel[EMPTY + buffers - 1]. */
enum {
    MOST_BUFFERS = 6,
    EMPTY = 0,
    READ = EMPTY + MOST_BUFFERS,
    COPY,
    READ_SHARES,
    COPY_SHARES,
    MULTIPLY_ADD,
    MULTIPLY_ADD_WIDE,
    PROBE, /* the first kernel, with its own arguments */
    KERNELS
};
static const char *const kernel_names[KERNELS] = {
    "ceilings_empty_1",     "ceilings_empty_2",     "ceilings_empty_3",      "ceilings_empty_4",
    "ceilings_empty_5",     "ceilings_empty_6",     "ceilings_read",         "ceilings_copy",
    "ceilings_read_shares", "ceilings_copy_shares", "ceilings_multiply_add", "ceilings_multiply_add_wide",
    "ceilings_multiply_add"};

/* Short compared with rows, long compared with a clock's resolution. */
#define PROBE_NS 300000.0

/* A figure, with the size it was measured for. */
typedef struct kept {
    double size, value;
} kept;

struct tool_ceilings {
    tool_session *session;
    xl__program *program;
    cl_kernel kernel[KERNELS];
    /* 16 bytes each that kernels never write. Several, because passing one buffer several times is cheaper
       on some drivers. */
    cl_mem sink[MOST_BUFFERS];
    double arithmetic;
    bool probe_by_events; /* else by the host's clock */
    enum { PROBE_UNTRIED, PROBE_READY, PROBE_FAILS } probe;
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

/* The event of the only command is never requested. */
static int launch_kernel(void *what, cl_event *first, cl_event *event, xl_error *error) {
    const launch_args *l = what;
    (void)first;
    const cl_int status = clEnqueueNDRangeKernel(l->session->queue, l->kernel, 1, NULL, &l->global,
                                                 l->local ? &l->local : NULL, 0, NULL, event);
    return status == CL_SUCCESS ? XL_SUCCESS : fail(error, status, "clEnqueueNDRangeKernel");
}

/* Nanoseconds: the median of a few batches after warm-up, or with `best` the shortest. */
static double time_kernel(tool_ceilings *c, launch_args *l, bool best, xl_error *error) {
    tool_shot shot = {0};
    double ns[SHOTS];
    if (tool_time_batch(c->session, launch_kernel, l, 1, false, &shot, error) != XL_SUCCESS) return 0.0;
    if (tool_time_batch(c->session, launch_kernel, l, 1, false, &shot, error) != XL_SUCCESS) return 0.0;
    const int batch = tool_batch_size(shot.ns, c->session->slow ? 0.003 : 0.002);
    for (int i = 0; i < SHOTS; i++) {
        if (tool_time_batch(c->session, launch_kernel, l, batch, false, &shot, error) != XL_SUCCESS)
            return 0.0;
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

/* To fill the device several times over. */
static size_t wide(const tool_ceilings *c) {
    const size_t units = xl__get_facts(c->session->device)->compute_units;
    return (units ? units : 1) * 64 * GROUP;
}

static double rate_of(tool_ceilings *c, cl_kernel kernel, double per_round, xl_error *error) {
    const cl_uint rounds = c->session->slow ? ROUNDS / 8 : ROUNDS;
    const float a = 0.999f, b = 0.001f;
    launch_args l = {c->session, kernel, wide(c), GROUP};
    const argument arguments[] = {
        {sizeof c->sink[0], &c->sink[0]}, {sizeof a, &a}, {sizeof b, &b}, {sizeof rounds, &rounds}};
    if (!set_arguments(kernel, arguments, 4, error)) return 0.0;
    const double ns = time_kernel(c, &l, true, error);
    return ns > 0.0 ? (double)l.global * rounds * per_round * 1e9 / ns : 0.0;
}

/* 0 if one is missing: it may be the better. */
static double better(double a, double b) {
    return a > 0.0 && b > 0.0 ? fmax(a, b) : 0.0;
}

static double measure_arithmetic(tool_ceilings *c, xl_error *error) {
    return better(rate_of(c, c->kernel[MULTIPLY_ADD], 16.0, error),
                  rate_of(c, c->kernel[MULTIPLY_ADD_WIDE], 128.0, error));
}

tool_ceilings *tool_ceilings_make(tool_session *s, xl_error *error) {
    tool_ceilings *c = calloc(1, sizeof *c);
    if (!c) {
        xl__fail(error, XL_NO_MEMORY, "no memory for the ceilings");
        return NULL;
    }
    c->session = s;
    bool shared = false;
    int status = xl__program_get(s->device, &(xl__source){.name = "common/ceilings.cl"}, NULL, "",
                                 &c->program, &shared, error);
    cl_int made = CL_SUCCESS;
    for (int i = 0; i < KERNELS && status == XL_SUCCESS; i++) {
        c->kernel[i] = clCreateKernel(c->program->cl, kernel_names[i], &made);
        if (made == CL_SUCCESS) continue;
        c->kernel[i] = NULL;
        status = fail(error, made, "clCreateKernel");
    }
    for (int i = 0; i < MOST_BUFFERS && status == XL_SUCCESS; i++) {
        c->sink[i] = clCreateBuffer(s->context, CL_MEM_READ_WRITE, 16, NULL, &made);
        if (made != CL_SUCCESS) status = fail(error, made, "clCreateBuffer");
    }
    if (status == XL_SUCCESS) {
        c->arithmetic = measure_arithmetic(c, error);
        xl__program_store(s->device, c->program, KERNELS);
        return c;
    }
    tool_ceilings_free(c);
    return NULL;
}

void tool_ceilings_free(tool_ceilings *c) {
    if (!c) return;
    for (int i = 0; i < KERNELS; i++)
        if (c->kernel[i]) clReleaseKernel(c->kernel[i]);
    for (int i = 0; i < MOST_BUFFERS; i++)
        if (c->sink[i]) clReleaseMemObject(c->sink[i]);
    if (c->program) xl__program_release(c->session->device, c->program);
    free(c);
}

double tool_arithmetic_rate(tool_ceilings *c, bool again, xl_error *error) {
    if (again) c->arithmetic = fmax(c->arithmetic, measure_arithmetic(c, error));
    return c->arithmetic;
}

/* By the device's clock; 0: unknown. */
static double time_of_event(cl_event event) {
    cl_ulong start = 0, end = 0;
    if (clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) ||
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL))
        return 0.0;
    return end > start ? (double)(end - start) : 0.0;
}

/* One work-group, one launch. The host's clock would include waking the device's threads. */
static double shoot_probe(tool_ceilings *c) {
    const size_t group = GROUP;
    cl_event event = NULL;
    const uint64_t start = xl__os_now();
    cl_int status = clEnqueueNDRangeKernel(c->session->queue, c->kernel[PROBE], 1, NULL, &group, &group, 0,
                                           NULL, c->probe_by_events ? &event : NULL);
    if (status == CL_SUCCESS) status = clFinish(c->session->queue);
    double ns = (double)(xl__os_now() - start);
    if (event) {
        ns = time_of_event(event);
        clReleaseEvent(event);
    }
    return status == CL_SUCCESS ? ns : 0.0;
}

static bool set_probe_rounds(tool_ceilings *c, double wanted) {
    const cl_uint rounds = wanted < 1.0 ? 1 : wanted > 1e8 ? 100000000 : (cl_uint)wanted;
    return clSetKernelArg(c->kernel[PROBE], 3, sizeof rounds, &rounds) == CL_SUCCESS;
}

/* For about PROBE_NS. False: it cannot be timed. */
static bool size_probe(tool_ceilings *c) {
    enum { FIRST_ROUNDS = 64, STEPS = 3, SHOTS_EACH = 3, MOST_TIMES = 64 };
    double rounds = FIRST_ROUNDS;
    for (int step = 0; step < STEPS; step++) {
        double least = INFINITY;
        if (!set_probe_rounds(c, rounds)) return false;
        for (int i = 0; i < SHOTS_EACH; i++) least = fmin(least, shoot_probe(c));
        if (!(least > 0.0)) return false;
        rounds *= fmin(PROBE_NS / least, MOST_TIMES);
    }
    return set_probe_rounds(c, rounds);
}

static bool ready_probe(tool_ceilings *c) {
    const float a = 0.999f, b = 0.001f;
    xl_error ignored = {0};
    const argument arguments[] = {{sizeof c->sink[0], &c->sink[0]}, {sizeof a, &a}, {sizeof b, &b}};
    c->probe_by_events = c->session->profiling;
    if (!set_arguments(c->kernel[PROBE], arguments, 3, &ignored)) return false;
    if (size_probe(c)) return true;
    if (!c->probe_by_events) return false;
    c->probe_by_events = false;
    return size_probe(c);
}

double tool_ceilings_probe(tool_ceilings *c) {
    if (c->probe == PROBE_UNTRIED) c->probe = ready_probe(c) ? PROBE_READY : PROBE_FAILS;
    return c->probe == PROBE_READY ? shoot_probe(c) : 0.0;
}

static kept *find_kept(kept *list, int count, double size, double factor) {
    for (int i = 0; i < count; i++)
        if (size <= list[i].size * factor && size * factor >= list[i].size) return &list[i];
    return NULL;
}

static void keep(kept *list, int *count, double size, double value) {
    if (*count < MAX_KEPT) list[(*count)++] = (kept){size, value};
}

/* Memory compression cannot shrink random bits. */
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

/* Over `count` elements of 16 bytes, each moved `moves` times; 0 on failure. With shares the work-items fill
   the device once. */
static double speed_of(tool_ceilings *c, int which, cl_mem in, cl_mem out, cl_ulong count, double moves,
                       xl_error *error) {
    const bool shares = which == READ_SHARES || which == COPY_SHARES;
    const size_t most = shares ? wide(c) / 64 : wide(c);
    size_t items = (size_t)count < most ? (size_t)count : most;
    items = items < GROUP ? GROUP : items - items % GROUP;
    const cl_ulong share = (count + items - 1) / items;
    launch_args l = {c->session, c->kernel[which], items, GROUP};
    const argument arguments[] = {
        {sizeof in, &in}, {sizeof out, &out}, {sizeof count, &count}, {sizeof share, &share}};
    if (!set_arguments(c->kernel[which], arguments, shares ? 4 : 3, error)) return 0.0;
    const double ns = time_kernel(c, &l, true, error);
    return ns > 0.0 ? (double)count * 16.0 * moves * 1e9 / ns : 0.0;
}

/* Reading `bytes` and copying half of it move the same amount. */
static double measure_bandwidth(tool_ceilings *c, size_t bytes, xl_error *error) {
    double best = 0.0;
    const cl_ulong all = bytes / 16, half = all / 2;
    cl_int status = CL_SUCCESS;
    cl_mem in = random_buffer(c->session, bytes, error);
    cl_mem out = in ? clCreateBuffer(c->session->context, CL_MEM_READ_WRITE, bytes, NULL, &status) : NULL;
    if (status != CL_SUCCESS) fail(error, status, "clCreateBuffer");
    if (in && out && status == CL_SUCCESS) {
        const double read = better(speed_of(c, READ, in, c->sink[0], all, 1.0, error),
                                   speed_of(c, READ_SHARES, in, c->sink[0], all, 1.0, error));
        const double copied = better(speed_of(c, COPY, in, out, half, 2.0, error),
                                     speed_of(c, COPY_SHARES, in, out, half, 2.0, error));
        best = better(read, copied);
    }
    if (in) clReleaseMemObject(in);
    if (out) clReleaseMemObject(out);
    return best;
}

double tool_bandwidth(tool_ceilings *c, double bytes, bool again, xl_error *error) {
    const double most = 0.25 * (double)c->session->largest_buffer;
    double size = bytes < 65536.0 ? 65536.0 : bytes;
    if (size > most) size = most;
    kept *known = find_kept(c->bandwidth, c->bandwidths, size, 2.0);
    if (known && !again) return known->value;
    const size_t rounded = (size_t)size & ~(size_t)1023;
    const double value = measure_bandwidth(c, rounded, error);
    if (known && value > known->value) known->value = value;
    if (known) return known->value;
    if (value > 0.0) keep(c->bandwidth, &c->bandwidths, size, value);
    return value;
}

double tool_launch_floor(tool_ceilings *c, double work_items, size_t group_size, int buffers, bool again,
                         xl_error *error) {
    enum { GROUPS_TO = 2048, BUFFERS_TO = 8 }; /* above the largest of each */
    const int taken = buffers < 1 ? 1 : buffers > MOST_BUFFERS ? MOST_BUFFERS : buffers;
    const size_t group = group_size ? group_size : GROUP;
    const size_t groups = ((size_t)work_items + group - 1) / group;
    const size_t global = (groups ? groups : 1) * group;
    const double size = ((double)global * GROUPS_TO + (double)group) * BUFFERS_TO + (double)taken;
    kept *known = find_kept(c->floor, c->floors, size, 1.0);
    if (known && !again) return known->value;
    const cl_uint never = 0;
    launch_args l = {c->session, c->kernel[EMPTY + taken - 1], global, group};
    argument arguments[MOST_BUFFERS + 1];
    for (int i = 0; i < taken; i++) arguments[i] = (argument){sizeof c->sink[i], &c->sink[i]};
    arguments[taken] = (argument){sizeof never, &never};
    if (!set_arguments(l.kernel, arguments, (cl_uint)taken + 1, error)) return 0.0;
    const double value = time_kernel(c, &l, false, error);
    if (known && value > 0.0 && value < known->value) known->value = value;
    if (known) return known->value;
    if (value > 0.0) keep(c->floor, &c->floors, size, value);
    return value;
}
