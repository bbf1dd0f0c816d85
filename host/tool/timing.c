/* timing.c - batches of launches. */
#include "timing.h"
#include "../src/os.h"

static bool span_of_events(cl_event first, cl_event last, double host_ns, double *ns) {
    cl_ulong start = 0, end = 0;
    if (clGetEventProfilingInfo(first, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) !=
            CL_SUCCESS ||
        clGetEventProfilingInfo(last, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) != CL_SUCCESS)
        return false;
    /* A device's clock may run a little faster than the host's; more than 2% plus 1 us is nonsense. */
    if (end <= start || (double)(end - start) > 1.02 * host_ns + 1000.0) return false;
    *ns = (double)(end - start);
    return true;
}

int tool_time_batch(tool_session *s, tool_launch launch, void *what, int batch, tool_shot *out,
                    xl_error *error) {
    cl_event first = NULL, last = NULL;
    int status = XL_SUCCESS;
    const uint64_t start = xl__os_now();
    for (int i = 0; i < batch && status == XL_SUCCESS; i++) {
        cl_event *event = !s->profiling ? NULL : i == 0 ? &first : i == batch - 1 ? &last : NULL;
        status = launch(what, event, error);
    }
    if (status == XL_SUCCESS) {
        const cl_int finished = clFinish(s->queue);
        if (finished != CL_SUCCESS)
            status = xl__fail(error, finished, "the device failed while it was timed: %s",
                              xl_status_name(finished));
    }
    const double host_ns = (double)(xl__os_now() - start);
    double ns = host_ns;
    out->by_events =
        status == XL_SUCCESS && first && span_of_events(first, last ? last : first, host_ns, &ns);
    out->ns = ns / (double)batch;
    if (first) clReleaseEvent(first);
    if (last) clReleaseEvent(last);
    return status;
}

int tool_batch_size(double ns, double seconds) {
    const double wanted = ns > 0.0 ? seconds * 1e9 / ns : 256.0;
    return wanted < 1.0 ? 1 : wanted > 256.0 ? 256 : (int)wanted;
}
