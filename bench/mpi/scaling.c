/* scaling.c - the time of a run over ranks: `mpirun -n P crosslane_mpi_scaling SECONDS [LARGEST
 * [ALGORITHM]]`.
 *
 * Runs each algorithm, or only ALGORITHM, at several lengths of a part up to LARGEST (4194304) elements,
 * without checks of results. All ranks start each run together. Rank 0 prints one JSON object per line with
 * the median and the least seconds of
 *
 *     device    the slowest rank's time on its device
 *     between   the fastest rank's time between ranks: it waits for no other rank, so this is MPI's own time
 *     all       the slowest rank's whole call
 */
#define CL_TARGET_OPENCL_VERSION 120
#include "crosslane_mpi.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 400 };

typedef struct work {
    const char *algorithm, *settings, *in, *out;
    size_t in_bytes, out_bytes; /* per element; out_bytes of an output that is no part: all of it */
    size_t moved;               /* bytes that the device moves per element; of a scan: for its total */
    size_t message;             /* bytes that a rank hands over; of counts in 32 bits */
    xl_type type;
    int parts;     /* 1: the output has n elements */
    unsigned mask; /* keeps floats small and buckets valid */
} work;

static const work works[] = {
    {"reduce", "operator=add", "x", "result", 4, 4, 4, 4, XL_U32, 0, 0xffffffffU},
    {"scan", "operator=add kind=inclusive", "x", "y", 4, 4, 4, 4, XL_U32, 1, 0xffffffffU},
    {"scan", "operator=affine kind=inclusive", "x", "y", 8, 8, 8, 8, XL_F32, 1, 0x3f3f3f3fU},
    {"histogram", "buckets=256 function=identity", "samples", "counts", 1, 1024, 1, 1024, XL_U8, 0,
     0xffffffffU},
    {"histogram", "buckets=65536 function=identity", "samples", "counts", 4, 262144, 4, 262144, XL_U32, 0,
     0xffffU},
};
static const size_t lengths[] = {0,        65536,    524288,   1048576,   2097152,   4194304,   8388608,
                                 16777216, 33554432, 67108864, 134217728, 268435456, 536870912, 1073741824};

static struct {
    int rank, size;
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    xl_device *device;
} here;

static void need(int status, const char *what, const char *why) {
    if (status == XL_SUCCESS) return;
    fprintf(stderr, "crosslane_mpi_scaling: rank %d: %s: %s %s\n", here.rank, what, xl_status_name(status),
            why);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void open_device(void) {
    cl_platform_id platform;
    cl_int status = CL_SUCCESS;
    cl_device_id all[64];
    cl_uint count = 0;
    xl_error error;
    MPI_Comm node;
    int place = 0;
    need(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs", "");
    need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 64, all, &count), "clGetDeviceIDs", "");
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, here.rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &place);
    MPI_Comm_free(&node);
    here.id = all[(cl_uint)place % count];
    here.context = clCreateContext(NULL, 1, &here.id, NULL, NULL, &status);
    need(status, "clCreateContext", "");
    here.queue = clCreateCommandQueue(here.context, here.id, 0, &status);
    need(status, "clCreateCommandQueue", "");
    need(xl_open(here.id, here.context, NULL, &here.device, &error), "xl_open", error.text);
}

static cl_mem make_buffer(size_t bytes, unsigned mask) {
    enum { WORDS = 32 };
    cl_int status = CL_SUCCESS;
    cl_uint pattern[WORDS];
    const size_t size = (bytes / sizeof pattern + 1) * sizeof pattern;
    for (cl_uint i = 0; i < WORDS; i++) pattern[i] = (i * 2654435761U ^ i << 7) & mask;
    cl_mem buffer = clCreateBuffer(here.context, CL_MEM_READ_WRITE, size, NULL, &status);
    need(status, "clCreateBuffer", "");
    status = clEnqueueFillBuffer(here.queue, buffer, pattern, sizeof pattern, 0, size, 0, NULL, NULL);
    need(status, "clEnqueueFillBuffer", "");
    need(clFinish(here.queue), "clFinish", "");
    return buffer;
}

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, by_value);
    return count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

/* One more run, for all ranks or none. */
static int goes_on(double start, double seconds, int runs) {
    int more = runs < 5 || (runs < MOST_RUNS && MPI_Wtime() - start < seconds);
    MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return more;
}

