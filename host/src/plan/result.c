/* Reads the records of a plan's kernels. */
#include "plan/handles.h"
#include "plan/plan_make.h"
#include "plan/enqueue_order.h"
#include "base/status.h"
#include "base/calls.h"
#include <stdlib.h>
#include <string.h>

/* It may be in another queue than `queue`. */
static int finish_run(xl_plan *plan, xl_error *error) {
    const char *call = NULL;
    if (!plan->last.queue) return XL_SUCCESS;
    const cl_int status = xl__plan_wait(plan, &call);
    if (status != CL_SUCCESS) return xl__fail_cl(error, status, call, plan->device->facts.name, NULL);
    xl__plan_store(plan);
    return XL_SUCCESS;
}

/* Clears the record: it is never an older run's. */
static int take_record(xl_plan *plan, cl_command_queue queue, int kernel, cl_uint *lanes, xl_error *error) {
    cl_uint record[2] = {0, 0};
    const cl_uint zero[2] = {0, 0};
    const char *call = "clEnqueueReadBuffer of the width record";
    cl_int status =
        clEnqueueReadBuffer(queue, plan->records[kernel], CL_TRUE, 0, sizeof record, record, 0, NULL, NULL);
    if (status == CL_SUCCESS) {
        call = "clEnqueueWriteBuffer of the width record";
        status =
            clEnqueueWriteBuffer(queue, plan->records[kernel], CL_TRUE, 0, sizeof zero, zero, 0, NULL, NULL);
    }
    if (status != CL_SUCCESS) return xl__fail_cl(error, status, call, plan->device->facts.name, NULL);
    *lanes = record[0];
    return XL_SUCCESS;
}

/* Kept until the next run: reading clears the records. */
static int measure(xl_plan *plan, cl_command_queue queue, xl_error *error) {
    cl_uint smallest = 0;
    int status = finish_run(plan, error);
    for (int i = 0; i < plan->ready.count && status == XL_SUCCESS; i++) {
        cl_uint lanes = 0;
        if (!plan->records[i]) continue;
        status = take_record(plan, queue, i, &lanes, error);
        if (lanes > 0 && (smallest == 0 || lanes < smallest)) smallest = lanes;
    }
    if (status == XL_SUCCESS) plan->measured = smallest > 0 ? (int)smallest : -1;
    return status;
}

int xl_plan_width_measured(xl_plan *plan, cl_command_queue queue, int *width, xl_error *error) {
    static const char call[] = "xl_plan_width_measured";
    bool ignored = false;
    if (width) *width = -1;
    if (!plan) return xl__fail_null(error, call, "plan");
    if (!width) return xl__fail_null(error, call, "width");
    if (!plan->device->record_width)
        return xl__fail(error, XL_BAD_VALUE, "%s: the device was opened without record_width", call);
    int status = xl__check_queue(plan->device, queue, call, &ignored, error);
    if (status == XL_SUCCESS && plan->last.queue && plan->measured == 0) status = measure(plan, queue, error);
    if (status == XL_SUCCESS && plan->ran && (plan->measured > 0 || !plan->target.backend))
        *width = plan->measured > 0 ? plan->measured : 0;
    return xl__done(error, status);
}

int xl__plan_index_errors(xl_plan *plan, cl_command_queue queue, cl_uint words[XL__INDEX_ERROR_WORDS],
                          xl_error *error) {
    memset(words, 0, XL__INDEX_ERROR_WORDS * sizeof *words);
    if (!plan->index_errors) return XL_SUCCESS;
    const int finished = finish_run(plan, error);
    if (finished != XL_SUCCESS) return finished;
    const cl_int status = clEnqueueReadBuffer(queue, plan->index_errors, CL_TRUE, 0,
                                              XL__INDEX_ERROR_WORDS * sizeof *words, words, 0, NULL, NULL);
    if (status == CL_SUCCESS) return XL_SUCCESS;
    return xl__fail_cl(error, status, "clEnqueueReadBuffer of the indices", plan->device->facts.name, NULL);
}

/* ---- measures --------------------------------------------------------------------------------------- */

static int read_measure(xl_plan *plan, cl_command_queue queue, size_t index, xl_measure *out,
                        xl_error *error) {
    const size_t own = (size_t)plan->ready.measure_count;
    cl_uint value = 0;
    if (index > own)
        return xl__fail(error, XL_BAD_VALUE,
                        "xl_plan_get_measure: %s/%s has %zu measures, there is no number %zu",
                        plan->algorithm->name, plan->strategy->name, own + 1, index);
    *out = (xl_measure){"launches", "kernels", "kernels that were launched", (double)plan->launches};
    if (index == own) return XL_SUCCESS;
    const int finished = finish_run(plan, error);
    if (finished != XL_SUCCESS) return finished;
    const cl_int status = clEnqueueReadBuffer(queue, plan->measures, CL_TRUE, index * sizeof value,
                                              sizeof value, &value, 0, NULL, NULL);
    if (status != CL_SUCCESS)
        return xl__fail_cl(error, status, "clEnqueueReadBuffer of a measure", plan->device->facts.name, NULL);
    const xl__measure *measure = &plan->strategy->measures[index];
    *out = (xl_measure){measure->name, measure->unit, measure->help, (double)value};
    return XL_SUCCESS;
}

