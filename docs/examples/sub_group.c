/* Sub-group operations from C, using only the OpenCL API. Without -DNDEBUG the kernel checks that it runs at
 * the width of the build (SG_GUARD).
 *
 *     crosslane options --device 0 --width 8 --as c > sg_options.h
 *     cc sub_group.c -lOpenCL -o sub_group && ./sub_group sub_group.cl FOLDER_OF_CROSSLANE_SG_H
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include "sg_options.h"

#ifdef NDEBUG
enum { GUARD = 0 };
#else
enum { GUARD = 1 };
#endif
enum { N = 1024, GROUP = 128 };

static void check(cl_int status, const char *what) {
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "%s: %d\n", what, (int)status);
    exit(1);
}

int main(int argc, char **argv) {
    static char text[8192], options[8192];
    static cl_uint x[N], out[N][4], guard[2];
    const char *start = text;
    const size_t global = N, local = GROUP;
    cl_platform_id platforms[16];
    cl_uint count;
    cl_device_id device = NULL;
    cl_int status;
    FILE *const file = argc == 3 ? fopen(argv[1], "r") : NULL;
    if (!file || fread(text, 1, sizeof text - 1, file) == 0) return 2;
    fclose(file);
    snprintf(options, sizeof options, "%s -DSG_GROUP_SIZE=%d -DSG_GUARD=%d -I %s", sg_options, GROUP, GUARD,
             argv[2]);
    for (cl_uint i = 0; i < N; i++) x[i] = i * 2654435761u >> 22;

    /* The first device: a platform before it may have none. */
    check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
    status = CL_DEVICE_NOT_FOUND;
    for (cl_uint i = 0; i < count && i < 16 && status != CL_SUCCESS; i++)
        status = clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    check(status, "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context, 1, &start, NULL, &status);
    check(clBuildProgram(program, 1, &device, options, NULL, NULL), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "learn", &status);
    check(status, "clCreateKernel");
    const cl_mem_flags copied = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    cl_mem buffers[3] = {clCreateBuffer(context, copied, sizeof x, x, NULL),
                         clCreateBuffer(context, copied, sizeof out, out, NULL),
                         clCreateBuffer(context, copied, sizeof guard, guard, NULL)};
    for (cl_uint i = 0; i < 2 + GUARD; i++)
        check(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), "arguments");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), "the launch");
    check(clEnqueueReadBuffer(queue, buffers[1], CL_TRUE, 0, sizeof out, out, 0, NULL, NULL), "reading");
    check(clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof guard, guard, 0, NULL, NULL), "reading");
    if (guard[0]) printf("built for another width: %u lanes run together\n", (unsigned)guard[0]);

    /* The lane of the last work-item gives the width; every sum is checked. */
    const cl_uint lanes = out[N - 1][3] + 1;
    int wrong = guard[0] != 0 || guard[1] != 0;
    for (cl_uint i = 0; i < N; i++) {
        cl_uint sum = 0, odd = 0;
        for (cl_uint k = i / lanes * lanes; k < (i / lanes + 1) * lanes; k++) {
            sum += x[k];
            odd += x[k] & 1u;
        }
        wrong += out[i][0] != sum || out[i][1] != odd || out[i][2] != x[i ^ 1u] || out[i][3] != i % lanes;
    }
    printf("%d lanes in sub-groups of %u: %s\n", N, (unsigned)lanes, wrong ? "WRONG" : "right");
    for (int i = 0; i < 3; i++) clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return wrong != 0;
}
