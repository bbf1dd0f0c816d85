/* together.c - MPI's collectives. Each begins without blocking and is polled until it completes or the time
 * limit passes.
 */
#include "together.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Tests compile this file again with a planted mistake:
    1  the operator is declared commutative
    2  the operands are swapped
    3  a rank's own part counts among the parts before it
    4  counts are always added in 32 bits */
#ifndef XL_MPI_PLANT
#define XL_MPI_PLANT 0
#endif

/* ---- errors and waits -------------------------------------------------------------------------------------
 */

int xl__tell(xl_error *error, int status, const char *format, ...) {
    va_list args;
    if (!error) return status;
    error->status = status;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return status;
}

int xl__take_struct(void *own, size_t own_size, const void *given, size_t given_size, xl_error *error) {
    memset(own, 0, own_size);
    if (!given) return XL_SUCCESS;
    memcpy(own, given, given_size < own_size ? given_size : own_size);
    for (size_t i = own_size; i < given_size; i++)
        if (((const unsigned char *)given)[i] != 0)
            return xl__tell(error, XL_UNSUPPORTED,
                            "crosslane_mpi %s does not know all that is asked for: it is older "
                            "than the header",
                            xl_version());
    return XL_SUCCESS;
}

static int fail_mpi(xl__together *t, int code, const char *call, xl_error *error) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    t->broken = true;
    MPI_Error_string(code, text, &length);
    return xl__tell(error, XL_MPI_FAILED, "%s on rank %d: %s", call, t->rank, text);
}

static int wait_for(xl__together *t, int code, MPI_Request *request, const char *call, xl_error *error) {
    const double start = MPI_Wtime();
    int done = 0;
    if (code != MPI_SUCCESS) return fail_mpi(t, code, call, error);
    for (;;) {
        code = MPI_Test(request, &done, MPI_STATUS_IGNORE);
        const double now = MPI_Wtime();
        if (done || code != MPI_SUCCESS || now - start > t->limit) {
            t->waited += now - start;
            break;
        }
    }
    if (code != MPI_SUCCESS) return fail_mpi(t, code, call, error);
    if (done) return XL_SUCCESS;
    t->broken = true;
    return xl__tell(
        error, XL_TIMEOUT,
        "%s: rank %d of %d waited %.0f s for the others; one of them died or does not make the same calls",
        call, t->rank, t->size, t->limit);
}

int xl__together_start(xl__together *t, MPI_Comm comm, double limit, xl_error *error) {
    MPI_Request request = MPI_REQUEST_NULL;
    *t = (xl__together){.comm = MPI_COMM_NULL, .limit = limit, .op = MPI_OP_NULL};
    MPI_Comm_rank(comm, &t->rank);
    MPI_Comm_size(comm, &t->size);
    const int code = MPI_Comm_idup(comm, &t->comm, &request);
    const int status = wait_for(t, code, &request, "MPI_Comm_idup", error);
    if (status == XL_SUCCESS) MPI_Comm_set_errhandler(t->comm, MPI_ERRORS_RETURN);
    return status;
}

void xl__together_end(xl__together *t) {
    if (t->broken) return;
    if (t->op != MPI_OP_NULL) MPI_Op_free(&t->op);
    if (t->own_type) MPI_Type_free(&t->total);
    if (t->comm != MPI_COMM_NULL) MPI_Comm_free(&t->comm);
}

/* ---- the operator -----------------------------------------------------------------------------------------
 */

static const struct {
    MPI_Datatype type;
    xl_type element;
} types[] = {{MPI_UINT32_T, XL_U32}, {MPI_INT32_T, XL_I32}, {MPI_UINT64_T, XL_U64},
             {MPI_INT64_T, XL_I64},  {MPI_FLOAT, XL_F32},   {MPI_DOUBLE, XL_F64}};
enum { TYPES = sizeof types / sizeof types[0] };

/* MPI passes the totals of earlier ranks in `in`, of later ones in `out`, which receives the result. */
static void combine(xl__operator op, xl_type type, int components, const void *in, void *out, int count) {
    const size_t step = xl_type_size(type) * (size_t)components;
    for (int i = 0; i < count; i++) {
        const char *const earlier = (const char *)in + (size_t)i * step;
        char *const later = (char *)out + (size_t)i * step;
        if (XL_MPI_PLANT == 2)
            xl__total_combine(op, type, components, later, earlier, later);
        else
            xl__total_combine(op, type, components, earlier, later, later);
    }
}

static void combine_simple(xl__operator op, const void *in, void *out, int count, MPI_Datatype type) {
    for (int i = 0; i < TYPES; i++)
        if (types[i].type == type) combine(op, types[i].element, 1, in, out, count);
}

static void combine_maps(xl_type element, const void *in, void *out, int count, MPI_Datatype type) {
    int bytes = 0;
    MPI_Type_size(type, &bytes);
    combine(XL__AFFINE, element, bytes / (int)xl_type_size(element), in, out, count);
}

/* The signature is MPI's. NOLINTBEGIN(readability-non-const-parameter) */
#define SIMPLE(name, op)                                                                                     \
    static void name(void *in, void *out, int *count, MPI_Datatype *type) {                                  \
        combine_simple((op), in, out, *count, *type);                                                        \
    }
