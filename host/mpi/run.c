/* run.c - one run over ranks. */
#include "mpi_plan.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_ARRAYS = 8, TOTAL_BYTES = 16 };

typedef struct run {
    xl_mpi_plan *m;
    const xl_launch *part;
    cl_command_queue queue;
    size_t n, rows;         /* of this run */
    size_t element;         /* bytes of a total */
    const uint32_t *narrow; /* a histogram's counts, if they fit 32 bits */
    double start, device;
    xl_error *error;
} run;

/* Memory of the plan that MPI uses. MPI may still write into it after a failed wait. */
enum { RESULT, TOTALS };
static void *hold(xl_mpi_plan *m, int slot, size_t bytes) {
    if (m->memory[slot] && m->held[slot] >= bytes) return m->memory[slot];
    free(m->memory[slot]);
    m->memory[slot] = calloc(bytes + 1, 1);
    m->held[slot] = m->memory[slot] ? bytes : 0;
    return m->memory[slot];
}

/* ---- what the caller gave ------------------------------------------------------------------------------ */

static size_t scalar(const run *r, const char *name) {
    for (size_t i = 0; i < r->part->scalar_count; i++)
        if (r->part->scalars[i].name && strcmp(r->part->scalars[i].name, name) == 0)
            return r->part->scalars[i].value > 0.0 ? (size_t)r->part->scalars[i].value : 0;
    return (size_t)xl__mpi_value(r->m->part, name);
}

static const xl_array *find(const run *r, const char *name) {
    for (size_t i = 0; i < r->part->array_count; i++)
        if (r->part->arrays[i].name && strcmp(r->part->arrays[i].name, name) == 0) return &r->part->arrays[i];
    return NULL;
}

/* ---- the device ---------------------------------------------------------------------------------------- */

static int fail_cl(const run *r, int status, const char *call) {
    return xl__tell(r->error, status, "%s: %s", call, xl_status_name(status));
}

static int copy_back(run *r, const xl_array *from, size_t skip, size_t bytes, void *to) {
    if (bytes == 0) return XL_SUCCESS;
    const cl_int status =
        clEnqueueReadBuffer(r->queue, from->buffer, CL_TRUE, from->offset + skip, bytes, to, 0, NULL, NULL);
    return status == CL_SUCCESS ? XL_SUCCESS : fail_cl(r, status, "clEnqueueReadBuffer");
}

static int copy_over(run *r, const xl_array *to, size_t bytes, const void *from) {
    if (bytes == 0) return XL_SUCCESS;
    const cl_int status =
        clEnqueueWriteBuffer(r->queue, to->buffer, CL_TRUE, to->offset, bytes, from, 0, NULL, NULL);
    return status == CL_SUCCESS ? XL_SUCCESS : fail_cl(r, status, "clEnqueueWriteBuffer");
}

