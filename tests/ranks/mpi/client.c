/* client.c - a program that uses crosslane_mpi, for check.py: `mpirun -n P mpi_client FOLDER`.
 *
 * FOLDER/jobs names the jobs, one per line. Rank R reads for job J
 *   J.R.job      "algorithm strategy type seconds settings...": seconds is the time limit; the type "none"
 *                means no device
 *   J.R.ARRAY    the elements of an input array, if its part has any; without the file of an optional
 *                input, the input is omitted
 *   J.R.repeat   how many times in a row the first array's file is mapped, for a part larger than memory
 * and writes J.R.out.ARRAY, J.R.result, or J.R.error with the status and the line.
 */
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#include "crosslane_mpi.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 8, RESULT_BYTES = 1 << 20 };

static struct {
    const char *folder, *job;
    int rank;
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    xl_device *device;
} here;

_Noreturn static void die(const char *what) {
    fprintf(stderr, "mpi_client: rank %d: %s\n", here.rank, what);
    MPI_Abort(MPI_COMM_WORLD, 9);
    exit(9);
}

static FILE *open_file(const char *what, const char *mode) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.%d.%s", here.folder, here.job, here.rank, what);
    return fopen(path, mode);
}

static void write_file(const char *what, const void *data, size_t bytes) {
    FILE *file = open_file(what, "wb");
    if (!file || fwrite(data, 1, bytes, file) != bytes || fclose(file) != 0) die("cannot write");
}

static long repeats(void) {
    long count = 0;
    FILE *file = open_file("repeat", "r");
    if (!file) return 0;
    if (fscanf(file, "%ld", &count) != 1 || count < 1) die("repeat");
    fclose(file);
    return count;
}

/* Maps the file's pages `count` times in a row; they use memory once. */
static cl_mem map_repeated(FILE *file, long count, size_t bytes) {
    const size_t piece = count > 0 ? bytes / (size_t)count : 0;
    char *all = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) die("mmap");
    for (long i = 0; i < count; i++)
        if (mmap(all + (size_t)i * piece, piece, PROT_READ, MAP_SHARED | MAP_FIXED, fileno(file), 0) ==
            MAP_FAILED)
            die("mmap of a piece");
    cl_int status = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(here.context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, bytes, all, &status);
    if (status != CL_SUCCESS) die("clCreateBuffer of mapped memory");
    return buffer;
}

/* An input array's buffer; NULL: no file. */
static cl_mem load(const char *name, size_t bytes) {
    FILE *file = open_file(name, "rb");
    cl_int status = CL_SUCCESS;
    if (!file) return NULL;
    if (repeats() > 0) {
        cl_mem mapped = map_repeated(file, repeats(), bytes);
        fclose(file);
        return mapped;
    }
    char *data = calloc(bytes + 16, 1);
    if (!data || fread(data, 1, bytes, file) != bytes) die("an input is short");
    fclose(file);
    cl_mem buffer =
        clCreateBuffer(here.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes + 16, data, &status);
    free(data);
    if (status != CL_SUCCESS) die("clCreateBuffer");
    return buffer;
}

static void save(const char *name, cl_mem buffer, size_t bytes) {
    char what[64];
    char *data = malloc(bytes + 1);
    snprintf(what, sizeof what, "out.%s", name);
    if (!data) die("memory");
    if (bytes > 0 &&
        clEnqueueReadBuffer(here.queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL) != CL_SUCCESS)
        die("clEnqueueReadBuffer");
    write_file(what, data, bytes);
    free(data);
}

