/* timing.c - batches of launches. */
#include "run/timing.h"
#include "base/os.h"
#include "base/calls.h"

/* From the end of the run before to the end of the last one: all commands of every run are inside, whatever a
   run consists of. */
static bool span_of_events(cl_event lead, cl_event last, double host_ns, double *ns) {
    cl_ulong start = 0, end = 0;
    if (clGetEventProfilingInfo(lead, CL_PROFILING_COMMAND_END, sizeof start, &start, NULL) != CL_SUCCESS ||
        clGetEventProfilingInfo(last, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) != CL_SUCCESS)
        return false;
    /* A device's clock may run a little faster than the host's; more than 2% plus 1 us is nonsense. */
    if (end <= start || (double)(end - start) > 1.02 * host_ns + 1000.0) return false;
    *ns = (double)(end - start);
    return true;
}

static int finish(const tool_session *s, xl_error *error) {
    const cl_int finished = clFinish(s->queue);
    if (finished == CL_SUCCESS) return XL_SUCCESS;
    return xl__fail(error, finished, "clFinish: the device failed while it was timed: %s",
                    xl_status_name(finished));
}

int tool_time_batch(tool_session *s, tool_launch launch, void *what, int batch, bool waits, tool_shot *out,
                    xl_error *error) {
    cl_event lead = NULL, last = NULL;
    /* A single launch is one that lasts: the host's clock around it is as good, and costs no second run. */
    const bool events = s->profiling && batch > 1 && !waits;
    int status = XL_SUCCESS;
    uint64_t start = xl__os_now();
    if (events) status = launch(what, &lead, error);
    if (!events) start = xl__os_now();
    for (int i = 0; i < batch && status == XL_SUCCESS; i++)
        status = launch(what, events && i == batch - 1 ? &last : NULL, error);
    if (status == XL_SUCCESS) status = finish(s, error);
    const double host_ns = (double)(xl__os_now() - start);
    double ns = host_ns * batch / (events ? batch + 1 : batch);
    out->by_events = status == XL_SUCCESS && lead && last && span_of_events(lead, last, host_ns, &ns);
    out->ns = ns / (double)batch;
    if (lead) clReleaseEvent(lead);
    if (last) clReleaseEvent(last);
    return status;
}

int tool_batch_size(double ns, double seconds) {
    const double wanted = ns > 0.0 ? seconds * 1e9 / ns : 256.0;
    return wanted < 1.0 ? 1 : wanted > 256.0 ? 256 : (int)wanted;
}