int xl_plan_get_measure_sized(xl_plan *plan, cl_command_queue queue, size_t index, xl_measure *out,
                              size_t out_size, xl_error *error) {
    static const char call[] = "xl_plan_get_measure";
    xl_measure own = {NULL, NULL, NULL, 0.0};
    bool ignored = false;
    if (out) xl__give(out, out_size, &own, sizeof own); /* nothing of a failed call */
    if (!plan) return xl__fail_null(error, call, "plan");
    if (!out) return xl__fail_null(error, call, "out");
    if (!plan->counts)
        return xl__fail(error, XL_BAD_VALUE, "%s: the device was opened without record_width", call);
    int status = xl__check_queue(plan->device, queue, call, &ignored, error);
    if (status == XL_SUCCESS && !plan->ran)
        status = xl__fail(error, XL_BAD_VALUE, "%s: the plan has not run yet", call);
    if (status == XL_SUCCESS) status = read_measure(plan, queue, index, &own, error);
    if (status == XL_SUCCESS) xl__give(out, out_size, &own, sizeof own);
    return xl__done(error, status);
}

static const xl_type trace_types[] = {XL_I32, XL_U32, XL_I64, XL_U64, XL_F32, XL_F16, XL_F64};

static xl_trace read_trace(const cl_uint *words) {
    xl_trace record = {
        .line = words[0], .work_item = words[1], .lane = words[3] & 0xffffu, .sub_group = words[3] >> 16};
    const cl_uint type = words[2] & 0xffu;
    record.type = type < sizeof trace_types / sizeof *trace_types ? trace_types[type] : XL_TYPE_NONE;
    record.components = (int)(words[2] >> 8 & 0xffu);
    for (int i = 0; i < 16; i++) record.name[i] = (char)(words[4 + i / 4] >> (8 * (i % 4)) & 0xffu);
    memcpy(record.value, words + 8, sizeof record.value);
    return record;
}

/* *count: all records; copies those that fit. */
static int read_traces(xl_plan *plan, cl_command_queue queue, xl_trace *records, size_t capacity,
                       size_t *count, xl_error *error) {
    static const char call[] = "clEnqueueReadBuffer of the trace";
    const char *const name = plan->device->facts.name;
    cl_uint head[2] = {0, 0};
    cl_int read = clEnqueueReadBuffer(queue, plan->trace, CL_TRUE, 0, sizeof head, head, 0, NULL, NULL);
    if (read != CL_SUCCESS) return xl__fail_cl(error, read, call, name, NULL);
    size_t kept = head[0] < XL__TRACE_RECORDS ? head[0] : XL__TRACE_RECORDS;
    if (kept > capacity) kept = capacity;
    const size_t bytes = kept * XL__TRACE_WORDS * sizeof(cl_uint);
    cl_uint *words = malloc(bytes ? bytes : 1);
    if (!words) return xl__fail_memory(error);
    if (kept > 0)
        read = clEnqueueReadBuffer(queue, plan->trace, CL_TRUE, sizeof head, bytes, words, 0, NULL, NULL);
    for (size_t i = 0; read == CL_SUCCESS && i < kept; i++)
        records[i] = read_trace(words + i * XL__TRACE_WORDS);
    free(words);
    if (read != CL_SUCCESS) return xl__fail_cl(error, read, call, name, NULL);
    *count = head[0];
    return XL_SUCCESS;
}

int xl_plan_trace(xl_plan *plan, cl_command_queue queue, xl_trace *records, size_t capacity, size_t *count,
                  xl_error *error) {
    static const char call[] = "xl_plan_trace";
    bool ignored = false;
    if (count) *count = 0;
    if (!plan) return xl__fail_null(error, call, "plan");
    if (!count) return xl__fail_null(error, call, "count");
    if (capacity > 0 && !records)
        return xl__fail(error, XL_BAD_VALUE, "%s: capacity is %zu and records is NULL", call, capacity);
    if (!plan->trace) return xl__fail(error, XL_BAD_VALUE, "%s: the device was opened without trace", call);
    int status = xl__check_queue(plan->device, queue, call, &ignored, error);
    if (status == XL_SUCCESS) status = finish_run(plan, error);
    if (status == XL_SUCCESS) status = read_traces(plan, queue, records, capacity, count, error);
    return xl__done(error, status);
}
