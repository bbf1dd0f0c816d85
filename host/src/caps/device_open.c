#include "caps/device_open.h"
#include "caps/caps.h"
#include "device/device_read.h"
#include "base/os.h"
#include "caps/profile.h"
#include "program/program.h"
#include "base/status.h"
#include "base/text.h"
#include "base/calls.h"
#include <stdlib.h>

const xl__device_facts *xl__get_facts(const xl_device *device) {
    return &device->facts;
}

static int check_device(const xl__device_facts *facts, xl_error *error) {
    if (!facts->available) return xl__fail(error, CL_DEVICE_NOT_AVAILABLE, "%s: not available", facts->name);
    if (!facts->compiler)
        return xl__fail(error, CL_COMPILER_NOT_AVAILABLE,
                        "%s: its driver has no OpenCL C compiler; install the one that belongs to it",
                        facts->name);
    return XL_SUCCESS;
}

/* Some drivers list a sub-device's parent; creating a queue shows if the context accepts it. */
static bool accepts_part(cl_context context, cl_device_id part, const cl_device_id *list, size_t count) {
    bool listed = false;
    for (cl_device_id at = part, parent = NULL; at && !listed; at = parent) {
        parent = NULL;
        if (!xl__query(at, CL_DEVICE_PARENT_DEVICE, &parent, sizeof parent)) return false;
        for (size_t i = 0; i < count; i++) listed |= parent && list[i] == parent;
    }
    if (!listed) return false;
    cl_int status = CL_SUCCESS;
    cl_command_queue queue = xl__make_queue(context, part, 0, &status);
    if (status == CL_SUCCESS) clReleaseCommandQueue(queue);
    return status == CL_SUCCESS;
}

/* The query shows that it is a context. */
static int check_context(cl_device_id id, cl_context context, xl_error *error) {
    static const char call[] = "clGetContextInfo(CL_CONTEXT_DEVICES)";
    size_t bytes = 0;
    cl_int status = clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, NULL, &bytes);
    if (status != CL_SUCCESS) return xl__fail_cl(error, status, call, "the context of xl_open", NULL);
    cl_device_id *list = malloc(bytes ? bytes : 1);
    if (!list) return xl__fail_memory(error);
    status = clGetContextInfo(context, CL_CONTEXT_DEVICES, bytes, list, NULL);
    bool found = false;
    const size_t count = status == CL_SUCCESS ? bytes / sizeof *list : 0;
    for (size_t i = 0; i < count; i++) found |= list[i] == id;
    found = found || accepts_part(context, id, list, count);
    free(list);
    if (status != CL_SUCCESS) return xl__fail_cl(error, status, call, "the context of xl_open", NULL);
    if (found) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_HANDLE, "xl_open: the context does not contain the device");
}

static bool copy_option(const char *given, char **kept) {
    *kept = xl__copy_text(given);
    return !given || *kept;
}

/* From the cache folder; if unusable, *refused gets the reason. */
static char *read_profile(const xl_device *device, char **refused) {
    char name[64], *text = NULL;
    size_t size = 0;
    xl__text path = {0};
    xl_error error = {.text = ""};
    xl__profile_name(&device->facts, name);
    xl__text_format(&path, "%s/%s", device->cache_dir, name);
    if (!path.failed && xl__os_is_private_folder(device->cache_dir) && xl__os_exists(path.data)) {
        char reason[128];
        const int failed = xl__os_read_own_file(path.data, XL__PROFILE_LIMIT, &text, &size);
        if (failed)
            xl__fail(&error, XL_IO, "%s: not used: %s", path.data,
                     xl__os_reason(failed, reason, sizeof reason));
        else
            xl__profile_check(text, &device->facts, path.data, &error);
    }
    xl__text_free(&path);
    if (error.text[0]) {
        *refused = xl__copy_text(error.text);
        free(text);
        text = NULL;
    }
    return text;
}

