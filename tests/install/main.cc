// A C++17 program without knowledge of any algorithm. It lists what exists, and runs lerp on one row with a known
// result: c = c (1 - t) + x t. With t = 1 in the last step that gives the last x.
#define CL_TARGET_OPENCL_VERSION 120
#include <crosslane.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct closer {
    void operator()(xl_device *device) const { xl_close(device); }
    void operator()(xl_plan *plan) const { xl_plan_free(plan); }
};
using device_pointer = std::unique_ptr<xl_device, closer>;
using plan_pointer = std::unique_ptr<xl_plan, closer>;

void need(int status, const xl_error &error = {}) {
    if (status != XL_SUCCESS) throw std::runtime_error(std::string(xl_status_name(status)) + " " + error.text);
}

void list() {
    xl_error error{};
    for (size_t a = 0; a < xl_algorithm_count(); a++) {
        xl_algorithm_info info{};
        need(xl_describe_algorithm(xl_algorithm_name(a), &info, &error), error);
        std::printf("%s: %s\n", info.name, info.help);
        for (size_t i = 0; i < info.array_count; i++) {
            xl_array_info array{};
            need(xl_describe_array(info.name, i, &array, &error), error);
            std::printf("    %s %s[", array.direction == XL_OUTPUT ? "out" : "in", array.name);
            for (size_t d = 0; d < array.rank; d++) std::printf("%s%s", d ? ", " : "", array.shape[d]);
            std::puts("]");
        }
    }
}

float last_color(cl_device_id id, cl_context context, cl_command_queue queue, const std::vector<float> &x) {
    xl_error error{};
    xl_device *device = nullptr;
    need(xl_open(id, context, nullptr, &device, &error), error);
    const device_pointer opened(device);
    const xl_setting values[] = {{"rows", 1, nullptr}, {"n", double(x.size()), nullptr}, {"channels", 1, nullptr}};
    xl_plan_request request{};
    request.algorithm = "lerp";
    request.values = values;
    request.value_count = 3;
    xl_plan *made = nullptr;
    need(xl_plan_make(device, &request, &made, &error), error);
    const plan_pointer plan(made);
    std::vector<float> t(x.size(), 0.5f);
    t.back() = 1.0f;
    const auto buffer = [&](const std::vector<float> &data) {
        cl_int status = CL_SUCCESS;
        cl_mem made_buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                            data.size() * sizeof(float), const_cast<float *>(data.data()), &status);
        need(status);
        return made_buffer;
    };
    cl_mem buffers[] = {buffer(x), buffer(t), buffer({-1.0f})};
    const xl_array arrays[] = {{"x", buffers[0], 0}, {"t", buffers[1], 0}, {"c", buffers[2], 0}};
    xl_launch launch{};
    launch.queue = queue;
    launch.arrays = arrays;
    launch.array_count = 3;
    need(xl_enqueue(made, &launch, &error), error);
    float color = 0;
    need(clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof color, &color, 0, nullptr, nullptr));
    for (cl_mem each : buffers) clReleaseMemObject(each);
    return color;
}

} // namespace

int main() {
    try {
        cl_platform_id platform = nullptr;
        cl_device_id id = nullptr;
        cl_int status = CL_SUCCESS;
        list();
        need(clGetPlatformIDs(1, &platform, nullptr));
        need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr));
        cl_context context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &status);
        need(status);
        cl_command_queue queue = clCreateCommandQueue(context, id, 0, &status);
        need(status);
        const float color = last_color(id, context, queue, {3.0f, 1.0f, 4.0f, 1.5f});
        clReleaseCommandQueue(queue);
        clReleaseContext(context);
        std::printf("the last colour is %g\n", double(color));
        return color == 1.5f ? 0 : 1;
    } catch (const std::exception &failure) {
        std::fprintf(stderr, "consumer: %s\n", failure.what());
        return 1;
    }
}
