#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "base/clapi.h"
#include "base/os.h"
#include "base/calls.h"

/* OpenCL returns functions as void *, convertible by the platform's ABI, not by C. */
static xl__sub_group_info_fn to_function(void *object) {
    union {
        void *object;
        xl__sub_group_info_fn function;
    } symbol = {.object = object};
    return symbol.function;
}

xl__sub_group_info_fn xl__find_sub_group_info(cl_platform_id platform, unsigned platform_major,
                                              unsigned platform_minor) {
    /* The loader's entry point uses the driver's table, which is shorter in older drivers. */
    if (platform_major > 2 || (platform_major == 2 && platform_minor >= 1)) {
        void (*found)(void) = xl__os_function("clGetKernelSubGroupInfo");
        if (found) return (xl__sub_group_info_fn)found;
    }
    return to_function(clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSubGroupInfoKHR"));
}

cl_command_queue xl__make_queue(cl_context context, cl_device_id device,
                                cl_command_queue_properties properties, cl_int *status) {
    return clCreateCommandQueue(context, device, properties, status);
}
