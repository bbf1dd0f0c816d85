/* combine.c - combines two totals. */
#include "combine.h"
#include <math.h>
#include <string.h>

static int is_float(xl_type type) {
    return type == XL_F32 || type == XL_F64;
}

static int is_signed(xl_type type) {
    return type == XL_I32 || type == XL_I64;
}

/* ---- integers: in 64 bits, cut to the type at the end, which changes nothing for sums and products ----- */

static uint64_t load(xl_type type, const void *from) {
    uint32_t narrow = 0;
    uint64_t wide = 0;
    if (xl_type_size(type) == 8) {
        memcpy(&wide, from, sizeof wide);
        return wide;
    }
    memcpy(&narrow, from, sizeof narrow);
    return is_signed(type) ? (uint64_t)(int64_t)(int32_t)narrow : narrow;
}

static void store(xl_type type, uint64_t value, void *to) {
    const uint32_t narrow = (uint32_t)value;
    if (xl_type_size(type) == 8)
        memcpy(to, &value, sizeof value);
    else
        memcpy(to, &narrow, sizeof narrow);
}

static int is_less(xl_type type, uint64_t a, uint64_t b) {
    return is_signed(type) ? (int64_t)a < (int64_t)b : a < b;
}

static uint64_t combine_integers(xl__operator op, xl_type type, uint64_t a, uint64_t b) {
    switch (op) {
    case XL__ADD: return a + b;
    case XL__MUL: return a * b;
    case XL__MIN: return is_less(type, b, a) ? b : a;
    case XL__MAX: return is_less(type, a, b) ? b : a;
    case XL__AND: return a & b;
    case XL__OR: return a | b;
    default: return a ^ b;
    }
}

static uint64_t integer_identity(xl__operator op, xl_type type) {
    const int bits = 8 * (int)xl_type_size(type);
    switch (op) {
    case XL__MUL: return 1;
    case XL__MIN: return is_signed(type) ? (UINT64_C(1) << (bits - 1)) - 1 : UINT64_MAX;
    case XL__MAX: return is_signed(type) ? UINT64_C(1) << (bits - 1) : 0;
    case XL__AND: return UINT64_MAX;
    default: return 0;
    }
}

/* ---- floats: each operation rounded to the type -------------------------------------------------------- */

static float combine_floats(xl__operator op, float a, float b) {
    return op == XL__ADD ? a + b : op == XL__MUL ? a * b : op == XL__MIN ? fminf(a, b) : fmaxf(a, b);
}

static double combine_doubles(xl__operator op, double a, double b) {
    return op == XL__ADD ? a + b : op == XL__MUL ? a * b : op == XL__MIN ? fmin(a, b) : fmax(a, b);
}

static double float_identity(xl__operator op) {
    return op == XL__MUL ? 1.0 : op == XL__MIN ? (double)INFINITY : op == XL__MAX ? -(double)INFINITY : 0.0;
}

static double load_float(xl_type type, const void *from, int i) {
    return type == XL_F32 ? (double)((const float *)from)[i] : ((const double *)from)[i];
}

static void store_float(xl_type type, double value, void *to, int i) {
    if (type == XL_F32)
        ((float *)to)[i] = (float)value;
    else
        ((double *)to)[i] = value;
}

/* `out` may be an operand, so each component is read before it is written. */
static void combine_maps(xl_type type, int components, const void *first, const void *second, void *out) {
    const double p1 = load_float(type, first, components - 1), p2 = load_float(type, second, components - 1);
    for (int i = 0; i < components - 1; i++) {
        const double moved = load_float(type, first, i) * p2, v2 = load_float(type, second, i);
        store_float(type, moved + v2, out, i);
    }
    store_float(type, p1 * p2, out, components - 1);
}

/* ---- the calls ----------------------------------------------------------------------------------------- */

void xl__total_identity(xl__operator op, xl_type type, int components, void *out) {
    if (op == XL__AFFINE)
        for (int i = 0; i < components; i++) store_float(type, i == components - 1 ? 1.0 : 0.0, out, i);
    else if (is_float(type))
        store_float(type, float_identity(op), out, 0);
    else
        store(type, integer_identity(op, type), out);
}

void xl__total_combine(xl__operator op, xl_type type, int components, const void *first, const void *second,
                       void *out) {
    if (op == XL__AFFINE)
        combine_maps(type, components, first, second, out);
    else if (type == XL_F32)
        *(float *)out = combine_floats(op, *(const float *)first, *(const float *)second);
    else if (type == XL_F64)
        *(double *)out = combine_doubles(op, *(const double *)first, *(const double *)second);
    else
        store(type, combine_integers(op, type, load(type, first), load(type, second)), out);
}
