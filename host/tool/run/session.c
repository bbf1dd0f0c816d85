#include "run/session.h"
#include "caps/device_open.h"
#include "device/device.h"
#include "base/os.h"
#include "base/status.h"
#include "run/cache_place.h"
#include "system/os_start.h"
#include "records/os_busy.h"
#include "records/record.h"
#include "run/findings.h"
#include "run/memory.h"
#include "system/os_drivers.h"
#include "base/calls.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int tool_list_devices(cl_device_id out[TOOL_MAX_DEVICES], xl_error *error) {
    cl_platform_id platforms[16];
    cl_uint platform_count = 0;
    const cl_int status = clGetPlatformIDs(16, platforms, &platform_count);
    if (status != CL_SUCCESS) {
        xl__fail(error, status, "the OpenCL loader lists no platform: clGetPlatformIDs: %s",
                 xl_status_name(status));
        return 0;
    }
    int count = 0;
    unsigned first = 0, end = 0;
    tool_driver_platforms(platform_count < 16 ? platform_count : 16, &first, &end);
    for (unsigned p = first; p < end; p++) {
        cl_uint found = 0;
        const cl_uint room = (cl_uint)(TOOL_MAX_DEVICES - count);
        if (room == 0) break;
        const cl_int listed = clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, room, out + count, &found);
        if (listed != CL_SUCCESS && listed != CL_DEVICE_NOT_FOUND)
            xl__fail_cl(error, listed, "clGetDeviceIDs", "a platform of this driver", NULL);
        if (listed != CL_SUCCESS) continue;
        count += (int)(found < room ? found : room);
    }
    return count;
}

/* OpenCL 1.2's clCreateCommandQueue works everywhere; 2.0 only deprecates it. */
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
static cl_command_queue make_queue(cl_context context, cl_device_id id, bool *profiling, cl_int *status) {
    cl_command_queue queue = clCreateCommandQueue(context, id, CL_QUEUE_PROFILING_ENABLE, status);
    *profiling = *status == CL_SUCCESS;
    return *profiling ? queue : clCreateCommandQueue(context, id, 0, status);
}
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

