/* One scan over the devices of several ranks, by crosslane_mpi:
 *
 *     mpicc ranks.c $(pkg-config --cflags --libs crosslane) -lcrosslane_mpi -lOpenCL -o ranks
 *     mpirun -n 4 ranks
 *
 * The ranks share a million steps c -> c p + v. For each of its steps a rank gets the composition of all
 * steps up to that step.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <crosslane_mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 1000000 };

static void need(int status, const char *what, const char *why) {
    if (status == XL_SUCCESS) return;
    fprintf(stderr, "%s: %s %s\n", what, xl_status_name(status), why);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    /* Your program has these: a device, a context, a queue, and its part of the data in buffers. */
    const size_t n = STEPS / (size_t)size + (rank < STEPS % size ? 1 : 0), bytes = n * 2 * sizeof(float);
    float *steps = malloc(bytes);
    for (size_t i = 0; i < n; i++) steps[2 * i] = 1, steps[2 * i + 1] = -1; /* c -> 1 - c */
    cl_platform_id platform;
    cl_device_id id;
    cl_int status;
    need(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs", "");
    need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, NULL), "clGetDeviceIDs", "");
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, &status);
    need(status, "clCreateContext", "");
    cl_command_queue queue = clCreateCommandQueue(context, id, 0, &status);
    need(status, "clCreateCommandQueue", "");
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, steps, &status);
    need(status, "clCreateBuffer", "");
    cl_mem y = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    need(status, "clCreateBuffer", "");

    /* The plan of this rank's part; all ranks make it, run it and free it. */
    xl_device *device;
    xl_mpi_plan *plan;
    xl_error error;
    need(xl_open(id, context, NULL, &device, &error), "xl_open", error.text);
    const xl_setting values[] = {{"n", (double)n, NULL}, {"operator", 0, "affine"}, {"kind", 0, "inclusive"}};
    const xl_plan_request part = {.algorithm = "scan", .type = XL_F32, .values = values, .value_count = 3};
    const xl_mpi_request request = {.part = &part, .time_limit = 60};
    need(xl_mpi_plan_make(MPI_COMM_WORLD, device, &request, &plan, &error), "xl_mpi_plan_make", error.text);

    float all[2];
    xl_mpi_times times;
    const xl_array arrays[] = {{"x", x, 0}, {"y", y, 0}};
    const xl_launch own = {.queue = queue, .arrays = arrays, .array_count = 2};
    const xl_mpi_launch launch = {.part = &own, .result = all, .result_size = sizeof all, .times = &times};
    need(xl_mpi_run(plan, &launch, &error), "xl_mpi_run", error.text);
    if (rank == 0)
        printf("%d steps by %d ranks: c -> %g c + %g; %.0f %% of the time between ranks\n", STEPS, size,
               (double)all[1], (double)all[0], 100 * times.between / times.all);

    xl_mpi_plan_free(plan);
    xl_close(device);
    clReleaseMemObject(x);
    clReleaseMemObject(y);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(steps);
    MPI_Finalize();
    return all[1] == 1 && all[0] == 0 ? 0 : 1;
}