SIMPLE(total_add, XL__ADD)
SIMPLE(total_mul, XL__MUL)
SIMPLE(total_min, XL__MIN)
SIMPLE(total_max, XL__MAX)
SIMPLE(total_and, XL__AND)
SIMPLE(total_or, XL__OR)
SIMPLE(total_xor, XL__XOR)
static void total_affine_f32(void *in, void *out, int *count, MPI_Datatype *type) {
    combine_maps(XL_F32, in, out, *count, *type);
}
static void total_affine_f64(void *in, void *out, int *count, MPI_Datatype *type) {
    combine_maps(XL_F64, in, out, *count, *type);
}
/* NOLINTEND(readability-non-const-parameter) */

/* Sums of floats are correct in any order, but differ between MPIs. */
static bool commutes(xl__operator op, xl_type type) {
    const bool rounds = (type == XL_F32 || type == XL_F64) && (op == XL__ADD || op == XL__MUL);
    return op != XL__AFFINE && !rounds;
}

int xl__together_combine_by(xl__together *t, xl__operator op, xl_type type, int components, xl_error *error) {
    static MPI_User_function *const simple[] = {total_add, total_mul, total_min, total_max,
                                                total_and, total_or,  total_xor};
    const bool affine = op == XL__AFFINE;
    MPI_User_function *const maps = type == XL_F32 ? total_affine_f32 : total_affine_f64;
    for (int i = 0; i < TYPES; i++)
        if (types[i].element == type) t->total = types[i].type;
    int code = MPI_Op_create(affine ? maps : simple[op], XL_MPI_PLANT == 1 || commutes(op, type), &t->op);
    if (code == MPI_SUCCESS && affine) {
        code = MPI_Type_contiguous(components, t->total, &t->total);
        if (code == MPI_SUCCESS) code = MPI_Type_commit(&t->total);
        t->own_type = code == MPI_SUCCESS;
    }
    return code == MPI_SUCCESS ? XL_SUCCESS : fail_mpi(t, code, "MPI_Op_create", error);
}

/* ---- collectives: begun here, waited for in wait_for ------------------------------------------------- */

int xl__combine_all(xl__together *t, void *totals, int count, xl_error *error) {
    MPI_Request request = MPI_REQUEST_NULL;
    const int code = MPI_Iallreduce(MPI_IN_PLACE, totals, count, t->total, t->op, t->comm, &request);
    return wait_for(t, code, &request, "MPI_Iallreduce", error);
}

int xl__combine_before(xl__together *t, const void *own, void *before, int count, xl_error *error) {
    MPI_Request request = MPI_REQUEST_NULL;
    const int code = XL_MPI_PLANT == 3 ? MPI_Iscan(own, before, count, t->total, t->op, t->comm, &request)
                                       : MPI_Iexscan(own, before, count, t->total, t->op, t->comm, &request);
    return wait_for(t, code, &request, "MPI_Iexscan", error);
}

int xl__collect(xl__together *t, const void *own, void *all, int bytes, xl_error *error) {
    MPI_Request request = MPI_REQUEST_NULL;
    const int code = MPI_Iallgather(own, bytes, MPI_BYTE, all, bytes, MPI_BYTE, t->comm, &request);
    return wait_for(t, code, &request, "MPI_Iallgather", error);
}

static int broadcast(xl__together *t, int from, void *data, int bytes, xl_error *error) {
    MPI_Request request = MPI_REQUEST_NULL;
    const int code = MPI_Ibcast(data, bytes, MPI_BYTE, from, t->comm, &request);
    return wait_for(t, code, &request, "MPI_Ibcast", error);
}

int xl__from_first(xl__together *t, void *data, int size, xl_error *error) {
    return broadcast(t, 0, data, size, error);
}

int xl__from_last(xl__together *t, void *total, int bytes, xl_error *error) {
    return broadcast(t, t->size - 1, total, bytes, error);
}

bool xl__counts_are_wide(const xl__together *t, size_t most) {
    return XL_MPI_PLANT != 4 && most > UINT32_MAX / (size_t)t->size;
}

int xl__add_counts(xl__together *t, void *counts, int count, bool wide, xl_error *error) {
    MPI_Request request = MPI_REQUEST_NULL;
    const MPI_Datatype type = wide ? MPI_UINT64_T : MPI_UINT32_T;
    const int code = MPI_Iallreduce(MPI_IN_PLACE, counts, count, type, MPI_SUM, t->comm, &request);
    return wait_for(t, code, &request, "MPI_Iallreduce", error);
}

static int share_failure(xl__together *t, int from, int status, xl_error *error) {
    t->told.status = status;
    if (t->rank == from) snprintf(t->told.text, sizeof t->told.text, "%s", error ? error->text : "");
    const int shared = broadcast(t, from, &t->told, (int)sizeof t->told, error);
    if (shared != XL_SUCCESS) return shared;
    return xl__tell(error, t->told.status, "rank %d: %.*s", from, XL_ERROR_TEXT - 32, t->told.text);
}

int xl__agree(xl__together *t, int status, size_t value, size_t *least, size_t *most, xl_error *error) {
    /* One minimum gives the first failing rank, the least value and, negated, the largest. */
    int64_t *const say = t->say;
    say[0] = status == XL_SUCCESS ? t->size : t->rank;
    say[1] = (int64_t)value;
    say[2] = -(int64_t)value;
    MPI_Request request = MPI_REQUEST_NULL;
    const int code = MPI_Iallreduce(MPI_IN_PLACE, say, 3, MPI_INT64_T, MPI_MIN, t->comm, &request);
    const int waited = wait_for(t, code, &request, "MPI_Iallreduce", error);
    if (waited != XL_SUCCESS) return waited;
    if (say[0] < t->size) return share_failure(t, (int)say[0], status, error);
    if (least) *least = (size_t)say[1];
    if (most) *most = (size_t)-say[2];
    return XL_SUCCESS;
}
