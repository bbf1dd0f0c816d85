#include "cases/fold.h"
#include "cases/rounding.h"
#include "system/parallel.h"
#include "cases/random.h"
#include "table/lookup.h"
#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

static uint64_t integer_at(const void *x, xl_type type, uint64_t i) {
    switch (type) {
    case XL_I32: return (uint64_t)(int64_t)((const int32_t *)x)[i];
    case XL_U32: return ((const uint32_t *)x)[i];
    default: return ((const uint64_t *)x)[i];
    }
}

static uint64_t integer_identity(xl__operator op, xl_type type) {
    switch (op) {
    case XL__MUL: return 1;
    case XL__AND: return UINT64_MAX;
    case XL__MIN: return type == XL_I32 ? INT32_MAX : type == XL_I64 ? INT64_MAX : UINT64_MAX;
    case XL__MAX: return type == XL_I32 ? (uint64_t)INT32_MIN : type == XL_I64 ? (uint64_t)INT64_MIN : 0;
    default: return 0;
    }
}

static uint64_t combine(xl__operator op, bool with_sign, uint64_t a, uint64_t b) {
    const bool below = with_sign ? (int64_t)a < (int64_t)b : a < b;
    switch (op) {
    case XL__ADD: return a + b;
    case XL__MUL: return a * b;
    case XL__MIN: return below ? a : b;
    case XL__MAX: return below ? b : a;
    case XL__AND: return a & b;
    case XL__OR: return a | b;
    default: return a ^ b;
    }
}

static double float_at(const void *x, xl_type type, uint64_t i) {
    return type == XL_F32 ? (double)((const float *)x)[i] : ((const double *)x)[i];
}

/* Returns the exponent of two. */
static int unit_of(double value) {
    int exponent = 0;
    double rest = frexp(value, &exponent);
    while (rest != floor(rest)) {
        rest *= 2.0;
        exponent--;
    }
    return exponent;
}

static void add_term(tool_fold *f, double value) {
    f->v += value;
    f->magnitude += fabs(value);
    if (value == 0.0) return;
    const int unit = unit_of(value);
    if (unit < f->unit) f->unit = unit;
}

static void add_factor(tool_fold *f, double value) {
    f->v *= value;
    f->zero = f->zero || value == 0.0;
    f->rounds = f->rounds || fabs(value) != 1.0;
    if (value == 0.0) return;
    const double size = log2(fabs(value));
    if (size > 0.0)
        f->up += size;
    else
        f->down += size;
}

static void add_pair(tool_fold *f, double v, double p) {
    const double size = fabs(p);
    f->passed = (f->passed + f->magnitude) * size;
    f->magnitude = f->magnitude * size + fabs(v);
    f->v = f->v * p + v;
    f->p *= p;
    f->run = fmax(1.0, f->run * size);
    f->reach = fmax(f->reach, f->run);
    f->highest = fmax(f->highest, f->magnitude);
    f->rounds = f->rounds || fabs(p) != 1.0;
    const int unit = v == 0.0 ? INT_MAX : unit_of(v);
    if (unit < f->unit) f->unit = unit;
}

static void note_kind(tool_fold *f, double value) {
    f->nan = f->nan || isnan(value);
    f->plus = f->plus || value == (double)INFINITY;
    f->minus = f->minus || value == -(double)INFINITY;
}

static void add_float(tool_fold *f, const void *x, uint64_t i) {
    const bool pair = f->op == XL__AFFINE;
    const double first = float_at(x, f->type, pair ? 2 * i : i);
    const double second = pair ? float_at(x, f->type, 2 * i + 1) : 0.0;
    note_kind(f, first);
    note_kind(f, second);
    if (f->op == XL__MIN || f->op == XL__MAX) {
        if (f->op == XL__MIN ? first < (double)f->v : first > (double)f->v) f->v = first;
        return;
    }
    if (!isfinite(first) || !isfinite(second)) return;
    if (f->op == XL__ADD) add_term(f, first);
    if (f->op == XL__MUL) add_factor(f, first);
    if (pair) add_pair(f, first, second);
}

typedef struct range {
    double unit, least, most; /* of the type: relative error of an operation, normal numbers */
    int digits;
} range;

static range range_of(xl_type type) {
    return type == XL_F32 ? (range){0x1p-24, FLT_MIN, FLT_MAX, 24} : (range){0x1p-53, DBL_MIN, DBL_MAX, 53};
}