/* Counts go in 64 bits where all samples pass 32. */
static size_t message_of(const work *w, size_t n) {
    const int counts = strcmp(w->algorithm, "histogram") == 0;
    return counts && n > UINT32_MAX / (size_t)here.size ? 2 * w->message : w->message;
}

/* A scan reads its part once, or twice with several shares, and writes it. */
static size_t moved_of(const work *w, const char *strategy) {
    cl_uint units = 0;
    if (strcmp(w->algorithm, "scan") != 0) return w->moved;
    clGetDeviceInfo(here.id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    const int once = strcmp(strategy, "loop") == 0 || strcmp(strategy, "lookback") == 0 ||
                     (strcmp(strategy, "shares") == 0 && units == 1);
    const size_t scan = (once ? 2 : 3) * w->in_bytes;
    if (here.size == 1) return scan;
    return w->moved + scan;
}

/* The least is the first after sorting. */
static void print_row(const work *w, size_t n, const char *strategy, int runs, double *device,
                      double *between, double *all) {
    const double medians[] = {median(device, runs), median(between, runs), median(all, runs)};
    printf("{\"ranks\": %d, \"algorithm\": \"%s\", \"settings\": \"%s\", \"strategy\": \"%s\", \"n\": %zu, "
           "\"bytes\": %zu, \"message\": %zu, "
           "\"runs\": %d, \"device\": %.9g, \"between\": %.9g, \"all\": %.9g, \"device_least\": %.9g, "
           "\"between_least\": %.9g, \"all_least\": %.9g}\n",
           here.size, w->algorithm, w->settings, strategy, n, n * moved_of(w, strategy), message_of(w, n),
           runs, medians[0], medians[1], medians[2], device[0], between[0], all[0]);
}

static void measure(const work *w, size_t n, double seconds) {
    static double device[MOST_RUNS], between[MOST_RUNS], all[MOST_RUNS];
    char settings[128];
    xl_error error;
    xl_mpi_plan *plan;
    int runs = -2; /* two that warm up */
    snprintf(settings, sizeof settings, "n=%zu %s", n, w->settings);
    const xl_plan_request part = {.algorithm = w->algorithm, .type = w->type, .settings = settings};
    const xl_mpi_request request = {.part = &part};
    need(xl_mpi_plan_make(MPI_COMM_WORLD, here.device, &request, &plan, &error), "xl_mpi_plan_make",
         error.text);
    cl_mem in = make_buffer(n * w->in_bytes, w->mask);
    cl_mem out = make_buffer(w->parts ? n * w->out_bytes : w->out_bytes, 0);
    const xl_array arrays[] = {{w->in, in, 0}, {w->out, out, 0}};
    const xl_launch own = {.queue = here.queue, .arrays = arrays, .array_count = 2};
    const double start = MPI_Wtime();
    for (; goes_on(start, seconds, runs); runs++) {
        xl_mpi_times t, most, least;
        const xl_mpi_launch launch = {.part = &own, .times = &t};
        MPI_Barrier(MPI_COMM_WORLD);
        need(xl_mpi_run(plan, &launch, &error), "xl_mpi_run", error.text);
        MPI_Reduce(&t, &most, 3, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
        MPI_Reduce(&t, &least, 3, MPI_DOUBLE, MPI_MIN, 0, MPI_COMM_WORLD);
        if (here.rank > 0 || runs < 0) continue;
        device[runs] = most.device;
        between[runs] = least.between;
        all[runs] = most.all;
    }
    xl_plan_facts facts = {.strategy = ""};
    xl_plan_get_facts(xl_mpi_plan_part(plan), &facts);
    if (here.rank == 0) print_row(w, n, facts.strategy, runs, device, between, all);
    fflush(stdout);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    xl_mpi_plan_free(plan);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &here.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &here.size);
    const double seconds = argc > 1 ? strtod(argv[1], NULL) : 0.5;
    const size_t largest = argc > 2 ? strtoull(argv[2], NULL, 10) : 4194304;
    const char *const only = argc > 3 ? argv[3] : NULL;
    open_device();
    for (size_t w = 0; w < sizeof works / sizeof works[0]; w++)
        for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++)
            if (lengths[l] <= largest && (!only || strcmp(only, works[w].algorithm) == 0))
                measure(&works[w], lengths[l], seconds);
    xl_close(here.device);
    clReleaseCommandQueue(here.queue);
    clReleaseContext(here.context);
    MPI_Finalize();
    return 0;
}
