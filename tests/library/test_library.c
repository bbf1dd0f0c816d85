/* The library in a caller's program: lifetimes, the caller's handles, returned events. */
#include "support/place.h"
#include "support/scratch.h"
#include "support/suite.h"
#include <string.h>

enum { N = 1000 };
static uint32_t input[N];
static cl_mem in, out;

static void open_here(void) {
    for (uint32_t i = 0; i < N; i++) input[i] = i * 2654435761u >> 20;
    sample_open(&place, NULL);
    in = sample_buffer(&place, N, input);
    out = sample_buffer(&place, N, NULL);
}

static void close_here(void) {
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    sample_close(&place);
}

static xl_plan *make(const char *strategy, const char *settings) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {.strategy = strategy, .width = 4, .settings = settings};
    const int status = xl__plan_make_for(place.device, &sample, &request, &plan, &error);
    ck_assert_msg(status == XL_SUCCESS, "%s: %s", strategy, error.text);
    return plan;
}

static int launch(xl_plan *plan, xl_launch what, xl_error *error) {
    const xl_array arrays[] = {{"x", in, 0}, {"y", out, 0}};
    if (!what.queue) what.queue = place.queue;
    if (!what.arrays) {
        what.arrays = arrays;
        what.array_count = 2;
    }
    return xl_enqueue(plan, &what, error);
}

static void expect_sums(void) {
    uint32_t y[N];
    sample_read(&place, out, 0, N, y);
    for (size_t i = 0; i < N; i++) {
        const size_t first = i / 4 * 4;
        ck_assert_uint_eq(y[i], input[first] + input[first + 1] + input[first + 2] + input[first + 3]);
    }
}

/* ---- lifetime ------------------------------------------------------------------------------------------ */

static cl_uint users_of(cl_context context) {
    cl_uint users = 0;
    ck_assert_int_eq(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof users, &users, NULL), 0);
    return users;
}

AROUND(open_here, close_here);

/* With a cache folder too, which is written at the end. */
LOOP_TEST(plans_outlive_their_device, 2) {
    scratch_make();
    const xl_options options = {.kernel_dir = sample_kernels(), .cache_dir = _i ? scratch_folder : NULL};
    xl_device *const usual = place.device;
    ck_assert_int_eq(xl_open(place.id, place.context, &options, &place.device, NULL), 0);
    xl_plan *plans[3] = {make("sum", "n=1000"), make("chain", "n=1000"), make("sum", "n=1000 group=4")};
    xl_close(place.device);
    place.device = usual;
    xl_plan_free(plans[1]);
    for (int i = 0; i < 3; i += 2) {
        xl_error error = {0};
        ck_assert_msg(launch(plans[i], (xl_launch){0}, &error) == 0, "%s", error.text);
        expect_sums();
        xl_plan_free(plans[i]);
    }
    if (_i) ck_assert_uint_gt(scratch_count(), 0);
    scratch_remove();
}