int xl_profile_use(xl_device *device, const char *text, xl_error *error) {
    static const char call[] = "xl_profile_use";
    if (!device) return xl__fail_null(error, call, "device");
    const int status = text ? xl__profile_check(text, &device->facts, call, error) : XL_SUCCESS;
    char *copy = status == XL_SUCCESS ? xl__copy_text(text) : NULL;
    if (status != XL_SUCCESS) return status;
    if (text && !copy) return xl__fail_memory(error);
    free(device->profile);
    device->profile = copy;
    return xl__done(error, XL_SUCCESS);
}

static int keep_options(xl_device *device, const xl_options *options, xl_error *error) {
    device->record_width = options->record_width != 0;
    device->trace = options->trace != 0;
    device->planted = options->planted != 0;
    device->programs = xl__programs_make();
    device->caps = xl__caps_make();
    const bool kept = copy_option(options->cache_dir, &device->cache_dir) &&
                      copy_option(options->kernel_dir, &device->kernel_dir);
    return kept && device->programs && device->caps ? XL_SUCCESS : xl__fail_memory(error);
}

static int retain_handles(xl_device *device, cl_device_id id, cl_context context, xl_error *error) {
    cl_int status = clRetainContext(context);
    if (status != CL_SUCCESS) return xl__fail_cl(error, status, "clRetainContext", device->facts.name, NULL);
    device->context = context;
    status = clRetainDevice(id);
    if (status != CL_SUCCESS) return xl__fail_cl(error, status, "clRetainDevice", device->facts.name, NULL);
    device->id = id;
    return XL_SUCCESS;
}

static int open_device(xl_device *device, cl_device_id id, cl_context context, const xl_options *options,
                       xl_error *error) {
    int status = check_context(id, context, error);
    if (status == XL_SUCCESS) status = xl__read_facts(id, &device->facts, error);
    if (status == XL_SUCCESS) status = check_device(&device->facts, error);
    if (status == XL_SUCCESS) status = retain_handles(device, id, context, error);
    if (status == XL_SUCCESS) status = keep_options(device, options, error);
    if (status != XL_SUCCESS) return status;
    if (device->cache_dir) device->profile = read_profile(device, &device->profile_refused);
    xl__query(id, CL_DEVICE_PLATFORM, &device->platform, sizeof device->platform);
    device->sub_group_info = xl__find_sub_group_info(device->platform, device->facts.platform_number / 100,
                                                     device->facts.platform_number / 10 % 10);
    return XL_SUCCESS;
}

int xl_open_sized(cl_device_id id, cl_context context, const xl_options *options, size_t options_size,
                  xl_device **out, xl_error *error) {
    static const char call[] = "xl_open";
    if (!out) return xl__fail_null(error, call, "out");
    *out = NULL;
    if (!id) return xl__fail_null(error, call, "id");
    if (!context) return xl__fail_null(error, call, "context");
    xl_options own = {0};
    int status = options ? xl__take(&own, sizeof own, options, options_size, call, error) : XL_SUCCESS;
    if (status != XL_SUCCESS) return status;
    xl_device *device = calloc(1, sizeof *device);
    if (!device) return xl__fail_memory(error);
    atomic_init(&device->users, 1);
    status = open_device(device, id, context, &own, error);
    if (status == XL_SUCCESS)
        *out = device;
    else
        xl__device_release(device);
    return xl__done(error, status);
}

void xl__device_retain(xl_device *device) {
    atomic_fetch_add(&device->users, 1);
}

void xl__device_release(xl_device *device) {
    if (!device || atomic_fetch_sub(&device->users, 1) != 1) return;
    xl__programs_free(device);
    xl__caps_free(device->caps);
    if (device->id) clReleaseDevice(device->id);
    if (device->context) clReleaseContext(device->context);
    free(device->profile);
    free(device->profile_refused);
    free(device->cache_dir);
    free(device->kernel_dir);
    free(device);
}

void xl_close(xl_device *device) {
    xl__device_release(device);
}