static bool is_exact(const tool_fold *f, const range *r) {
    return f->unit == INT_MAX || f->magnitude <= ldexp(1.0, f->unit + r->digits);
}

static void put(tool_expected *out, size_t i, long double value, double allowed) {
    out->value[i] = (double)value;
    out->allowed[i] = allowed;
}

static void sum_result(const tool_fold *f, double depth, tool_expected *out, size_t i) {
    const range r = range_of(f->type);
    const bool none = f->nan || (f->plus && f->minus);
    const double infinite = f->plus ? INFINITY : -INFINITY;
    const double off =
        is_exact(f, &r) ? 0.0 : expm1(depth * r.unit) * f->magnitude + (double)f->count * r.least;
    const long double value = none ? (long double)NAN : f->plus || f->minus ? (long double)infinite : f->v;
    put(out, i, value, tool_sum_allowed((double)value, f->magnitude + off, r.most, 1.01 * off));
}

static void product_result(const tool_fold *f, tool_expected *out, size_t i) {
    const range r = range_of(f->type);
    const double most = f->type == XL_F32 ? 126.0 : 1022.0;
    const bool open = f->nan || f->plus || f->minus || f->zero || f->up > most || f->down < -most;
    const double allowed = f->rounds ? 1.01 * expm1((double)f->count * r.unit) * fabs((double)f->v) : 0.0;
    put(out, i, f->v, open ? (double)INFINITY : allowed);
}

static void extreme_result(const tool_fold *f, tool_expected *out, size_t i) {
    const range r = range_of(f->type);
    const double size = fabs((double)f->v);
    const bool flushed = size != 0.0 && size < r.least;
    put(out, i, f->v, f->nan ? (double)INFINITY : flushed ? (double)FLT_MIN : 0.0);
}

static void pair_result(const tool_fold *f, double depth, tool_expected *out, size_t i) {
    const range r = range_of(f->type);
    const double count = (double)f->count, growth = 1.01 * exp((count + depth) * r.unit);
    /* A product that is flushed to 0 lies between the product before it and the factors after it. */
    const double lost = 2.0 * count * r.least * f->reach * (f->highest + f->reach);
    const bool exact = !f->rounds && is_exact(f, &r);
    const bool open = f->nan || f->plus || f->minus || growth > 2.0 || !(f->highest < r.most / 4.0) ||
                      !(f->reach < r.most / 4.0);
    const double of_v = growth * r.unit * (f->passed + depth * f->magnitude) + lost;
    const double of_p = growth * r.unit * count * fabs((double)f->p) + lost;
    put(out, 2 * i, f->v, open ? (double)INFINITY : exact ? 0.0 : of_v);
    put(out, 2 * i + 1, f->p, open ? (double)INFINITY : exact ? 0.0 : of_p);
}

void tool_fold_start(tool_fold *fold, xl__operator op, xl_type type) {
    *fold = (tool_fold){.op = op, .type = type, .p = 1.0L, .reach = 1.0, .run = 1.0, .unit = INT_MAX};
    if (op == XL__MUL) fold->v = 1.0L;
    if (op == XL__MIN) fold->v = (long double)INFINITY;
    if (op == XL__MAX) fold->v = -(long double)INFINITY;
    if (!tool_is_floating(type)) fold->integer = integer_identity(op, type);
}

void tool_fold_add(tool_fold *fold, const void *x, uint64_t i) {
    fold->count++;
    if (tool_is_floating(fold->type))
        add_float(fold, x, i);
    else
        fold->integer =
            combine(fold->op, tool_is_signed(fold->type), fold->integer, integer_at(x, fold->type, i));
}

void tool_fold_result(const tool_fold *fold, double depth, tool_expected *out, size_t i) {
    if (!tool_is_floating(fold->type)) {
        if (xl_type_size(fold->type) == 4)
            ((uint32_t *)out->exact)[i] = (uint32_t)fold->integer;
        else
            ((uint64_t *)out->exact)[i] = fold->integer;
        return;
    }
    switch (fold->op) {
    case XL__ADD: sum_result(fold, depth, out, i); break;
    case XL__MUL: product_result(fold, out, i); break;
    case XL__AFFINE: pair_result(fold, depth, out, i); break;
    default: extreme_result(fold, out, i); break;
    }
}

static uint64_t random_bits(uint64_t seed, uint64_t i) {
    return (uint64_t)tool_random_at(seed, 0, i) << 32 | tool_random_at(seed, 1, i);
}