TEST(the_context_is_retained) {
    cl_int status = CL_SUCCESS;
    cl_context context = clCreateContext(NULL, 1, &place.id, NULL, NULL, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    const cl_uint before = users_of(context);
    xl_device *device = NULL;
    xl_plan *plan = NULL;
    const xl_options options = {.kernel_dir = sample_kernels()};
    const xl_plan_request request = {.strategy = "sum", .width = 4};
    ck_assert_int_eq(xl_open(place.id, context, &options, &device, NULL), 0);
    ck_assert_uint_gt(users_of(context), before);
    ck_assert_int_eq(xl__plan_make_for(device, &sample, &request, &plan, NULL), 0);
    xl_close(device);
    ck_assert_uint_gt(users_of(context), before);
    xl_plan_free(plan);
    ck_assert_uint_eq(users_of(context), before);
    clReleaseContext(context);
}

/* ---- handles ------------------------------------------------------------------------------------------- */

static void refuse(int got, int status, const xl_error *error, const char *told) {
    ck_assert_msg(got == status && error->status == status, "%s: %d, %s", told, got, error->text);
    ck_assert_msg(strstr(error->text, told) != NULL, "'%s' lacks '%s'", error->text, told);
    ck_assert_ptr_null(strchr(error->text, '\n'));
}

/* Two devices for one context: of one platform, or parts of a device. */
static bool find_pair(cl_device_id pair[2]) {
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_platform_id platforms[16];
    cl_uint platform_count = 0, count = 0;
    if (clGetPlatformIDs(16, platforms, &platform_count) != CL_SUCCESS) return false;
    for (cl_uint i = 0; i < platform_count && i < 16; i++)
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 2, pair, &count) == CL_SUCCESS && count > 1)
            return true;
    cl_device_id parts[64] = {NULL};
    if (clCreateSubDevices(place.id, equally, 64, parts, &count) != CL_SUCCESS || count < 2) return false;
    memcpy(pair, parts, 2 * sizeof *pair);
    return true;
}

TEST(a_device_of_another_platform_is_refused) {
    cl_platform_id platforms[16];
    cl_uint count = 0, refused = 0;
    ck_assert_int_eq(clGetPlatformIDs(16, platforms, &count), CL_SUCCESS);
    for (cl_uint i = 0; i < count && i < 16; i++) {
        cl_device_id id = NULL;
        xl_device *device = NULL;
        xl_error error = {0};
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &id, NULL) != CL_SUCCESS || id == place.id)
            continue;
        refuse(xl_open(id, place.context, NULL, &device, &error), XL_BAD_HANDLE, &error,
               "xl_open: the context does not contain the device");
        ck_assert_ptr_null(device);
        refused++;
    }
    if (refused == 0) fprintf(stderr, "skipped: there is one platform\n");
}