/* A buffer of at least `bytes` in the queue's context; a new one holds zeros. */
static int make_buffer(run *r, int which, size_t bytes) {
    xl_mpi_plan *m = r->m;
    cl_context context = NULL;
    cl_int status = CL_SUCCESS;
    if (m->buffer[which] && m->bytes[which] >= bytes) return XL_SUCCESS;
    if (m->buffer[which]) clReleaseMemObject(m->buffer[which]);
    m->buffer[which] = NULL;
    status = clGetCommandQueueInfo(r->queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
    if (status != CL_SUCCESS) return fail_cl(r, status, "clGetCommandQueueInfo");
    m->bytes[which] = bytes;
    m->buffer[which] = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    if (status != CL_SUCCESS) return fail_cl(r, status, "clCreateBuffer");
    const cl_uint zero = 0;
    cl_event done = NULL;
    status = clEnqueueFillBuffer(r->queue, m->buffer[which], &zero, sizeof zero, 0, bytes, 0, NULL, &done);
    if (status == CL_SUCCESS) status = clWaitForEvents(1, &done);
    if (done) clReleaseEvent(done);
    return status == CL_SUCCESS ? XL_SUCCESS : fail_cl(r, status, "clEnqueueFillBuffer");
}

static int run_plan(run *r, xl_plan *plan, const xl_array *arrays, size_t count, const xl_scalar *scalars,
                    size_t scalar_count) {
    const double start = MPI_Wtime();
    cl_event done = NULL;
    xl_launch own = *r->part;
    own.arrays = arrays;
    own.array_count = count;
    own.scalars = scalars;
    own.scalar_count = scalar_count;
    own.event = &done;
    if (plan != r->m->part) own.scratch = NULL;
    int status = xl_enqueue(plan, &own, r->error);
    if (done) {
        const cl_int waited = clWaitForEvents(1, &done);
        if (status == XL_SUCCESS && waited != CL_SUCCESS) status = fail_cl(r, waited, "clWaitForEvents");
        clReleaseEvent(done);
    }
    r->device += MPI_Wtime() - start;
    return status;
}

/* `initial` replaces the caller's; NULL: none. */
static int launch_part(run *r, cl_mem initial) {
    xl_array arrays[MOST_ARRAYS];
    size_t count = 0;
    for (size_t i = 0; i < r->part->array_count; i++) {
        if (count == MOST_ARRAYS - 1) return xl__tell(r->error, XL_BAD_ARRAY, "xl_mpi_run: too many arrays");
        if (r->part->arrays[i].name && strcmp(r->part->arrays[i].name, "initial") == 0) continue;
        arrays[count++] = r->part->arrays[i];
    }
    if (initial) arrays[count++] = (xl_array){"initial", initial, 0};
    return run_plan(r, r->m->part, arrays, count, r->part->scalars, r->part->scalar_count);
}

static int launch_as_given(run *r) {
    return run_plan(r, r->m->part, r->part->arrays, r->part->array_count, r->part->scalars,
                    r->part->scalar_count);
}

/* ---- reduce -------------------------------------------------------------------------------------------- */

static int combine_in_order(run *r, void *total) {
    xl_mpi_plan *m = r->m;
    char *const all = hold(m, TOTALS, (size_t)m->ranks.size * r->element);
    int status = all ? XL_SUCCESS : xl__tell(r->error, XL_NO_MEMORY, "out of host memory");
    status = xl__agree(&m->ranks, status, 0, NULL, NULL, r->error);
    if (status == XL_SUCCESS) status = xl__collect(&m->ranks, total, all, (int)r->element, r->error);
    if (status == XL_SUCCESS) memcpy(total, all, r->element);
    for (int k = 1; k < m->ranks.size && status == XL_SUCCESS; k++)
        xl__total_combine(m->op, m->type, 1, total, all + (size_t)k * r->element, total);
    return status;
}

static int run_reduce(run *r, void *total) {
    xl_mpi_plan *m = r->m;
    int status = launch_as_given(r);
    if (status == XL_SUCCESS) status = copy_back(r, find(r, "result"), 0, r->element, total);
    status = xl__agree(&m->ranks, status, 0, NULL, NULL, r->error);
    if (status != XL_SUCCESS) return status;
    status = m->fixed ? combine_in_order(r, total) : xl__combine_all(&m->ranks, total, 1, r->error);
    if (status != XL_SUCCESS) return status;
    return copy_over(r, find(r, "result"), r->element, total);
}

/* ---- scan ---------------------------------------------------------------------------------------------- */

/* A single rank takes the last prefix of its scan, which begins with `initial` (NULL: nothing). */
static int part_total(run *r, cl_mem initial, void *total) {
    xl_mpi_plan *m = r->m;
    const xl_array *x = find(r, "x"), *y = find(r, "y");
    xl__total_identity(m->op, m->type, m->components, total);
    if (r->n == 0) return XL_SUCCESS;
    if (m->second) {
        if (!x) return launch_as_given(r);
        const xl_array arrays[] = {*x, {"result", m->buffer[XL__MPI_OUT], 0}};
        const xl_scalar n = {"n", (double)r->n};
        const int status = run_plan(r, m->second, arrays, 2, &n, 1);
        return status == XL_SUCCESS ? copy_back(r, &arrays[1], 0, r->element, total) : status;
    }
    _Alignas(8) char last[TOTAL_BYTES];
    int status = launch_part(r, initial);
    if (status == XL_SUCCESS) status = copy_back(r, y, (r->n - 1) * r->element, r->element, total);
    if (status != XL_SUCCESS || !m->exclusive) return status;
    status = copy_back(r, x, (r->n - 1) * r->element, r->element, last);
    xl__total_combine(m->op, m->type, m->components, total, last, total);
    return status;
}

static int take_initial(run *r, void *before) {
    xl_mpi_plan *m = r->m;
    const xl_array *initial = find(r, "initial");
    xl__total_identity(m->op, m->type, m->components, before);
    if (!initial || !initial->buffer) return XL_SUCCESS;
    if (m->ranks.rank != 0)
        return xl__tell(r->error, XL_BAD_ARRAY,
                        "xl_mpi_run: 'initial' comes before rank 0's part, so only rank 0 "
                        "may give it");
    return copy_back(r, initial, 0, r->element, before);
}

/* The value before the part is known, so the scan for the total is the last. */
static int run_scan(run *r, void *total) {
    xl_mpi_plan *m = r->m;
    const bool at_once = !m->second && r->n > 0;
    const xl_array in = {"initial", m->buffer[XL__MPI_IN], 0};
    _Alignas(8) char before[TOTAL_BYTES];
    char *const own = m->own, *const found = m->found;
    int status = take_initial(r, before);
    if (status == XL_SUCCESS && at_once) status = copy_over(r, &in, r->element, before);
    if (status == XL_SUCCESS) status = part_total(r, at_once ? in.buffer : NULL, own);
    status = xl__agree(&m->ranks, status, 0, NULL, NULL, r->error);
    if (status != XL_SUCCESS) return status;
    if (m->ranks.rank == 0 && !at_once) xl__total_combine(m->op, m->type, m->components, before, own, own);
    status = xl__combine_before(&m->ranks, own, found, 1, r->error);
    if (status != XL_SUCCESS) return status;
    if (m->ranks.rank > 0) { /* MPI leaves rank 0's result undefined */
        memcpy(before, found, r->element);
        xl__total_combine(m->op, m->type, m->components, before, own, own);
    }
    memcpy(total, own, r->element);
    status = xl__from_last(&m->ranks, total, (int)r->element, r->error);
    if (status == XL_SUCCESS && !at_once) status = copy_over(r, &in, r->element, before);
    return status == XL_SUCCESS && !at_once ? launch_part(r, in.buffer) : status;
}

/* ---- lerp ---------------------------------------------------------------------------------------------- */

/* products[rows]: the share of the start colour that remains after the part. */
static int part_products(run *r, float *products) {
    xl_mpi_plan *m = r->m;
    const xl_array *t = find(r, "t");
    const xl_array ones = {"initial", m->buffer[XL__MPI_IN], 0}, out = {"c", m->buffer[XL__MPI_OUT], 0};
    for (size_t row = 0; row < r->rows; row++) products[row] = 1.0f;
    if (r->n == 0 || r->rows == 0) return XL_SUCCESS;
    int status = copy_over(r, &ones, r->rows * sizeof(float), products);
    const xl_array arrays[] = {{"x", m->buffer[XL__MPI_ZEROS], 0}, *t, ones, out};
    const xl_scalar scalars[] = {{"n", (double)r->n}, {"rows", (double)r->rows}};
    if (status == XL_SUCCESS) status = run_plan(r, m->second, arrays, 4, scalars, 2);
    return status == XL_SUCCESS ? copy_back(r, &out, 0, r->rows * sizeof(float), products) : status;
}

/* A map per row. Rank 0 starts from the given colours, so its p does not matter. */
static int part_maps(run *r, float *colours, float *products, float *maps) {
    xl_mpi_plan *m = r->m;
    const size_t channels = (size_t)m->components - 1;
    const xl_array *initial = find(r, "initial");
    if (m->ranks.rank > 0 && initial && initial->buffer)
        return xl__tell(r->error, XL_BAD_ARRAY,
                        "xl_mpi_run: 'initial' comes before rank 0's steps, so only rank 0 may "
                        "give it");
    int status = launch_as_given(r);
    if (status == XL_SUCCESS)
        status = copy_back(r, find(r, "c"), 0, r->rows * channels * sizeof(float), colours);
    if (status == XL_SUCCESS && m->ranks.rank > 0) status = part_products(r, products);
    for (size_t row = 0; row < r->rows && status == XL_SUCCESS; row++) {
        memcpy(maps + row * (channels + 1), colours + row * channels, channels * sizeof(float));
        maps[row * (channels + 1) + channels] = products[row];
    }
    return status;
}

static int run_lerp(run *r, float *colours) {
    xl_mpi_plan *m = r->m;
    const size_t channels = (size_t)m->components - 1;
    size_t least = 0, most = 0;
    float *const maps = hold(m, TOTALS, r->rows * (channels + 2) * sizeof *maps);
    float *const products = maps ? maps + r->rows * (channels + 1) : NULL;
    int status =
        maps ? part_maps(r, colours, products, maps) : xl__tell(r->error, XL_NO_MEMORY, "out of host memory");
    status = xl__agree(&m->ranks, status, r->rows, &least, &most, r->error);
    if (status == XL_SUCCESS && least != most)
        status = xl__tell(r->error, XL_BAD_VALUE,
                          "xl_mpi_run: a rank has %zu rows, another %zu: they share rows, "
                          "and may differ in n",
                          least, most);
    if (status == XL_SUCCESS) status = xl__combine_all(&m->ranks, maps, (int)r->rows, r->error);
    for (size_t row = 0; row < r->rows && status == XL_SUCCESS; row++)
        memcpy(colours + row * channels, maps + row * (channels + 1), channels * sizeof(float));
    return status == XL_SUCCESS ? copy_over(r, find(r, "c"), r->rows * channels * sizeof(float), colours)
                                : status;
}

/* ---- histogram ----------------------------------------------------------------------------------------- */

static void widen(const uint32_t *restrict counts, size_t buckets, uint64_t *restrict out) {
    for (size_t b = 0; b < buckets; b++) out[b] = counts[b];
}

/* Sums that fit 32 bits halve the exchanged bytes. All ranks agree on this. */
static int run_histogram(run *r, uint64_t *counts, size_t buckets) {
    xl_mpi_plan *m = r->m;
    size_t most = 0;
    uint32_t *const own = hold(m, TOTALS, buckets * sizeof *own);
    int status = own ? launch_as_given(r) : xl__tell(r->error, XL_NO_MEMORY, "out of host memory");
    if (status == XL_SUCCESS) status = copy_back(r, find(r, "counts"), 0, buckets * sizeof *own, own);
    status = xl__agree(&m->ranks, status, r->n, NULL, &most, r->error);
    if (status != XL_SUCCESS) return status;
    const bool wide = xl__counts_are_wide(&m->ranks, most);
    if (wide) widen(own, buckets, counts);
    if (!wide) r->narrow = own;
    return xl__add_counts(&m->ranks, wide ? (void *)counts : own, (int)buckets, wide, r->error);
}

/* ---- the call ------------------------------------------------------------------------------------------ */

static int make_buffers(run *r) {
    const bool lerp = r->m->kind == XL__MPI_LERP;
    const size_t bytes = lerp ? r->rows * sizeof(float) + 4 : TOTAL_BYTES;
    if (r->m->kind != XL__MPI_SCAN && !(lerp && r->m->ranks.rank > 0)) return XL_SUCCESS;
    int status = make_buffer(r, XL__MPI_IN, bytes);
    if (status == XL_SUCCESS) status = make_buffer(r, XL__MPI_OUT, bytes);
    if (status == XL_SUCCESS && lerp)
        status = make_buffer(r, XL__MPI_ZEROS, r->rows * r->n * sizeof(float) + 4);
    return status;
}

static size_t result_bytes(const run *r) {
    const xl_mpi_plan *m = r->m;
    if (m->kind == XL__MPI_LERP) return r->rows * (size_t)(m->components - 1) * sizeof(float);
    if (m->kind == XL__MPI_HISTOGRAM) return (size_t)xl__mpi_value(m->part, "buckets") * sizeof(uint64_t);
    return r->element;
}

static int check(run *r, const xl_mpi_launch *given, size_t bytes) {
    if (!given->part || !given->part->queue)
        return xl__tell(r->error, XL_BAD_VALUE, "xl_mpi_run: %s is NULL", given->part ? "queue" : "part");
    if (given->part->event || given->part->first_event)
        return xl__tell(r->error, XL_BAD_VALUE, "xl_mpi_run waits: event and first_event have to be NULL");
    if (given->result && given->result_size < bytes)
        return xl__tell(r->error, XL_BAD_VALUE, "xl_mpi_run: result has %zu bytes, %zu are written",
                        given->result_size, bytes);
    return make_buffers(r);
}

static int run_kind(run *r, void *result, size_t bytes) {
    switch (r->m->kind) {
    case XL__MPI_REDUCE: return run_reduce(r, result);
    case XL__MPI_SCAN: return run_scan(r, result);
    case XL__MPI_LERP: return run_lerp(r, result);
    default: return run_histogram(r, result, bytes / sizeof(uint64_t));
    }
}

int xl_mpi_run_sized(xl_mpi_plan *plan, const xl_mpi_launch *launch, size_t launch_size, xl_error *error) {
    static const xl_launch nothing = {0};
    xl_mpi_launch given = {0};
    xl_error ignored;
    if (!error) error = &ignored;
    if (!plan || plan->ranks.broken)
        return xl__tell(error, XL_BAD_VALUE, "xl_mpi_run: plan is %s",
                        plan ? "of no use: a call of it failed" : "NULL");
    const int taken = xl__take_struct(&given, sizeof given, launch, launch_size, error);
    const double start = MPI_Wtime(), waited = plan->ranks.waited;
    run r = {.m = plan, .part = given.part ? given.part : &nothing, .error = error};
    r.queue = r.part->queue;
    r.n = scalar(&r, "n");
    r.rows = plan->kind == XL__MPI_LERP ? scalar(&r, "rows") : 0;
    r.element = xl_type_size(plan->type) * (size_t)plan->components;
    const size_t bytes = result_bytes(&r);
    void *const result = hold(plan, RESULT, bytes + TOTAL_BYTES);
    int status = taken;
    if (!result) status = xl__tell(error, XL_NO_MEMORY, "out of host memory");
    if (status == XL_SUCCESS) status = check(&r, &given, bytes);
    status = xl__agree(&plan->ranks, status, 0, NULL, NULL, error);
    if (status == XL_SUCCESS) {
        status = run_kind(&r, result, bytes);
        if (!plan->ranks.broken) status = xl__agree(&plan->ranks, status, 0, NULL, NULL, error);
    }
    if (status == XL_SUCCESS && given.result && r.narrow)
        widen(r.narrow, bytes / sizeof(uint64_t), given.result);
    else if (status == XL_SUCCESS && given.result)
        memcpy(given.result, result, bytes);
    if (given.times)
        *given.times = (xl_mpi_times){r.device, plan->ranks.waited - waited, MPI_Wtime() - start};
    return status == XL_SUCCESS ? xl__tell(error, XL_SUCCESS, "%s", "") : status;
}
