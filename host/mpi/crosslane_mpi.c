/* crosslane_mpi.c - makes and frees a plan over ranks; compares the ranks' problems. */
#include "mpi_plan.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {[XL__MPI_REDUCE] = "reduce",
                                    [XL__MPI_SCAN] = "scan",
                                    [XL__MPI_LERP] = "lerp",
                                    [XL__MPI_HISTOGRAM] = "histogram"};
enum { KINDS = sizeof names / sizeof names[0] };

double xl__mpi_value(const xl_plan *plan, const char *name) {
    xl_value value = {0};
    return xl_plan_get_value(plan, name, &value, NULL) == XL_SUCCESS ? value.number : 0.0;
}

/* ---- what must be the same on all ranks ---------------------------------------------------------------- */

/* "scan u32 operator=add kind=inclusive": the element type, and fixed settings that are no lengths. */
static void describe(const xl_mpi_plan *m, char text[XL__MPI_PROBLEM]) {
    int used = snprintf(text, XL__MPI_PROBLEM, "%s %s", names[m->kind], xl_type_name(m->type));
    xl_param_info param;
    for (size_t i = 0; xl_describe_param(names[m->kind], i, &param, NULL) == XL_SUCCESS; i++) {
        xl_value value;
        if (param.role != XL_PROBLEM || used < 0 || used >= XL__MPI_PROBLEM) continue;
        if (xl_plan_get_value(m->part, param.name, &value, NULL) == XL_SUCCESS)
            used += snprintf(text + used, XL__MPI_PROBLEM - (size_t)used, " %s=%s", param.name, value.text);
    }
}

/* Ranks without a plan call it too. */
static int check_same(xl_mpi_plan *m, int status, xl_error *error) {
    char own[XL__MPI_PROBLEM] = "", *const first = m->problem;
    status = xl__agree(&m->ranks, status, 0, NULL, NULL, error);
    if (status != XL_SUCCESS) return status;
    describe(m, own);
    memcpy(first, own, sizeof own);
    status = xl__from_first(&m->ranks, first, XL__MPI_PROBLEM, error);
    if (status != XL_SUCCESS) return status;
    if (strcmp(own, first) != 0)
        status = xl__tell(error, XL_BAD_VALUE,
                          "asks for '%s', rank 0 for '%s': give all ranks the same problem", own, first);
    return xl__agree(&m->ranks, status, 0, NULL, NULL, error);
}

/* ---- plans --------------------------------------------------------------------------------------------- */

static int find_kind(const xl_plan_request *part, xl__mpi_kind *kind, xl_error *error) {
    for (int k = 0; k < KINDS && part->algorithm; k++) {
        if (strcmp(part->algorithm, names[k]) != 0) continue;
        *kind = (xl__mpi_kind)k;
        return XL_SUCCESS;
    }
    return xl__tell(error, XL_UNSUPPORTED,
                    "'%.80s' does not combine over ranks; reduce, scan, lerp and histogram do",
                    part->algorithm ? part->algorithm : "");
}

/* Computes a part's total if the part's plan does not: for a scan a reduce; for the product of 1 - t of a
   lerp, a lerp of one channel from 1 towards 0. */
static int make_second(xl_mpi_plan *m, xl_device *device, const xl_plan_request *part, xl_error *error) {
    xl_value word = {0};
    if (m->kind == XL__MPI_SCAN && m->ranks.size > 1) {
        xl_plan_get_value(m->part, "operator", &word, NULL);
        const xl_setting values[] = {{"n", xl__mpi_value(m->part, "n"), NULL}, {"operator", 0, word.text}};
        const xl_plan_request request = {.algorithm = "reduce",
                                         .type = m->type,
                                         .values = values,
                                         .value_count = 2,
                                         .width = part->width,
                                         .backend = part->backend};
        return xl_plan_make(device, &request, &m->second, error);
    }
    if (m->kind != XL__MPI_LERP || m->ranks.rank == 0) return XL_SUCCESS;
    const xl_setting values[] = {{"n", xl__mpi_value(m->part, "n"), NULL},
                                 {"rows", xl__mpi_value(m->part, "rows"), NULL},
                                 {"channels", 1, NULL}};
    const xl_plan_request request = {.algorithm = "lerp",
                                     .values = values,
                                     .value_count = 3,
                                     .width = part->width,
                                     .backend = part->backend};
    return xl_plan_make(device, &request, &m->second, error);
}