TEST(another_device_is_refused) {
    cl_device_id pair[2];
    if (!find_pair(pair)) {
        fprintf(stderr, "skipped: no platform has two devices, and the first device no parts\n");
        return;
    }
    xl_error error = {0};
    xl_device *device = NULL;
    cl_int status = CL_SUCCESS;
    cl_context one = clCreateContext(NULL, 1, &pair[0], NULL, NULL, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    cl_context both = clCreateContext(NULL, 2, pair, NULL, NULL, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    cl_command_queue other = xl__make_queue(one, pair[1], 0, &status);
    if (status == CL_SUCCESS) { /* this driver mistakes a sub-device for its device */
        clReleaseCommandQueue(other);
    } else {
        refuse(xl_open(pair[1], one, NULL, &device, &error), XL_BAD_HANDLE, &error,
               "xl_open: the context does not contain the device");
        ck_assert_ptr_null(device);
    }
    other = xl__make_queue(both, pair[1], 0, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    const xl_options options = {.kernel_dir = sample_kernels(), .record_width = 1};
    ck_assert_msg(xl_open(pair[0], both, &options, &device, &error) == 0, "%s", error.text);
    xl_plan *plan = NULL;
    int width = 0;
    const xl_plan_request request = {.strategy = "plain"};
    ck_assert_int_eq(xl__plan_make_for(device, &sample, &request, &plan, &error), 0);
    refuse(launch(plan, (xl_launch){.queue = other}, &error), XL_BAD_HANDLE, &error,
           "xl_enqueue: the queue is of another device");
    refuse(xl_plan_width_measured(plan, other, &width, &error), XL_BAD_HANDLE, &error,
           "xl_plan_width_measured: the queue is of another device");
    xl_plan_free(plan);
    xl_close(device);
    clReleaseCommandQueue(other);
    clReleaseContext(both);
    clReleaseContext(one);
    for (int i = 0; i < 2; i++) clReleaseDevice(pair[i]);
}

TEST(a_part_of_a_device_is_a_device) {
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_device_id parts[64] = {NULL};
    cl_uint count = 0;
    cl_int status = clCreateSubDevices(place.id, equally, 64, parts, &count);
    if (status != CL_SUCCESS || count < 1) {
        fprintf(stderr, "skipped: the device has no parts (%s)\n", xl_status_name(status));
        return;
    }
    cl_context context = clCreateContext(NULL, 1, &parts[0], NULL, NULL, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    xl_device *device = NULL;
    xl_error error = {0};
    ck_assert_msg(xl_open(parts[0], context, NULL, &device, &error) == 0, "%s", error.text);
    xl_close(device);
    clReleaseContext(context);
    for (cl_uint i = 0; i < count && i < 64; i++) clReleaseDevice(parts[i]);
}

static cl_mem make_image(void) {
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = N, .image_height = 1};
    cl_int status = CL_SUCCESS;
    cl_mem image = clCreateImage(place.context, CL_MEM_READ_WRITE, &format, &desc, NULL, &status);
    return status == CL_SUCCESS ? image : NULL;
}

static cl_mem make_buffer(cl_context context, cl_mem_flags flags) {
    cl_int status = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(context, flags, N * sizeof(uint32_t), NULL, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    return buffer;
}

static void refuse_arrays(xl_plan *plan, cl_mem x, cl_mem y, cl_mem scratch, int status, const char *told) {
    xl_error error = {0};
    const xl_array arrays[] = {{"x", x, 0}, {"y", y, 0}};
    const xl_launch what = {.arrays = arrays, .array_count = 2, .scratch = scratch};
    refuse(launch(plan, what, &error), status, &error, told);
}

TEST(handles_of_another_kind_or_context_are_refused) {
    cl_int status = CL_SUCCESS;
    cl_context other = clCreateContext(NULL, 1, &place.id, NULL, NULL, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    cl_command_queue queue = xl__make_queue(other, place.id, 0, &status);
    cl_event event = clCreateUserEvent(other, &status);
    cl_mem foreign = make_buffer(other, CL_MEM_READ_WRITE), image = make_image();
    xl_plan *plan = make("chain", "n=1000");
    xl_error error = {0};
    refuse_arrays(plan, foreign, out, NULL, XL_BAD_HANDLE,
                  "array 'x': its buffer belongs to another context");
    refuse_arrays(plan, in, foreign, NULL, XL_BAD_HANDLE, "array 'y': its buffer belongs to another context");
    refuse_arrays(plan, in, out, foreign, XL_BAD_HANDLE,
                  "array 'scratch': its buffer belongs to another context");
    if (image) {
        refuse_arrays(plan, image, out, NULL, XL_BAD_HANDLE, "array 'x' is no buffer");
        refuse_arrays(plan, in, image, NULL, XL_BAD_HANDLE, "array 'y' is no buffer");
        refuse_arrays(plan, in, out, image, XL_BAD_HANDLE, "array 'scratch' is no buffer");
        clReleaseMemObject(image);
    }
    refuse(launch(plan, (xl_launch){.queue = queue}, &error), XL_BAD_HANDLE, &error,
           "xl_enqueue: the queue belongs to another context");
    ck_assert_int_eq(launch(plan, (xl_launch){0}, &error), XL_SUCCESS);
    refuse(launch(plan, (xl_launch){.queue = queue}, &error), XL_BAD_HANDLE, &error,
           "xl_enqueue: the queue belongs to another context");
    int width = 0;
    refuse(xl_plan_width_measured(plan, queue, &width, &error), XL_BAD_HANDLE, &error,
           "xl_plan_width_measured: the queue belongs to another context");
    refuse(launch(plan, (xl_launch){.wait_count = 1, .wait_list = &event}, &error), XL_BAD_HANDLE, &error,
           "event 0 of wait_list belongs to another context");
    xl_plan_free(plan);
    clSetUserEventStatus(event, CL_COMPLETE);
    clReleaseEvent(event);
    clReleaseMemObject(foreign);
    clReleaseCommandQueue(queue);
    clReleaseContext(other);
}

/* Only flags about kernels' access matter, also inherited ones. */
TEST(access_flags_are_kept) {
    cl_mem read = make_buffer(place.context, CL_MEM_READ_ONLY);
    cl_mem write = make_buffer(place.context, CL_MEM_WRITE_ONLY);
    cl_mem hidden = make_buffer(place.context, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS);
    const cl_buffer_region whole = {0, N * sizeof(uint32_t)};
    cl_int status = CL_SUCCESS;
    cl_mem part = clCreateSubBuffer(read, 0, CL_BUFFER_CREATE_TYPE_REGION, &whole, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    cl_mem half = clCreateSubBuffer(out, CL_MEM_WRITE_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &whole, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    xl_plan *plan = make("chain", "n=1000");
    refuse_arrays(plan, in, read, NULL, XL_BAD_ARRAY, "array 'y' is written, its buffer is CL_MEM_READ_ONLY");
    refuse_arrays(plan, in, part, NULL, XL_BAD_ARRAY, "array 'y' is written, its buffer is CL_MEM_READ_ONLY");
    refuse_arrays(plan, write, out, NULL, XL_BAD_ARRAY, "array 'x' is read, its buffer is CL_MEM_WRITE_ONLY");
    refuse_arrays(plan, in, out, read, XL_BAD_ARRAY, "'scratch' is written");
    refuse_arrays(plan, in, out, write, XL_BAD_ARRAY, "'scratch' may be read as well as written");
    /* Some kernels also read their output. */
    refuse_arrays(plan, in, write, NULL, XL_BAD_ARRAY,
                  "array 'y' may be read as well as written, its buffer is CL_MEM_WRITE_ONLY; make it "
                  "CL_MEM_READ_WRITE");
    refuse_arrays(plan, in, half, NULL, XL_BAD_ARRAY, "array 'y' may be read as well as written");
    const xl_array arrays[] = {{"x", in, 0}, {"y", hidden, 0}};
    xl_error error = {0};
    const xl_launch what = {.arrays = arrays, .array_count = 2};
    xl_plan *sum = make("sum", "n=1000");
    ck_assert_msg(launch(sum, what, &error) == 0, "%s", error.text);
    ck_assert_int_eq(clEnqueueCopyBuffer(place.queue, hidden, out, 0, 0, N * sizeof(uint32_t), 0, NULL, NULL),
                     0);
    expect_sums();
    xl_plan_free(sum);
    xl_plan_free(plan);
    clReleaseMemObject(part);
    clReleaseMemObject(half);
    clReleaseMemObject(hidden);
    clReleaseMemObject(write);
    clReleaseMemObject(read);
}

/* ---- events -------------------------------------------------------------------------------------------- */

static cl_command_queue make_queue(cl_command_queue_properties properties) {
    cl_int status = CL_SUCCESS;
    cl_command_queue queue = xl__make_queue(place.context, place.id, properties, &status);
    return status == CL_SUCCESS ? queue : NULL;
}

static cl_ulong time_of(cl_event event, cl_profiling_info what) {
    cl_ulong time = 0;
    ck_assert_int_eq(clGetEventProfilingInfo(event, what, sizeof time, &time, NULL), CL_SUCCESS);
    return time;
}

/* The first command is the fill, the last its end kernel; a single command has one event for both. */
TEST(first_and_last_event_cover_the_run) {
    static const cl_command_queue_properties kinds[] = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};
    for (int k = 0; k < 2; k++) {
        cl_command_queue queue = make_queue(kinds[k] | CL_QUEUE_PROFILING_ENABLE);
        if (!queue) continue;
        cl_event first = NULL, last = NULL;
        cl_command_type type = 0;
        xl_plan *plan = make("chain", "n=1000 steps=9");
        ck_assert_int_eq(
            launch(plan, (xl_launch){.queue = queue, .first_event = &first, .event = &last}, NULL), 0);
        ck_assert_ptr_nonnull(first);
        ck_assert_ptr_ne(first, last);
        ck_assert_int_eq(clWaitForEvents(1, &last), CL_SUCCESS);
        clGetEventInfo(first, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL);
        ck_assert_uint_eq(type, CL_COMMAND_FILL_BUFFER);
        clGetEventInfo(last, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL);
        ck_assert_uint_eq(type, CL_COMMAND_NDRANGE_KERNEL);
        ck_assert_uint_le(time_of(first, CL_PROFILING_COMMAND_END),
                          time_of(last, CL_PROFILING_COMMAND_START));
        ck_assert_uint_lt(time_of(first, CL_PROFILING_COMMAND_START),
                          time_of(last, CL_PROFILING_COMMAND_END));
        clReleaseEvent(first);
        clReleaseEvent(last);
        xl_plan_free(plan);
        for (int one = 1; one >= 0; one--) {
            plan = make("sum", one ? "n=1000" : "n=0");
            const xl_launch what = {.queue = queue, .first_event = &first, .event = &last};
            ck_assert_int_eq(launch(plan, what, NULL), 0);
            ck_assert_ptr_eq(first, last);
            ck_assert_int_eq(clWaitForEvents(1, &last), CL_SUCCESS);
            clReleaseEvent(first);
            clReleaseEvent(last); /* the caller owns each event */
            ck_assert_int_eq(launch(plan, (xl_launch){.queue = queue, .first_event = &first}, NULL), 0);
            ck_assert_int_eq(clWaitForEvents(1, &first), CL_SUCCESS);
            clReleaseEvent(first);
            xl_plan_free(plan);
        }
        clReleaseCommandQueue(queue);
    }
}

/* Waiting for the caller's later commands would never end here. */
TEST(only_the_plans_own_run_is_waited_for) {
    cl_int status = CL_SUCCESS;
    cl_command_queue busy = make_queue(0);
    cl_event gate = clCreateUserEvent(place.context, &status), done = NULL;
    ck_assert_int_eq(status, CL_SUCCESS);
    xl_plan *plan = make("sum", "n=1000");
    ck_assert_int_eq(launch(plan, (xl_launch){.queue = busy, .event = &done}, NULL), 0);
    ck_assert_int_eq(clEnqueueMarkerWithWaitList(busy, 1, &gate, NULL), CL_SUCCESS);
    for (int repeat = 0; repeat < 2; repeat++) {
        int width = 0;
        ck_assert_int_eq(xl_plan_width_measured(plan, place.queue, &width, NULL), 0);
        ck_assert_int_eq(width, 4);
    }
    clSetUserEventStatus(gate, CL_COMPLETE);
    clReleaseEvent(gate);
    clReleaseEvent(done);
    xl_plan_free(plan);
    clFinish(busy);
    clReleaseCommandQueue(busy);
}

TEST(a_width_is_of_the_last_run) {
    xl_plan *plan = make("sum", "n=1000");
    int width = 0;
    ck_assert_int_eq(xl_plan_width_measured(plan, place.queue, &width, NULL), 0);
    ck_assert_int_eq(width, -1); /* nothing ran */
    for (int run = 0; run < 2; run++) {
        ck_assert_int_eq(launch(plan, (xl_launch){0}, NULL), 0);
        for (int repeat = 0; repeat < 3; repeat++) {
            ck_assert_int_eq(xl_plan_width_measured(plan, place.queue, &width, NULL), 0);
            ck_assert_int_eq(width, 4);
        }
    }
    const xl_scalar none = {"n", 0};
    ck_assert_int_eq(launch(plan, (xl_launch){.scalars = &none, .scalar_count = 1}, NULL), 0);
    ck_assert_int_eq(xl_plan_width_measured(plan, place.queue, &width, NULL), 0);
    ck_assert_int_eq(width, -1); /* the last run was another plan's */
    xl_plan_free(plan);
}