static int run_plan(xl_mpi_plan *plan, const char *algorithm, xl_error *error) {
    xl_array arrays[MOST];
    xl_array_size sizes[MOST];
    xl_array_info info;
    int outputs[MOST];
    size_t count = 0;
    static char result[RESULT_BYTES];
    for (size_t i = 0; xl_describe_array(algorithm, i, &info, NULL) == XL_SUCCESS; i++) {
        cl_int status = CL_SUCCESS;
        outputs[count] = info.direction == XL_OUTPUT;
        if (xl_plan_get_array(xl_mpi_plan_part(plan), info.name, &sizes[count], error) != XL_SUCCESS)
            die(error->text);
        cl_mem buffer = outputs[count] ? clCreateBuffer(here.context, CL_MEM_READ_WRITE,
                                                        sizes[count].bytes + 16, NULL, &status)
                                       : load(info.name, sizes[count].bytes);
        if (status != CL_SUCCESS) die("clCreateBuffer");
        if (buffer) arrays[count++] = (xl_array){info.name, buffer, 0};
    }
    const xl_launch part = {.queue = here.queue, .arrays = arrays, .array_count = count};
    xl_mpi_times times;
    const xl_mpi_launch launch = {
        .part = &part, .result = result, .result_size = sizeof result, .times = &times};
    const int status = xl_mpi_run(plan, &launch, error);
    for (size_t i = 0; i < count; i++) {
        if (status == XL_SUCCESS && outputs[i]) save(arrays[i].name, arrays[i].buffer, sizes[i].bytes);
        clReleaseMemObject(arrays[i].buffer);
    }
    if (status == XL_SUCCESS) write_file("result", result, sizeof result);
    return status;
}

static xl_type find_type(const char *name) {
    for (int t = 1; t < XL_TYPE_COUNT; t++)
        if (strcmp(xl_type_name((xl_type)t), name) == 0) return (xl_type)t;
    return XL_TYPE_NONE;
}

static void run_job(void) {
    char algorithm[32], strategy[32], type[32], settings[512] = "";
    double seconds = 0;
    xl_mpi_plan *plan = NULL;
    xl_error error = {0};
    FILE *file = open_file("job", "r");
    if (!file ||
        fscanf(file, "%31s %31s %31s %lf %511[^\n]", algorithm, strategy, type, &seconds, settings) < 4)
        die("cannot read a job");
    fclose(file);
    if (strcmp(algorithm, "sleep") == 0) { /* does not take part */
        sleep((unsigned)seconds);
        return;
    }
    const xl_plan_request part = {
        .algorithm = algorithm, .strategy = strategy, .type = find_type(type), .settings = settings};
    const xl_mpi_request request = {.part = &part, .time_limit = seconds};
    int status = xl_mpi_plan_make(MPI_COMM_WORLD, strcmp(type, "none") == 0 ? NULL : here.device, &request,
                                  &plan, &error);
    if (status == XL_SUCCESS) status = run_plan(plan, algorithm, &error);
    if (status != XL_SUCCESS) {
        char text[XL_ERROR_TEXT + 64];
        snprintf(text, sizeof text, "%d %s\n", status, error.text);
        write_file("error", text, strlen(text));
    }
    xl_mpi_plan_free(plan);
}

static void open_device(void) {
    cl_platform_id platform;
    cl_int status = CL_SUCCESS;
    xl_error error;
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &here.id, NULL) != CL_SUCCESS)
        die("no device");
    here.context = clCreateContext(NULL, 1, &here.id, NULL, NULL, &status);
    if (status != CL_SUCCESS) die("clCreateContext");
    here.queue = clCreateCommandQueue(here.context, here.id, 0, &status);
    if (status != CL_SUCCESS) die("clCreateCommandQueue");
    const xl_options options = {.cache_dir = getenv("CROSSLANE_TEST_CACHE")};
    if (xl_open(here.id, here.context, &options, &here.device, &error) != XL_SUCCESS) die(error.text);
}

int main(int argc, char **argv) {
    char path[1024], line[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &here.rank);
    if (argc != 2) die("usage: mpi_client FOLDER");
    here.folder = argv[1];
    open_device();
    snprintf(path, sizeof path, "%s/jobs", here.folder);
    FILE *jobs = fopen(path, "r");
    if (!jobs) die("no jobs");
    while (fgets(line, sizeof line, jobs)) {
        line[strcspn(line, "\n")] = '\0';
        here.job = line;
        run_job();
    }
    fclose(jobs);
    xl_close(here.device);
    clReleaseCommandQueue(here.queue);
    clReleaseContext(here.context);
    MPI_Finalize();
    return 0;
}