static int make_plans(xl_mpi_plan *m, xl_device *device, const xl_plan_request *part, xl_error *error) {
    int status = device && part
                     ? XL_SUCCESS
                     : xl__tell(error, XL_BAD_VALUE, "xl_mpi_plan_make: %s is NULL: this rank has no %s",
                                device ? "request->part" : "device", device ? "problem" : "device");
    if (status == XL_SUCCESS) status = find_kind(part, &m->kind, error);
    if (status == XL_SUCCESS) status = xl_plan_make(device, part, &m->part, error);
    if (status != XL_SUCCESS) return status;
    xl_plan_facts facts;
    xl_plan_get_facts(m->part, &facts);
    m->type = m->kind == XL__MPI_LERP ? XL_F32 : facts.type;
    m->op = m->kind == XL__MPI_LERP ? XL__AFFINE : (xl__operator)xl__mpi_value(m->part, "operator");
    m->components = m->kind == XL__MPI_LERP ? (int)xl__mpi_value(m->part, "channels") + 1
                    : m->op == XL__AFFINE   ? 2
                                            : 1;
    m->exclusive = m->kind == XL__MPI_SCAN && xl__mpi_value(m->part, "kind") != 0.0;
    m->fixed = m->kind == XL__MPI_REDUCE && strcmp(facts.strategy, "fixed") == 0;
    return make_second(m, device, part, error);
}

int xl_mpi_plan_make_sized(MPI_Comm comm, xl_device *device, const xl_mpi_request *request,
                           size_t request_size, xl_mpi_plan **out, xl_error *error) {
    xl_mpi_request own = {0};
    xl_error ignored;
    if (!error) error = &ignored;
    if (out) *out = NULL;
    if (!out || comm == MPI_COMM_NULL)
        return xl__tell(error, XL_BAD_VALUE, "xl_mpi_plan_make: %s",
                        out ? "comm is MPI_COMM_NULL" : "out is NULL");
    const int taken = xl__take_struct(&own, sizeof own, request, request_size, error);
    xl_mpi_plan *m = calloc(1, sizeof *m);
    if (!m) return xl__tell(error, XL_NO_MEMORY, "out of host memory");
    int status = xl__together_start(&m->ranks, comm, own.time_limit > 0.0 ? own.time_limit : 300.0, error);
    if (status == XL_SUCCESS)
        status = check_same(m, taken == XL_SUCCESS ? make_plans(m, device, own.part, error) : taken, error);
    if (status == XL_SUCCESS && m->kind != XL__MPI_HISTOGRAM)
        status = xl__together_combine_by(&m->ranks, m->op, m->type, m->components, error);
    if (status != XL_SUCCESS) {
        xl_mpi_plan_free(m);
        return status;
    }
    *out = m;
    return xl__tell(error, XL_SUCCESS, "%s", "");
}

static void release_buffers(xl_mpi_plan *m) {
    for (int i = 0; i < XL__MPI_BUFFERS; i++)
        if (m->buffer[i]) clReleaseMemObject(m->buffer[i]);
}

void xl_mpi_plan_free(xl_mpi_plan *plan) {
    if (!plan) return;
    xl_plan_free(plan->part);
    xl_plan_free(plan->second);
    release_buffers(plan);
    xl__together_end(&plan->ranks);
    if (plan->ranks.broken) return; /* MPI may still write into it */
    free(plan->memory[0]);
    free(plan->memory[1]);
    free(plan);
}

xl_plan *xl_mpi_plan_part(xl_mpi_plan *plan) {
    return plan ? plan->part : NULL;
}
