#include "plan/handles.h"
#include "base/status.h"
#include "base/calls.h"

enum { ON_DEVICE = 1 << 2 }; /* CL_QUEUE_ON_DEVICE, of OpenCL 2.0 */

static int fail_query(cl_int status, const char *call, const char *of, const char *name, xl_error *error) {
    return xl__fail(error, status, "%s of %s%s: %s (%d)", call, of, name, xl_status_name(status), status);
}

int xl__check_queue(const xl_device *device, cl_command_queue queue, const char *call, bool *out_of_order,
                    xl_error *error) {
    static const char query[] = "clGetCommandQueueInfo";
    cl_context context = NULL;
    cl_device_id id = NULL;
    cl_command_queue_properties properties = 0;
    if (!queue) return xl__fail_null(error, call, "queue");
    cl_int status = clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
    if (status == CL_SUCCESS) status = clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof id, &id, NULL);
    if (status == CL_SUCCESS)
        status = clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    if (status != CL_SUCCESS) return fail_query(status, query, "the queue of ", call, error);
    if (context != device->context)
        return xl__fail(error, XL_BAD_HANDLE,
                        "%s: the queue belongs to another context than the device (xl_open)", call);
    if (id != device->id)
        return xl__fail(error, XL_BAD_HANDLE, "%s: the queue is of another device than %s", call,
                        device->facts.name);
    if (properties & ON_DEVICE)
        return xl__fail(error, XL_BAD_HANDLE, "%s: the queue is one for kernels, not for the host", call);
    *out_of_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    return XL_SUCCESS;
}

int xl__check_events(const xl_device *device, const cl_event *list, cl_uint count, xl_error *error) {
    for (cl_uint i = 0; i < count; i++) {
        cl_context context = NULL;
        if (!list[i]) return xl__fail(error, XL_BAD_VALUE, "xl_enqueue: event %u of wait_list is NULL", i);
        const cl_int status = clGetEventInfo(list[i], CL_EVENT_CONTEXT, sizeof context, &context, NULL);
        if (status != CL_SUCCESS)
            return fail_query(status, "clGetEventInfo", "an event of ", "wait_list", error);
        if (context != device->context)
            return xl__fail(
                error, XL_BAD_HANDLE,
                "xl_enqueue: event %u of wait_list belongs to another context than the device (xl_open)", i);
    }
    return XL_SUCCESS;
}

/* A sub-buffer without flags inherits its buffer's. */
static cl_int read_access(cl_mem buffer, cl_mem_flags *access) {
    const cl_mem_flags all = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
    cl_mem parent = NULL;
    cl_int status = clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof *access, access, NULL);
    if (status != CL_SUCCESS || (*access & all) != 0) return status;
    status = clGetMemObjectInfo(buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL);
    if (status != CL_SUCCESS || !parent) return status;
    return clGetMemObjectInfo(parent, CL_MEM_FLAGS, sizeof *access, access, NULL);
}

int xl__check_buffer(const xl_device *device, cl_mem buffer, unsigned use, const char *name,
                     xl_error *error) {
    cl_context context = NULL;
    cl_mem_object_type type = 0;
    cl_mem_flags access = 0;
    cl_int status = clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof context, &context, NULL);
    if (status == CL_SUCCESS) status = clGetMemObjectInfo(buffer, CL_MEM_TYPE, sizeof type, &type, NULL);
    if (status == CL_SUCCESS) status = read_access(buffer, &access);
    if (status != CL_SUCCESS) return fail_query(status, "clGetMemObjectInfo", "array ", name, error);
    if (context != device->context)
        return xl__fail(error, XL_BAD_HANDLE,
                        "array '%s': its buffer belongs to another context than the device (xl_open)", name);
    if (type != CL_MEM_OBJECT_BUFFER)
        return xl__fail(error, XL_BAD_HANDLE,
                        "array '%s' is no buffer but another memory object, as an image", name);
    if ((use & XL__WRITES) && (access & CL_MEM_READ_ONLY))
        return xl__fail(error, XL_BAD_ARRAY, "array '%s' is written, its buffer is CL_MEM_READ_ONLY", name);
    if (use == (XL__READS | XL__WRITES) && (access & CL_MEM_WRITE_ONLY))
        return xl__fail(error, XL_BAD_ARRAY,
                        "array '%s' may be read as well as written, its buffer is CL_MEM_WRITE_ONLY; make it "
                        "CL_MEM_READ_WRITE",
                        name);
    if ((use & XL__READS) && (access & CL_MEM_WRITE_ONLY))
        return xl__fail(error, XL_BAD_ARRAY, "array '%s' is read, its buffer is CL_MEM_WRITE_ONLY", name);
    return XL_SUCCESS;
}
