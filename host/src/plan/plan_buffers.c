/* Buffers that a plan makes beside the caller's: what the host computes, records, measures, the trace. */
#include "plan/plan_buffers.h"
#include "plan/plan_make.h"
#include "plan/plan_settle.h"
#include "base/status.h"
#include <stdlib.h>

cl_mem xl__make_buffer(xl_plan *plan, cl_mem_flags flags, size_t bytes, void *data, xl_error *error,
                       int *status) {
    cl_int made = CL_SUCCESS;
    cl_mem buffer =
        clCreateBuffer(plan->device->context, flags | (data ? CL_MEM_COPY_HOST_PTR : 0), bytes, data, &made);
    *status = made == CL_SUCCESS ? XL_SUCCESS
                                 : xl__fail(error, made, "clCreateBuffer of %zu bytes on %s: %s (%d)", bytes,
                                            plan->device->facts.name, xl_status_name(made), made);
    return buffer;
}

static int make_trace(xl_plan *plan, xl_error *error) {
    const size_t words = 2 + (size_t)XL__TRACE_RECORDS * XL__TRACE_WORDS;
    uint32_t *start = calloc(words, sizeof *start);
    if (!start) return xl__fail_memory(error);
    start[1] = XL__TRACE_RECORDS;
    int status = XL_SUCCESS;
    plan->trace = xl__make_buffer(plan, CL_MEM_READ_WRITE, words * sizeof *start, start, error, &status);
    free(start);
    return status;
}

/* What is made once per plan: data of the host's, or what runs leave for each other, zeros at the start. */
static int make_own(xl_plan *plan, int a, size_t bytes, xl_error *error) {
    const xl__area *const area = &plan->algorithm->areas[a];
    void *data = calloc(1, bytes);
    if (!data) return xl__fail_memory(error);
    int status = area->make ? area->make(&plan->problem, data, error) : XL_SUCCESS;
    if (status == XL_SUCCESS)
        plan->areas[a] = xl__make_buffer(plan, area->kept ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY, bytes, data,
                                         error, &status);
    free(data);
    return status;
}

static int make_areas(xl_plan *plan, xl_error *error) {
    size_t offset[XL__MAX_AREAS], size[XL__MAX_AREAS], total = 0;
    int status = xl__plan_areas(plan, &plan->problem, offset, size, &total, error);
    for (int a = 0; a < XL__MAX_AREAS && status == XL_SUCCESS; a++)
        if (plan->ready.uses_area[a] && xl__is_own(&plan->algorithm->areas[a]) && size[a] > 0)
            status = make_own(plan, a, size[a], error);
    if (status == XL_SUCCESS && plan->ready.measure_count > 0 && plan->counts)
        plan->measures = xl__make_buffer(plan, CL_MEM_READ_WRITE, XL__MAX_MEASURES * sizeof(cl_uint), NULL,
                                         error, &status);
    return status;
}

int xl__make_plan_buffers(xl_plan *plan, xl_error *error) {
    int status = XL_SUCCESS;
    uint32_t zero[2] = {0, 0};
    for (int i = 0; i < plan->ready.count && status == XL_SUCCESS && plan->device->record_width; i++)
        if (plan->kernels[i])
            plan->records[i] = xl__make_buffer(plan, CL_MEM_READ_WRITE, sizeof zero, zero, error, &status);
    if (status == XL_SUCCESS && plan->device->trace) status = make_trace(plan, error);
    if (status == XL_SUCCESS && plan->strategy->flags & XL__TELLS_STRAYS)
        plan->strays =
            xl__make_buffer(plan, CL_MEM_READ_WRITE, XL__STRAY_WORDS * sizeof(cl_uint), NULL, error, &status);
    return status == XL_SUCCESS ? make_areas(plan, error) : status;
}

static void release_buffer(cl_mem buffer) {
    if (buffer) clReleaseMemObject(buffer);
}

void xl__release_plan_buffers(xl_plan *plan) {
    for (int i = 0; i < XL__MAX_PASSES; i++) release_buffer(plan->records[i]);
    for (int i = 0; i < XL__MAX_AREAS; i++) release_buffer(plan->areas[i]);
    release_buffer(plan->trace);
    release_buffer(plan->strays);
    release_buffer(plan->measures);
}
