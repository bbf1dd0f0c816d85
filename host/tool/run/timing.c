/* timing.c - batches of launches. */
#include "run/timing.h"
#include "base/os.h"
#include "base/calls.h"

bool tool_span_of_events(const tool_event_times *t, double *ns) {
    const double span = t->last_end - t->lead_end, slack = 0.02 * t->host_ns + 1000.0;
    if (!(span > 0.0) || !(span <= t->host_ns + slack) || t->lead_end > t->first_start + slack) return false;
    *ns = span;
    return true;
}

/* Subtracts `start` as integers: a time since 1970 has more digits than a double. */
static bool read_time(cl_event event, cl_profiling_info which, cl_ulong start, double *ns) {
    cl_ulong time = 0;
    if (clGetEventProfilingInfo(event, which, sizeof time, &time, NULL) != CL_SUCCESS) return false;
    *ns = (double)(int64_t)(time - start);
    return true;
}

/* Of the run before a batch, of its first run and of its last. */
typedef struct events {
    cl_event lead, first, last;
} events;

static bool span_of(const events *e, double host_ns, double *ns) {
    tool_event_times t = {.host_ns = host_ns};
    cl_ulong start = 0;
    return e->lead && e->first && e->last &&
           clGetEventProfilingInfo(e->lead, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) ==
               CL_SUCCESS &&
           read_time(e->lead, CL_PROFILING_COMMAND_END, start, &t.lead_end) &&
           read_time(e->first, CL_PROFILING_COMMAND_START, start, &t.first_start) &&
           read_time(e->last, CL_PROFILING_COMMAND_END, start, &t.last_end) && tool_span_of_events(&t, ns);
}

static void release(const events *e) {
    if (e->lead) clReleaseEvent(e->lead);
    if (e->first) clReleaseEvent(e->first);
    if (e->last) clReleaseEvent(e->last);
}

/* For a batch's run; NULL: not needed. */
static cl_event *event_of(events *e, int run, int batch) {
    return run == 0 ? &e->first : run == batch - 1 ? &e->last : NULL;
}

static int finish(const tool_session *s, xl_error *error) {
    const cl_int finished = clFinish(s->queue);
    if (finished == CL_SUCCESS) return XL_SUCCESS;
    return xl__fail(error, finished, "clFinish: the device failed while it was timed: %s",
                    xl_status_name(finished));
}

int tool_time_batch(tool_session *s, tool_launch launch, void *what, int batch, bool waits, tool_shot *out,
                    xl_error *error) {
    events e = {NULL, NULL, NULL};
    /* A long single launch needs only the host's clock. */
    const bool by_events = s->profiling && batch > 1 && !waits;
    int status = XL_SUCCESS;
    uint64_t start = xl__os_now();
    if (by_events) status = launch(what, NULL, &e.lead, error);
    if (!by_events) start = xl__os_now();
    for (int i = 0; i < batch && status == XL_SUCCESS; i++)
        status = launch(what, NULL, by_events ? event_of(&e, i, batch) : NULL, error);
    if (status == XL_SUCCESS) status = finish(s, error);
    const double host_ns = (double)(xl__os_now() - start);
    double ns = host_ns * batch / (by_events ? batch + 1 : batch);
    out->by_events = by_events && status == XL_SUCCESS && span_of(&e, host_ns, &ns);
    out->refused = by_events && status == XL_SUCCESS && !out->by_events;
    out->ns = ns / (double)batch;
    release(&e);
    return status;
}

int tool_time_alone(tool_session *s, tool_launch launch, void *what, double *ns, xl_error *error) {
    events e = {NULL, NULL, NULL};
    *ns = 0.0;
    if (!s->profiling) return XL_SUCCESS;
    const uint64_t begin = xl__os_now();
    int status = launch(what, &e.first, &e.last, error);
    if (status == XL_SUCCESS) status = finish(s, error);
    tool_event_times t = {.host_ns = (double)(xl__os_now() - begin)};
    cl_ulong start = 0;
    const bool told = status == XL_SUCCESS && e.first && e.last &&
                      clGetEventProfilingInfo(e.first, CL_PROFILING_COMMAND_START, sizeof start, &start,
                                              NULL) == CL_SUCCESS &&
                      read_time(e.last, CL_PROFILING_COMMAND_END, start, &t.last_end);
    if (!told || !tool_span_of_events(&t, ns)) *ns = 0.0;
    release(&e);
    return status;
}

/* A single launch is timed by the host's clock, and a busy host learns late that it has ended: one driver
   seemed to differ by a third between batches of 1 and of 2 of a kernel of 0.4 ms. */
int tool_batch_size(double ns, double seconds) {
    const double wanted = ns > 0.0 ? seconds * 1e9 / ns : 256.0, least = ns < TOOL_LASTS_NS ? 2.0 : 1.0;
    return wanted < least ? (int)least : wanted > 256.0 ? 256 : (int)wanted;
}
