#include "plan/plan_buffers.h"
#include "plan/plan_make.h"
#include "plan/plan_settle.h"
#include "base/status.h"
#include "plan/plan_make.h"
#include "base/calls.h"
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

enum { TRACE_BYTES = (2 + XL__TRACE_RECORDS * XL__TRACE_WORDS) * sizeof(uint32_t) };

static int make_trace(xl_plan *plan, xl_error *error) {
    uint32_t *start = calloc(1, TRACE_BYTES);
    if (!start) return xl__fail_memory(error);
    start[1] = XL__TRACE_RECORDS;
    int status = XL_SUCCESS;
    plan->trace = xl__make_buffer(plan, CL_MEM_READ_WRITE, TRACE_BYTES, start, error, &status);
    free(start);
    return status;
}

static int make_guarded(xl_plan *plan, int a, cl_mem_flags flags, size_t bytes, const void *data,
                        xl_error *error) {
    const int made = xl__guarded_make(plan->device->context, flags, bytes, plan->device->guard_bytes, data,
                                      &plan->areas[a]);
    if (made == XL_SUCCESS) return made;
    return xl__fail(error, made, "clCreateBuffer of %zu bytes for area '%s' on %s: %s (%d)%s", bytes,
                    plan->algorithm->areas[a].name, plan->device->facts.name, xl_status_name(made), made,
                    data ? "" : "; xl_plan_trim frees the scratch of other plans");
}

int xl__make_area(xl_plan *plan, int area, xl_error *error) {
    size_t offset[XL__MAX_AREAS], most[XL__MAX_AREAS], total = 0;
    if (plan->areas[area].whole) return XL_SUCCESS;
    int status = xl__plan_areas(plan, &plan->problem, offset, most, &total, error);
    if (status != XL_SUCCESS) return status;
    status = make_guarded(plan, area, CL_MEM_READ_WRITE, most[area], NULL, error);
    if (status == XL_SUCCESS) return status;
    xl_plan_trim(plan); /* a plan that cannot run holds no scratch */
    return status;
}

static int make_own(xl_plan *plan, int a, size_t bytes, xl_error *error) {
    const xl__area *const area = &plan->algorithm->areas[a];
    void *data = calloc(1, bytes);
    if (!data) return xl__fail_memory(error);
    int status = area->make ? area->make(&plan->problem, data, bytes, error) : XL_SUCCESS;
    if (status == XL_SUCCESS)
        status = make_guarded(plan, a, area->kept ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY, bytes, data, error);
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
    if (status == XL_SUCCESS && plan->strategy->flags & XL__CHECKS_INDICES)
        plan->index_errors = xl__make_buffer(plan, CL_MEM_READ_WRITE, XL__INDEX_ERROR_WORDS * sizeof(cl_uint),
                                             NULL, error, &status);
    return status == XL_SUCCESS ? make_areas(plan, error) : status;
}

size_t xl_plan_trim(xl_plan *plan) {
    size_t freed = 0;
    if (!plan) return 0;
    for (int a = 0; a < XL__MAX_AREAS; a++) {
        if (!plan->areas[a].whole || xl__is_own(&plan->algorithm->areas[a])) continue;
        freed += xl__guarded_size(&plan->areas[a]);
        xl__guarded_free(&plan->areas[a]);
    }
    return freed;
}

size_t xl__plan_held_bytes(const xl_plan *plan) {
    size_t held = 0;
    for (int a = 0; a < XL__MAX_AREAS; a++)
        if (plan->areas[a].whole) held += xl__guarded_size(&plan->areas[a]);
    for (int i = 0; i < XL__MAX_PASSES; i++)
        if (plan->records[i]) held += 2 * sizeof(cl_uint);
    if (plan->trace) held += TRACE_BYTES;
    if (plan->index_errors) held += XL__INDEX_ERROR_WORDS * sizeof(cl_uint);
    if (plan->measures) held += XL__MAX_MEASURES * sizeof(cl_uint);
    return held;
}

static void release_buffer(cl_mem buffer) {
    if (buffer) clReleaseMemObject(buffer);
}

void xl__release_plan_buffers(xl_plan *plan) {
    for (int i = 0; i < XL__MAX_PASSES; i++) release_buffer(plan->records[i]);
    for (int i = 0; i < XL__MAX_AREAS; i++) xl__guarded_free(&plan->areas[i]);
    release_buffer(plan->trace);
    release_buffer(plan->index_errors);
    release_buffer(plan->measures);
}

/* ---- guards ---------------------------------------------------------------------------------------- */

static int fail_guard(const xl_plan *plan, int a, int status, const char *call, xl_error *error) {
    return xl__fail(error, status, "%s of area '%s' on %s: %s (%d)", call, plan->algorithm->areas[a].name,
                    plan->device->facts.name, xl_status_name(status), status);
}

int xl__plan_fill_areas(xl_plan *plan, cl_command_queue queue, xl_error *error) {
    size_t offset[XL__MAX_AREAS], bytes[XL__MAX_AREAS], total = 0;
    if (plan->device->guard_bytes == 0) return XL_SUCCESS;
    int status = xl__plan_areas(plan, &plan->problem, offset, bytes, &total, error);
    for (int a = 0; a < XL__MAX_AREAS && status == XL_SUCCESS; a++) {
        if (!plan->ready.uses_area[a] || bytes[a] == 0 || xl__is_own(&plan->algorithm->areas[a])) continue;
        status = xl__make_area(plan, a, error);
        if (status != XL_SUCCESS) return status;
        const cl_int filled = xl__guarded_fill(queue, &plan->areas[a]);
        if (filled != CL_SUCCESS) return fail_guard(plan, a, filled, "clEnqueueFillBuffer", error);
    }
    return status;
}

int xl__plan_check_area(const xl_plan *plan, cl_command_queue queue, int a, xl__checked_area *out,
                        xl_error *error) {
    const xl__guarded *const area = &plan->areas[a];
    *out = (xl__checked_area){.name = NULL};
    if (!area->whole) return XL_SUCCESS;
    out->name = plan->algorithm->areas[a].name;
    out->element = plan->ready.area_bytes[a];
    out->elements = area->bytes / out->element;
    const int status = xl__guarded_check(queue, area, &out->edges);
    return status == XL_SUCCESS ? status : fail_guard(plan, a, status, "clEnqueueReadBuffer", error);
}

const char *xl__plan_memory_name(const xl_plan *plan, cl_mem memory, size_t *bytes, bool *scratch) {
    for (int a = 0; a < XL__MAX_AREAS; a++) {
        if (plan->areas[a].part != memory) continue;
        *bytes = plan->areas[a].bytes;
        *scratch = !xl__is_own(&plan->algorithm->areas[a]);
        return plan->algorithm->areas[a].name;
    }
    if (memory != plan->measures) return NULL;
    *bytes = XL__MAX_MEASURES * sizeof(cl_uint);
    *scratch = true;
    return "measures";
}