static double random_unit(uint64_t bits) { /* 24 bits of [0, 1): the same in both widths */
    return (double)(bits >> 40) * 0x1p-24;
}

static double float_value(xl__operator op, const char *distribution, uint64_t bits, uint64_t n, bool strange,
                          double most) {
    static const double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1e-320, 1.0};
    const double u = random_unit(bits);
    if (strcmp(distribution, "exact") == 0)
        return op == XL__MUL ? (u < 0.5 ? -1.0 : 1.0) : floor(16.0 * u) - 8.0;
    if (strcmp(distribution, "largest") == 0)
        return (u < 0.5 ? -1.0 : 1.0) * most / (double)(n + 1) * (0.5 + u / 2.0);
    if (strcmp(distribution, "special") == 0 && strange) return special[bits % 7];
    return op == XL__MUL ? 1.0 + (2.0 * u - 1.0) / (double)(n + 1) : 2.0 * u - 1.0;
}

/* v first. */
static void pair_value(const char *distribution, uint64_t bits, uint64_t n, bool strange, double most,
                       double pair[2]) {
    const double x = float_value(XL__ADD, distribution, bits, n, strange, most);
    const double t = bits % 8 == 0 ? (double)(bits / 8 % 2) : random_unit(bits << 24);
    pair[0] = strcmp(distribution, "uniform") == 0 ? x * t : x;
    pair[1] = strcmp(distribution, "exact") == 0 ? (bits & 1 ? -1.0 : 1.0) : 1.0 - t;
}

static uint64_t integer_value(xl__operator op, const char *distribution, uint64_t bits, uint64_t n) {
    const uint64_t one = UINT64_C(1) << (bits >> 58), odd = op == XL__MUL;
    if (op == XL__AND || op == XL__OR) {
        const uint64_t changed = (bits & 0xffffffffu) % (n / 20 + 1) == 0 ? one | one >> 32 : 0;
        return op == XL__AND ? ~changed : changed;
    }
    if (strcmp(distribution, "exact") == 0) return (bits & 1023u) | odd;
    if (strcmp(distribution, "largest") == 0)
        return ((bits & 1 ? UINT64_MAX : UINT64_C(0x8000000080000000)) - (bits >> 62)) | odd;
    return bits | odd;
}

static void put_float(void *x, xl_type type, uint64_t i, double value) {
    if (type == XL_F32)
        ((float *)x)[i] = (float)value;
    else
        ((double *)x)[i] = value;
}

static void put_input(xl__operator op, xl_type type, const char *distribution, uint64_t seed, uint64_t n,
                      uint64_t i, void *x) {
    const double most = type == XL_F32 ? 3e38 : 1e308;
    const uint64_t bits = random_bits(seed, i);
    const bool strange = i % 5 == seed % 5;
    if (op == XL__AFFINE) {
        double pair[2];
        pair_value(distribution, bits, n, strange, most, pair);
        put_float(x, type, 2 * i, pair[0]);
        put_float(x, type, 2 * i + 1, pair[1]);
    } else if (tool_is_floating(type)) {
        put_float(x, type, i, float_value(op, distribution, bits, n, strange, most));
    } else if (xl_type_size(type) == 4) {
        ((uint32_t *)x)[i] = (uint32_t)integer_value(op, distribution, bits, n);
    } else {
        ((uint64_t *)x)[i] = integer_value(op, distribution, bits, n);
    }
}

void tool_fold_inputs(xl__operator op, xl_type type, const char *distribution, uint64_t seed, uint64_t n,
                      void *x) {
    TOOL_PARALLEL_FOR_IF(n > 10000) /* a small problem takes less time than threads do */
    for (int64_t i = 0; i < (int64_t)n; i++) put_input(op, type, distribution, seed, n, (uint64_t)i, x);
}

const char *const tool_fold_distributions[] = {"uniform", "exact", NULL};
const char *const tool_fold_edges[] = {"largest", "special", NULL};

xl__operator tool_fold_operator(const xl__problem *problem) {
    const bool has = xl__find_param(problem->algorithm, "operator") >= 0;
    return has ? (xl__operator)xl__get(problem, "operator") : XL__ADD;
}

int tool_fold_generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                       xl_error *error) {
    const xl__operator op = tool_fold_operator(problem);
    const size_t n = data->elements[0] / (op == XL__AFFINE ? 2 : 1);
    (void)error;
    tool_fold_inputs(op, data->in[0].type, distribution, seed, n, data->in[0].data);
    return XL_SUCCESS;
}
