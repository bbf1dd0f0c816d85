/* A program outside crosslane with its own context, queue and buffers. It counts a histogram by the library
   and runs its own kernel with crosslane_sg.h. Ends with "N passed, M failed"; exit status 1 on a failure. */
#define CL_TARGET_OPENCL_VERSION 120
#include <crosslane.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 100003, BUCKETS = 64, GROUPS = 5 };

typedef struct program {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    xl_device *library;
} program;

static int check(cl_int status, const char *call) {
    if (status != CL_SUCCESS) fprintf(stderr, "consumer: %s: %s\n", call, xl_status_name(status));
    return status;
}

static int open_first_device(program *p) {
    cl_platform_id platforms[16];
    cl_uint count = 0;
    cl_int status = check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
    for (cl_uint i = 0; status == CL_SUCCESS && i < count && i < 16 && p->device == NULL; i++)
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &p->device, NULL) != CL_SUCCESS)
            p->device = NULL;
    if (p->device == NULL) {
        fputs("consumer: no OpenCL device\n", stderr);
        return CL_DEVICE_NOT_FOUND;
    }
    p->context = clCreateContext(NULL, 1, &p->device, NULL, NULL, &status);
    if (check(status, "clCreateContext") != CL_SUCCESS) return status;
    p->queue = clCreateCommandQueue(p->context, p->device, 0, &status);
    if (check(status, "clCreateCommandQueue") != CL_SUCCESS) return status;
    xl_error error;
    status = xl_open(p->device, p->context, NULL, &p->library, &error);
    if (status != XL_SUCCESS) fprintf(stderr, "consumer: xl_open: %s\n", error.text);
    return status;
}

static void close_device(program *p) {
    xl_close(p->library);
    if (p->queue != NULL) clReleaseCommandQueue(p->queue);
    if (p->context != NULL) clReleaseContext(p->context);
}

/* Reads the counts after the run's event. */
static int run_plan(const program *p, cl_mem samples, cl_mem counts, cl_uint *result) {
    xl_plan *plan = NULL;
    cl_event done = NULL;
    xl_error error = {0};
    char settings[64];
    snprintf(settings, sizeof settings, "n=%d buckets=%d", SAMPLES, BUCKETS);
    int status = xl_plan_make(
        p->library, &(xl_plan_request){.algorithm = "histogram", .type = XL_U32, .settings = settings}, &plan,
        &error);
    if (status == XL_SUCCESS)
        status =
            xl_enqueue(plan,
                       &(xl_launch){.queue = p->queue,
                                    .array_count = 2,
                                    .arrays = (xl_array[]){{"samples", samples, 0}, {"counts", counts, 0}},
                                    .event = &done},
                       &error);
    if (status != XL_SUCCESS)
        fprintf(stderr, "consumer: histogram: %s\n", error.text);
    else
        status = check(clEnqueueReadBuffer(p->queue, counts, CL_TRUE, 0, BUCKETS * sizeof *result, result, 1,
                                           &done, NULL),
                       "clEnqueueReadBuffer");
    if (done != NULL) clReleaseEvent(done);
    xl_plan_free(plan);
    return status;
}

static int histogram_is_right(const program *p) {
    cl_int status, status2;
    cl_uint expected[BUCKETS] = {0}, result[BUCKETS];
    int right = 0;
    memset(result, 0xff, sizeof result);
    cl_uint *data = malloc(SAMPLES * sizeof *data);
    if (data == NULL) return 0;
    for (cl_uint i = 0; i < SAMPLES; i++) {
        data[i] = (i * 2654435761u >> 16) % (BUCKETS + 3); /* the last three are outside and not counted */
        if (data[i] < BUCKETS) expected[data[i]]++;
    }
    cl_mem samples = clCreateBuffer(p->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                    SAMPLES * sizeof *data, data, &status);
    cl_mem counts = clCreateBuffer(p->context, CL_MEM_READ_WRITE, sizeof result, NULL, &status2);
    if (check(status, "clCreateBuffer") == CL_SUCCESS && check(status2, "clCreateBuffer") == CL_SUCCESS &&
        run_plan(p, samples, counts, result) == CL_SUCCESS) {
        right = 1;
        for (int b = 0; b < BUCKETS; b++)
            if (result[b] != expected[b]) {
                fprintf(stderr, "consumer: bucket %d: expected %u, got %u\n", b, expected[b], result[b]);
                right = 0;
            }
    }
    if (samples != NULL) clReleaseMemObject(samples);
    if (counts != NULL) clReleaseMemObject(counts);
    free(data);
    return right;
}