static int open_device(tool_session *s, xl_error *error) {
    cl_device_id all[TOOL_MAX_DEVICES];
    xl_error listed = {0};
    const int count = tool_list_devices(all, &listed);
    const int index = s->job->task.device;
    if (index >= count && listed.text[0]) return xl__fail(error, listed.status, "%s", listed.text);
    if (index >= count)
        return xl__fail(error, CL_DEVICE_NOT_FOUND, "device %d of this driver is gone: it lists %d", index,
                        count);
    s->id = all[index];
    cl_platform_id platform = NULL;
    clGetDeviceInfo(s->id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
    cl_int status = CL_SUCCESS;
    s->context = clCreateContext(platform ? properties : NULL, 1, &s->id, NULL, NULL, &status);
    if (status != CL_SUCCESS)
        return xl__fail(error, status, "clCreateContext: %s; the device is listed but does not open",
                        xl_status_name(status));
    s->queue = make_queue(s->context, s->id, &s->profiling, &status);
    if (status != CL_SUCCESS)
        return xl__fail(error, status, "clCreateCommandQueue: %s", xl_status_name(status));
    return XL_SUCCESS;
}

/* To the parent, which sees how this process ends. */
static void tell_trial(void *user, const xl__trial *trial) {
    tool_session *s = user;
    if (!trial)
        tool_emit(s, json_pack("{s:s}", "event", "tried"));
    else
        tool_emit(s, json_pack("{s:s,s:s,s:s,s:s,s:b}", "event", "trying", "key", trial->key, "op", trial->op,
                               "type", trial->type, "all", (int)trial->all));
}

int tool_session_open(tool_session *s, const tool_job *job, FILE *events, xl_error *error) {
    const tool_options *const options = &job->options;
    /* What is exported has only the kernel's own parameters. */
    const bool bare = options->command == TOOL_COMMAND_inspect || options->command == TOOL_COMMAND_export;
    *s = (tool_session){
        .job = job, .options = options, .events = events, .ahead = job->task.sharing == XL__AHEAD};
    tool_findings_open(s);
    int status = open_device(s, error);
    char *cache = tool_cache_folder();
    const xl_options library = {.cache_dir = cache,
                                .kernel_dir = options->kernel_dir,
                                .record_width = !bare,
                                .planted = 1,
                                .trace = options->command == TOOL_COMMAND_trace};
    if (status == XL_SUCCESS) status = xl_open(s->id, s->context, &library, &s->device, error);
    if (status == XL_SUCCESS) {
        const xl__device_facts *facts = xl__get_facts(s->device);
        if (!bare) s->device->guard_bytes = tool_guard_bytes(options->command == TOOL_COMMAND_learn);
        s->device->driver_keeps = true;
        s->key = facts->id;
        s->largest_buffer = facts->largest_buffer;
        s->global_bytes = facts->global_bytes;
        s->slow = facts->type == CL_DEVICE_TYPE_CPU;
        s->watch = (xl__watch){tell_trial, s};
        s->device->watch = &s->watch;
        s->device->sharing = (xl__sharing)job->task.sharing;
        /* A later worker remembers what killed an earlier one. */
        s->device->forget = options->again && !job->task.done && !job->task.cautious;
    }
    free(cache);
    if (status != XL_SUCCESS) tool_session_close(s);
    return status;
}

void tool_session_close(tool_session *s) {
    tool_findings_close(s);
    if (s->device) xl_close(s->device);
    if (s->queue) clReleaseCommandQueue(s->queue);
    if (s->context) clReleaseContext(s->context);
    s->device = NULL;
    s->queue = NULL;
    s->context = NULL;
}

/* Before timing: this process sleeps, and its helpers have ended. */
static void tell_busy(tool_session *s) {
    const tool_busy from = tool_busy_now();
    xl__os_sleep(150000000);
    const tool_busy to = tool_busy_now();
    const double load = tool_busy_load(), share = tool_busy_share(&from, &to);
    tool_emit(s,
              json_pack("{s:s,s:o,s:i,s:o}", "event", "busy", "load",
                        load >= 0.0 ? json_real(load) : json_null(), "cores", (int)tool_processors_allowed(),
                        "others", share >= 0.0 ? json_real(share) : json_null()));
}

void tool_session_be_alone(tool_session *s) {
    const bool first = !s->alone;
    if (first) tool_emit(s, json_pack("{s:s}", "event", "alone"));
    while (!s->alone) {
        s->alone = tool_others_are_gone(0.5);
        if (!s->alone) tool_row_alive(s);
    }
    if (first) tell_busy(s);
}

void tool_session_await(tool_session *s, long turn) {
    if (!s->job->task.in_turns || s->ahead) return;
    tool_emit(s, json_pack("{s:s,s:I}", "event", "turn", "turn", (json_int_t)turn));
    (void)tool_turn_wait();
}

bool tool_session_goes_on(tool_session *s, int part) {
    if (s->ahead) return false;
    tool_emit(s, json_pack("{s:s,s:i}", "event", "further", "part", part));
    return tool_turn_wait();
}

void tool_emit(tool_session *s, json_t *event) {
    if (s->events) {
        const int failed = !event || json_dumpf(event, s->events, JSON_COMPACT | JSON_REAL_PRECISION(17));
        if (failed || fputc('\n', s->events) == EOF || fflush(s->events) != 0) tool_worker_abandon();
    }
    json_decref(event);
}

void tool_emit_progress(tool_session *s, double share, const char *format, ...) {
    char what[256];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (s->share_size > 0.0) share = s->share_from + s->share_size * share;
    tool_emit(s, json_pack("{s:s,s:s,s:f}", "event", "progress", "what", what, "share", share));
}

void tool_emit_failure(tool_session *s, tool_exit status, const char *text) {
    tool_emit(s, json_pack("{s:s,s:i,s:o}", "event", "failure", "status", (int)status, "text",
                           tool_json_text(text)));
}

static bool listed(const char *list, long row) {
    for (const char *at = list ? list : ""; *at;) {
        char *end = NULL;
        const long first = strtol(at, &end, 10);
        long last = first;
        if (end == at) return false;
        if (*end == '-') last = strtol(end + 1, &end, 10);
        if (row >= first && row <= last) return true;
        at = *end == ',' ? end + 1 : end;
    }
    return false;
}

static double effort_now(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

void tool_row_change(tool_session *s, long row, json_t *record) {
    tool_emit(s, json_pack("{s:s,s:I,s:o}", "event", "begin", "row", (json_int_t)row, "record", record));
}

/* For exhaustive walks --part splits values, not rows. */
static bool of_another_part(const tool_options *o, long row) {
    return o->parts > 0 && !o->exhaustive && row % o->parts != o->part - 1;
}

/* The case of the row's algorithm ended an earlier worker. */
static bool of_stopped_case(const tool_session *s, const json_t *record) {
    char name[200];
    snprintf(name, sizeof name, ",%s/,", tool_text_of(record, "algorithm"));
    return s->job->task.stopped && strstr(s->job->task.stopped, name);
}

long tool_row_begin(tool_session *s, json_t *record) {
    const long row = s->row_count++;
    if (listed(s->job->task.done, row) || of_another_part(s->options, row) || of_stopped_case(s, record)) {
        json_decref(record);
        return -1;
    }
    /* A worker that compiles ahead has no supervisor. */
    if (s->ahead) tool_limit((unsigned)s->options->timeout + 1, "", TOOL_DEVICE_FAILED);
    tool_row_change(s, row, record);
    s->row_effort = effort_now();
    return row;
}

void tool_row_at(tool_session *s, long row) {
    s->row_effort = effort_now();
    if (!s->events) return;
    if (fprintf(s->events, "{\"event\":\"at\",\"row\":%ld}\n", row) < 0 || fflush(s->events) != 0)
        tool_worker_abandon();
}

void tool_row_alive(tool_session *s) {
    const uint64_t now = xl__os_now(), second = 1000000000;
    if (now - s->told_ns < second) return;
    s->told_ns = now;
    tool_row_at(s, s->row_count - 1);
}

void tool_row_patience(tool_session *s, double seconds, double effort) {
    tool_emit(s, json_pack("{s:s,s:I,s:f,s:f}", "event", "at", "row", (json_int_t)(s->row_count - 1),
                           "patience", seconds, "effort", effort));
}

double tool_row_effort(const tool_session *s) {
    return effort_now() - s->row_effort;
}

void tool_row_pass(tool_session *s) {
    s->row_count++;
}

void tool_row_end(tool_session *s, long row, json_t *record) {
    tool_emit(s, json_pack("{s:s,s:I,s:o}", "event", "record", "row", (json_int_t)row, "record", record));
}

enum { MAX_PLATFORMS = 16 };

void tool_no_device_answer(char *text, size_t size) {
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_uint count = 0;
    const cl_int status = clGetPlatformIDs(MAX_PLATFORMS, platforms, &count);
    if (status != CL_SUCCESS || count == 0) {
        snprintf(text, size, "lists no platform");
        return;
    }
    size_t used = 0;
    unsigned first = 0, end = 0;
    tool_driver_platforms(count < MAX_PLATFORMS ? count : MAX_PLATFORMS, &first, &end);
    if (first == end) snprintf(text, size, "lists no platform");
    for (unsigned p = first; p < end && used < size; p++) {
        char name[200] = "";
        cl_uint devices = 0;
        clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, sizeof name, name, NULL);
        const cl_int listed = clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 0, NULL, &devices);
        name[sizeof name - 1] = '\0';
        used += (size_t)snprintf(text + used, size - used, "%splatform '%s' lists no device%s%s",
                                 p > first ? ", " : "", name, listed == CL_SUCCESS ? "" : ": ",
                                 listed == CL_SUCCESS ? "" : xl_status_name(listed));
    }
}
