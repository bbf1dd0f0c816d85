#include "plan/enqueue_bind.h"
#include "plan/handles.h"
#include "table/lookup.h"
#include "plan/plan_buffers.h"
#include "plan/plan_settle.h"
#include "base/status.h"
#include "table/values.h"
#include "base/calls.h"

typedef struct binding {
    xl_plan *plan;
    const xl_launch *launch;
    xl__memory *memory;
    xl_error *error;
} binding;

typedef struct range {
    cl_mem root;
    size_t start, bytes;
    bool whole;
} range;

/* In the root buffer; an OpenCL status. */
static cl_int find_range(cl_mem buffer, size_t offset, size_t bytes, range *out, size_t *size) {
    cl_mem parent = NULL;
    size_t start = 0;
    cl_int status = clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof *size, size, NULL);
    if (status == CL_SUCCESS)
        status = clGetMemObjectInfo(buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL);
    if (status == CL_SUCCESS && parent)
        status = clGetMemObjectInfo(buffer, CL_MEM_OFFSET, sizeof start, &start, NULL);
    *out = (range){parent ? parent : buffer, start + offset, bytes, offset == 0};
    return status;
}

/* The part must be inside, and begin where a sub-buffer may. */
static int check_range(const binding *b, const char *name, cl_mem buffer, size_t offset, size_t bytes,
                       range *where) {
    const size_t align = b->plan->device->facts.align_bytes;
    size_t size = 0;
    const cl_int status = find_range(buffer, offset, bytes, where, &size);
    if (status != CL_SUCCESS)
        return xl__fail(b->error, status, "array '%s': clGetMemObjectInfo: %s (%d)", name,
                        xl_status_name(status), status);
    if (offset > size || bytes > size - offset)
        return xl__fail(b->error, XL_BAD_ARRAY,
                        "array '%s' needs %zu bytes from offset %zu, its buffer has %zu", name, bytes, offset,
                        size);
    if (!where->whole && where->start % align != 0)
        return xl__fail(b->error, XL_BAD_ARRAY,
                        "array '%s' starts at byte %zu of its buffer; %s takes multiples of %zu", name,
                        where->start, b->plan->device->facts.name, align);
    return XL_SUCCESS;
}

/* As the object itself, or a sub-buffer. */
static int bind_range(const binding *b, const char *name, cl_mem buffer, size_t offset, size_t bytes,
                      range *where, cl_mem *bound) {
    if (bytes == 0) return XL_SUCCESS;
    const int status = check_range(b, name, buffer, offset, bytes, where);
    *bound = buffer;
    if (status != XL_SUCCESS || where->whole) return status;
    const cl_buffer_region region = {where->start, bytes};
    cl_int made = CL_SUCCESS;
    *bound = clCreateSubBuffer(where->root, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &made);
    if (made != CL_SUCCESS)
        return xl__fail(b->error, made, "array '%s': clCreateSubBuffer: %s (%d)", name, xl_status_name(made),
                        made);
    b->memory->parts[b->memory->part_count++] = *bound;
    return XL_SUCCESS;
}

static bool overlap(const range *a, const range *b) {
    return a->root && a->root == b->root && a->start < b->start + b->bytes && b->start < a->start + a->bytes;
}

/* Exactly the memory of an array that it may replace. */
static bool is_in_place(const binding *b, const range *ranges, int one, int two) {
    const xl__algorithm *const algorithm = b->plan->algorithm;
    const bool becomes = xl__in_place_of(algorithm, &b->memory->amounts->problem, one) == two ||
                         xl__in_place_of(algorithm, &b->memory->amounts->problem, two) == one;
    return becomes && ranges[one].start == ranges[two].start && ranges[one].bytes == ranges[two].bytes;
}

static int check_overlap(const binding *b, const range *ranges) {
    const xl__algorithm *algorithm = b->plan->algorithm;
    const int count = algorithm->array_count;
    for (int one = 0; one < count; one++)
        for (int two = one + 1; two <= count; two++) { /* index `count`: the scratch */
            const bool written = two == count || algorithm->arrays[one].direction == XL__OUT ||
                                 algorithm->arrays[two].direction == XL__OUT;
            if (!written || !overlap(&ranges[one], &ranges[two])) continue;
            if (two == count || !is_in_place(b, ranges, one, two))
                return xl__fail(b->error, XL_BAD_ARRAY, "%s: '%s' overlaps '%s'", algorithm->name,
                                algorithm->arrays[one].name,
                                two == count ? "scratch" : algorithm->arrays[two].name);
        }
    return XL_SUCCESS;
}

static int bind_array(const binding *b, size_t index, range *ranges, bool *seen) {
    const xl__algorithm *algorithm = b->plan->algorithm;
    const xl_array *given = &b->launch->arrays[index];
    if (!given->name)
        return xl__fail(b->error, XL_BAD_VALUE, "%s: the name of array %zu is NULL", algorithm->name, index);
    const int array = xl__find_array(algorithm, given->name);
    if (array < 0)
        return xl__fail(b->error, XL_BAD_NAME, "%s has no array " XL__QUOTED, algorithm->name, given->name);
    if (seen[array])
        return xl__fail(b->error, XL_BAD_ARRAY, "%s: array '%s' is given twice", algorithm->name,
                        given->name);
    const size_t bytes = b->memory->amounts->array_bytes[array];
    seen[array] = true;
    b->memory->arrays[array] = given->buffer;
    if (!given->buffer) {
        if (bytes == 0 || xl__is_optional(algorithm, array, &b->memory->amounts->problem)) return XL_SUCCESS;
        return xl__fail(b->error, XL_BAD_ARRAY, "%s: array '%s' has no buffer", algorithm->name, given->name);
    }
    if (!xl__reads_array(algorithm, &b->memory->amounts->problem, array))
        return xl__fail_unread(algorithm, array, b->error);
    const bool output = algorithm->arrays[array].direction == XL__OUT; /* some kernels add to it */
    const unsigned use = output ? XL__READS | XL__WRITES : XL__READS;
    const int status = xl__check_buffer(b->plan->device, given->buffer, use, given->name, b->error);
    if (status != XL_SUCCESS) return status;
    return bind_range(b, given->name, given->buffer, given->offset, bytes, &ranges[array],
                      &b->memory->arrays[array]);
}

