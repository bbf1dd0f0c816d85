/* Sub-group operations from C, with the OpenCL API alone:
 *
 *     crosslane options --device 0 --width 8 --as c > sg_options.h
 *     cc sub_group.c -lOpenCL -o sub_group && ./sub_group sub_group.cl FOLDER_OF_CROSSLANE_SG_H
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include "sg_options.h"

enum { N = 1024, GROUP = 128 };

static void check(cl_int status, const char *what) {
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "%s: %d\n", what, (int)status);
    exit(1);
}

int main(int argc, char **argv) {
    static char text[8192];
    const char *start = text;
    char options[8192];
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    static cl_uint x[N], out[N][4];
    const size_t global = N, local = GROUP;
    FILE *const file = argc == 3 ? fopen(argv[1], "r") : NULL;
    if (!file || fread(text, 1, sizeof text - 1, file) == 0) return 2;
    fclose(file);
    snprintf(options, sizeof options, "%s -DSG_GROUP_SIZE=%d -I %s", sg_options, GROUP, argv[2]);
    for (cl_uint i = 0; i < N; i++) x[i] = i * 2654435761u >> 22;

    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context, 1, &start, NULL, &status);
    check(clBuildProgram(program, 1, &device, options, NULL, NULL), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "learn", &status);
    check(status, "clCreateKernel");
    cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof x, x, &status);
    cl_mem result = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof out, NULL, &status);
    check(status, "clCreateBuffer");
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof result, &result);
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), "the launch");
    check(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL), "reading");

    /* The lane of the last work-item tells the width; every sum is checked. */
    const cl_uint lanes = out[N - 1][3] + 1;
    int wrong = 0;
    for (cl_uint i = 0; i < N; i++) {
        cl_uint sum = 0, odd = 0;
        for (cl_uint k = i / lanes * lanes; k < (i / lanes + 1) * lanes; k++) {
            sum += x[k];
            odd += x[k] & 1u;
        }
        wrong += out[i][0] != sum || out[i][1] != odd || out[i][2] != x[i ^ 1u] || out[i][3] != i % lanes;
    }
    printf("%d lanes in sub-groups of %u: %s\n", N, (unsigned)lanes, wrong ? "WRONG" : "right");
    clReleaseMemObject(result);
    clReleaseMemObject(in);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return wrong != 0;
}
