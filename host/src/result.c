/* What a plan's kernels wrote about themselves: the width that ran, the values of SG_SHOW. */
#include "plan.h"
#include "status.h"
#include <stdlib.h>
#include <string.h>

static int finish_queue(xl_plan *plan, cl_command_queue queue, xl_error *error) {
    const cl_int status = clFinish(queue);
    if (status != CL_SUCCESS) return xl__fail_cl(error, status, "clFinish", plan->device->facts.name, NULL);
    xl__plan_store(plan);
    return XL_SUCCESS;
}

/* Reads a kernel's record and clears it, so that an answer is never of an older run. */
static int take_record(xl_plan *plan, cl_command_queue queue, int kernel, cl_uint *lanes, xl_error *error) {
    cl_uint record[2] = {0, 0};
    const cl_uint zero[2] = {0, 0};
    cl_int status =
        clEnqueueReadBuffer(queue, plan->records[kernel], CL_TRUE, 0, sizeof record, record, 0, NULL, NULL);
    if (status == CL_SUCCESS)
        status =
            clEnqueueWriteBuffer(queue, plan->records[kernel], CL_TRUE, 0, sizeof zero, zero, 0, NULL, NULL);
    if (status != CL_SUCCESS)
        return xl__fail_cl(error, status, "reading the width record", plan->device->facts.name, NULL);
    *lanes = record[0];
    return XL_SUCCESS;
}

int xl_plan_width_measured(xl_plan *plan, cl_command_queue queue, int *width, xl_error *error) {
    *width = -1;
    if (!plan->device->record_width)
        return xl__fail(error, XL_BAD_VALUE, "the device was opened without record_width");
    int status = finish_queue(plan, queue, error);
    cl_uint smallest = 0;
    for (int i = 0; i < plan->kernel_count && status == XL_SUCCESS; i++) {
        cl_uint lanes = 0;
        if (!plan->records[i]) continue;
        status = take_record(plan, queue, i, &lanes, error);
        if (lanes > 0 && (smallest == 0 || lanes < smallest)) smallest = lanes;
    }
    if (status != XL_SUCCESS || !plan->ran) return status;
    if (smallest > 0 || !plan->target.backend) *width = (int)smallest;
    return XL_SUCCESS;
}

/* SG_TRACE_TYPE_* of kernels/sg/sg_trace.h. */
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

int xl_plan_trace(xl_plan *plan, cl_command_queue queue, xl_trace *records, size_t capacity, size_t *count,
                  xl_error *error) {
    *count = 0;
    if (!plan->trace) return xl__fail(error, XL_BAD_VALUE, "the device was opened without trace");
    int status = finish_queue(plan, queue, error);
    if (status != XL_SUCCESS) return status;
    cl_uint head[2] = {0, 0};
    cl_int read = clEnqueueReadBuffer(queue, plan->trace, CL_TRUE, 0, sizeof head, head, 0, NULL, NULL);
    size_t kept = head[0] < XL__TRACE_RECORDS ? head[0] : XL__TRACE_RECORDS;
    if (kept > capacity) kept = capacity;
    const size_t bytes = kept * XL__TRACE_WORDS * sizeof(cl_uint);
    cl_uint *words = malloc(bytes ? bytes : 1);
    if (!words) return xl__fail_memory(error);
    if (read == CL_SUCCESS && kept > 0)
        read = clEnqueueReadBuffer(queue, plan->trace, CL_TRUE, sizeof head, bytes, words, 0, NULL, NULL);
    if (read == CL_SUCCESS) {
        for (size_t i = 0; i < kept; i++) records[i] = read_trace(words + i * XL__TRACE_WORDS);
        *count = head[0];
    } else {
        status = xl__fail_cl(error, read, "reading the trace", plan->device->facts.name, NULL);
    }
    free(words);
    return status;
}