static int check_scratch(const binding *b, size_t bytes, range *whole) {
    if (!b->launch->scratch || bytes == 0) return XL_SUCCESS;
    const int status =
        xl__check_buffer(b->plan->device, b->launch->scratch, XL__READS | XL__WRITES, "scratch", b->error);
    if (status != XL_SUCCESS) return status;
    return check_range(b, "scratch", b->launch->scratch, b->launch->scratch_offset, bytes, whole);
}

static int bind_areas(const binding *b, range *whole) {
    xl_plan *plan = b->plan;
    xl__memory *memory = b->memory;
    const xl__amounts *amounts = memory->amounts;
    int status = check_scratch(b, amounts->scratch_bytes, whole);
    for (int a = 0; a < XL__MAX_AREAS && status == XL_SUCCESS; a++) {
        range ignored;
        if (!plan->ready.uses_area[a] || amounts->area_bytes[a] == 0) continue;
        if (b->launch->scratch && !xl__is_own(&plan->algorithm->areas[a])) {
            status = bind_range(b, "scratch", b->launch->scratch,
                                b->launch->scratch_offset + amounts->area_offset[a], amounts->area_bytes[a],
                                &ignored, &memory->areas[a]);
            continue;
        }
        status = xl__make_area(plan, a, b->error);
        memory->areas[a] = plan->areas[a].part;
    }
    return status;
}

static int fail_missing(const binding *b, int array) {
    const xl__algorithm *algorithm = b->plan->algorithm;
    const char *const *product = algorithm->product;
    const bool instead = algorithm->arrays[array].direction == XL__IN_OPTIONAL;
    return xl__fail(b->error, XL_BAD_ARRAY, "%s: array '%s' is missing%s%s%s%s", algorithm->name,
                    algorithm->arrays[array].name,
                    instead ? "; it may be left out only of a plan that is made with " : "",
                    instead ? product[1] : "", instead ? " and " : "", instead ? product[2] : "");
}

static int compute_amounts(const binding *b, xl__amounts *out) {
    const xl__algorithm *algorithm = b->plan->algorithm;
    uint64_t room[XL__MAX_SIZES];
    const uint64_t *const sizes = xl__passes_sizes(&b->plan->ready, &out->problem, room);
    xl__fill_places(&out->problem, algorithm, out->places);
    for (int a = 0; a < algorithm->array_count; a++) {
        size_t shape[XL__MAX_RANK], elements = 0;
        int rank = 0;
        if (!xl__array_elements_of(algorithm, a, &out->problem, sizes, shape, &rank, &elements))
            return xl__fail(b->error, XL_TOO_LARGE, "%s: array '%s' is too large", algorithm->name,
                            algorithm->arrays[a].name);
        out->array_bytes[a] = elements * xl_type_size(xl__array_type(algorithm, a, &out->problem));
    }
    return xl__plan_areas(b->plan, &out->problem, out->area_offset, out->area_bytes, &out->scratch_bytes,
                          b->error);
}

void xl__start_memory(xl__memory *out, const xl__amounts *amounts) {
    out->amounts = amounts;
    out->part_count = 0;
    for (int a = 0; a < XL__MAX_ARRAYS; a++) out->arrays[a] = NULL;
    for (int a = 0; a < XL__MAX_AREAS; a++) out->areas[a] = NULL;
}

int xl__bind_memory(xl_plan *plan, const xl_launch *launch, xl__amounts *amounts, xl__memory *out,
                    xl_error *error) {
    const xl__algorithm *algorithm = plan->algorithm;
    const binding b = {plan, launch, out, error};
    range ranges[XL__MAX_ARRAYS + 1];
    bool seen[XL__MAX_ARRAYS] = {false};
    for (int a = 0; a <= XL__MAX_ARRAYS; a++) ranges[a].root = NULL;
    int status = amounts->known ? XL_SUCCESS : compute_amounts(&b, amounts);
    amounts->known = status == XL_SUCCESS;
    for (size_t i = 0; i < launch->array_count && status == XL_SUCCESS; i++)
        status = bind_array(&b, i, ranges, seen);
    for (int a = 0; a < algorithm->array_count && status == XL_SUCCESS; a++)
        if (!seen[a] && out->amounts->array_bytes[a] > 0 && !xl__is_optional(algorithm, a, &amounts->problem))
            status = fail_missing(&b, a);
    if (status == XL_SUCCESS) status = bind_areas(&b, &ranges[algorithm->array_count]);
    return status == XL_SUCCESS ? check_overlap(&b, ranges) : status;
}

void xl__release_memory(xl__memory *memory) {
    for (int i = 0; i < memory->part_count; i++) clReleaseMemObject(memory->parts[i]);
    memory->part_count = 0;
}