/* The sum of the odd numbers up to each lane, by a ballot and by a scan. */
static const char kernel_text[] = "#include \"crosslane_sg.h\"\n"
                                  "SG_KERNEL void odd_lanes(__global uint2 *out SG_PARAMS)\n"
                                  "{\n"
                                  "    SG_BEGIN(sg);\n"
                                  "    uint lane = sg_lane(sg);\n"
                                  "    sg_mask odd = sg_ballot(sg, lane & 1u);\n"
                                  "    uint total = sg_scan_inclusive_add(sg, (lane & 1u) * lane);\n"
                                  "    out[get_global_id(0)] = (uint2)(sg_mask_count_to(odd, lane), total);\n"
                                  "}\n";

static int run_kernel(const program *p, cl_kernel kernel, size_t width) {
    cl_int status;
    cl_uint result[2 * 128 * GROUPS];
    const size_t global = width * GROUPS;
    cl_mem out = clCreateBuffer(p->context, CL_MEM_WRITE_ONLY, sizeof result, NULL, &status);
    if (check(status, "clCreateBuffer") != CL_SUCCESS) return 0;
    int right = check(clSetKernelArg(kernel, 0, sizeof out, &out), "clSetKernelArg") == CL_SUCCESS &&
                check(clEnqueueNDRangeKernel(p->queue, kernel, 1, NULL, &global, &width, 0, NULL, NULL),
                      "clEnqueueNDRangeKernel") == CL_SUCCESS &&
                check(clEnqueueReadBuffer(p->queue, out, CL_TRUE, 0, global * 2 * sizeof *result, result, 0,
                                          NULL, NULL),
                      "clEnqueueReadBuffer") == CL_SUCCESS;
    for (size_t i = 0; right && i < global; i++) {
        const size_t odd = (i % width + 1) / 2, total = odd * odd; /* 1 + 3 + ... */
        if (result[2 * i] != odd || result[2 * i + 1] != total) {
            fprintf(stderr, "consumer: width %zu, work-item %zu: expected %zu and %zu, got %u and %u\n",
                    width, i, odd, total, result[2 * i], result[2 * i + 1]);
            right = 0;
        }
    }
    clReleaseMemObject(out);
    return right;
}

static int own_kernel_is_right(const program *p, int width, int emulated) {
    xl_header_use use;
    xl_error error;
    if (xl_header_options(p->library, emulated ? "local" : "auto", width, 1, &use, &error) != XL_SUCCESS) {
        fprintf(stderr, "consumer: xl_header_options: %s\n", error.text);
        return 0;
    }
    char options[sizeof use.options + 512];
    snprintf(options, sizeof options, "%s -DSG_GROUP_SIZE=%d -I%s", use.options, width, SG_INCLUDE_DIR);
    cl_int status;
    int right = 0;
    cl_kernel kernel = NULL;
    cl_program built = clCreateProgramWithSource(p->context, 1, (const char *[]){kernel_text}, NULL, &status);
    if (check(status, "clCreateProgramWithSource") != CL_SUCCESS) return 0;
    if (check(clBuildProgram(built, 1, &p->device, options, NULL, NULL), "clBuildProgram") != CL_SUCCESS) {
        char log[8192] = "";
        clGetProgramBuildInfo(built, p->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fprintf(stderr, "consumer: options: %s\n%s\n", options, log);
    } else {
        kernel = clCreateKernel(built, "odd_lanes", &status);
        if (check(status, "clCreateKernel") == CL_SUCCESS) right = run_kernel(p, kernel, (size_t)width);
    }
    if (kernel != NULL) clReleaseKernel(kernel);
    clReleaseProgram(built);
    return right;
}

int main(void) {
    program p = {0};
    int passed = 0, failed = 0;
    if (open_first_device(&p) == CL_SUCCESS) {
        const int right = histogram_is_right(&p);
        passed += right;
        failed += !right;
        int widths[8];
        const size_t count = xl_native_widths(p.library, NULL, widths, 8, NULL);
        for (size_t i = 0; i < count && i < 8; i++) {
            const int native = own_kernel_is_right(&p, widths[i], 0);
            passed += native;
            failed += !native;
        }
        for (int width = 4; width <= 64; width *= 4) {
            const int emulated = own_kernel_is_right(&p, width, 1);
            passed += emulated;
            failed += !emulated;
        }
    } else {
        failed++;
    }
    close_device(&p);
    printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
