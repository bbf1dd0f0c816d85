#include "cases/compare.h"
#include "system/parallel.h"
#include "base/status.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool tool_is_floating(xl_type type) {
    return type == XL_F16 || type == XL_F32 || type == XL_F64;
}

bool tool_is_signed(xl_type type) {
    return type == XL_I8 || type == XL_I16 || type == XL_I32 || type == XL_I64;
}

static size_t bytes_of_one(xl_type type) {
    return tool_is_floating(type) ? 2 * sizeof(double) : xl_type_size(type);
}

double tool_expected_bytes(xl_type type, double elements) {
    return elements * (double)bytes_of_one(type);
}

int tool_expected_make(tool_expected *expected, xl_type type, size_t elements, xl_error *error) {
    const size_t count = elements ? elements : 1;
    *expected = (tool_expected){.type = type, .elements = elements};
    if (tool_is_floating(type)) {
        expected->value = calloc(count, sizeof *expected->value);
        expected->allowed = calloc(count, sizeof *expected->allowed);
    } else {
        expected->exact = calloc(count, xl_type_size(type));
    }
    if (expected->exact || (expected->value && expected->allowed)) return XL_SUCCESS;
    tool_expected_free(expected);
    return xl__fail(error, XL_NO_MEMORY, "no memory for the reference of %zu elements", elements);
}

int tool_expect_bits(tool_expected *expected, xl_error *error) {
    const size_t elements = expected->elements, count = elements ? elements : 1;
    const xl_type type = expected->type;
    if (expected->exact) return XL_SUCCESS;
    tool_expected_free(expected);
    *expected = (tool_expected){.type = type, .elements = elements};
    expected->exact = calloc(count, xl_type_size(type));
    return expected->exact
               ? XL_SUCCESS
               : xl__fail(error, XL_NO_MEMORY, "no memory for the reference of %zu elements", elements);
}

void tool_expected_free(tool_expected *expected) {
    free(expected->exact);
    free(expected->value);
    free(expected->allowed);
    *expected = (tool_expected){.type = XL_TYPE_NONE};
}

/* IEEE 754 binary16: 1 bit of sign, 5 of exponent, 10 of fraction. */
static double read_half(uint16_t bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double magnitude = exponent == 31  ? (fraction ? NAN : INFINITY)
                             : exponent == 0 ? ldexp(fraction, -24)
                                             : ldexp(1024 + fraction, exponent - 25);
    return bits >> 15 ? -magnitude : magnitude;
}

tool_value tool_value_at(const void *data, xl_type type, size_t index) {
    tool_value v = {.type = type, .as = {.u = 0}};
    switch (type) {
    case XL_I8: v.as.i = (int)((const int8_t *)data)[index]; break;
    case XL_I16: v.as.i = ((const int16_t *)data)[index]; break;
    case XL_I32: v.as.i = ((const int32_t *)data)[index]; break;
    case XL_I64: v.as.i = ((const int64_t *)data)[index]; break;
    case XL_U8: v.as.u = ((const uint8_t *)data)[index]; break;
    case XL_U16: v.as.u = ((const uint16_t *)data)[index]; break;
    case XL_U32: v.as.u = ((const uint32_t *)data)[index]; break;
    case XL_U64: v.as.u = ((const uint64_t *)data)[index]; break;
    case XL_F16: v.as.f = read_half(((const uint16_t *)data)[index]); break;
    case XL_F32: v.as.f = (double)((const float *)data)[index]; break;
    case XL_F64: v.as.f = ((const double *)data)[index]; break;
    default: v.as.f = NAN; break;
    }
    return v;
}

double tool_float_of(uint32_t bits) {
    return tool_value_at(&bits, XL_F32, 0).as.f;
}

double tool_value_double(tool_value v) {
    if (tool_is_floating(v.type)) return v.as.f;
    return tool_is_signed(v.type) ? (double)v.as.i : (double)v.as.u;
}

const char *tool_value_text(tool_value v, char *text, size_t size) {
    if (tool_is_floating(v.type))
        snprintf(text, size, "%.9g", v.as.f);
    else if (tool_is_signed(v.type))
        snprintf(text, size, "%" PRId64, v.as.i);
    else
        snprintf(text, size, "%" PRIu64, v.as.u);
    return text;
}

tool_value tool_expected_at(const tool_expected *e, size_t index) {
    if (e->exact) return tool_value_at(e->exact, e->type, index);
    return (tool_value){.type = e->type, .as = {.f = e->value[index]}};
}

void tool_expected_copy(tool_expected *e, size_t at, const void *input, size_t i) {
    const size_t size = xl_type_size(e->type);
    if (e->exact)
        memcpy((unsigned char *)e->exact + at * size, (const unsigned char *)input + i * size, size);
    else
        e->value[at] = tool_value_at(input, e->type, i).as.f;
}

/* The largest number plus half of its distance to the next. */
static double overflow_of(xl_type type) {
    return type == XL_F16 ? 65520.0 : type == XL_F32 ? 0x1.ffffffp127 : INFINITY;
}

/* 0: right without being near; NaN: cannot be right. */
static double float_error(xl_type type, double expected, double allowed, double got) {
    if (isinf(allowed)) return 0.0;
    if (isnan(expected)) return isnan(got) ? 0.0 : NAN;
    if (isinf(got)) {
        const double reach = got > 0.0 ? expected + allowed : allowed - expected;
        return reach >= overflow_of(type) ? 0.0 : INFINITY;
    }
    return fabs(got - expected); /* NaN of a NaN, infinite where an infinity was expected */
}

static double integer_error(tool_value a, tool_value b) {
    const bool less = tool_is_signed(a.type) ? a.as.i < b.as.i : a.as.u < b.as.u;
    return (double)(less ? b.as.u - a.as.u : a.as.u - b.as.u);
}

static double closeness(double error, double allowed) {
    if (error == 0.0) return 0.0;
    return allowed > 0.0 && !isnan(error) ? error / allowed : INFINITY;
}

static bool same_bytes(const tool_expected *e, const void *got, size_t from, size_t to) {
    const size_t size = xl_type_size(e->type);
    return e->exact && memcmp((const char *)e->exact + from * size, (const char *)got + from * size,
                              (to - from) * size) == 0;
}

/* A NaN is wrong. */
static double error_of(const tool_expected *expected, const void *got, size_t i, double *allowed) {
    const tool_value wanted = tool_expected_at(expected, i), value = tool_value_at(got, expected->type, i);
    *allowed = expected->exact ? 0.0 : expected->allowed[i];
    if (!expected->exact) return float_error(expected->type, wanted.as.f, *allowed, value.as.f);
    if (!tool_is_floating(expected->type)) return integer_error(wanted, value);
    return same_bytes(expected, got, i, i + 1) ? 0.0 : NAN;
}

static void keep_row(const tool_expected *expected, const void *got, int row, tool_verdict *v) {
    const size_t length = row < 1 ? 1 : row > TOOL_ROW ? TOOL_ROW : (size_t)row;
    v->row_start = v->index - v->index % length;
    for (size_t i = 0; i < length && v->row_start + i < expected->elements; i++) {
        double allowed;
        v->row_expected[i] = tool_expected_at(expected, v->row_start + i);
        v->row_got[i] = tool_value_at(got, expected->type, v->row_start + i);
        v->row_wrong[i] = !(error_of(expected, got, v->row_start + i, &allowed) <= allowed);
        v->row_length = (int)i + 1;
    }
}

/* Of a part of the elements; places are in the whole, `elements`: none. */
typedef struct tally {
    size_t first, wrong, worst;
    double near;
} tally;

static tally tally_of(const tool_expected *expected, const void *got, size_t from, size_t to) {
    tally t = {expected->elements, 0, expected->elements, -1.0};
    /* Whole integer arrays are mostly right. */
    const size_t looked_at = same_bytes(expected, got, from, to) && from < to ? from + 1 : to;
    for (size_t i = from; i < looked_at; i++) {
        double allowed;
        const double error = error_of(expected, got, i, &allowed);
        const double near = closeness(error, allowed);
        if (near > t.near && !isinf(allowed)) { /* undefined results do not count */
            t.near = near;
            t.worst = i;
        }
        if (error <= allowed) continue;
        if (t.wrong++ == 0) t.first = i;
    }
    return t;
}

void tool_count_wrong(tool_verdict *v, int array, size_t count) {
    v->wrong_count += count;
    if (array < TOOL_COUNTED_ARRAYS) v->wrong_of[array] += count;
}

void tool_compare_array(const tool_expected *expected, const void *got, int array, int row, tool_verdict *v) {
    const size_t elements = expected->elements;
    tally parts[TOOL_PARTS], all = {elements, 0, elements, -1.0};
    TOOL_PARALLEL_FOR_IF(elements > 100000) /* fewer take less time than threads do */
    for (int p = 0; p < TOOL_PARTS; p++)
        parts[p] = tally_of(expected, got, tool_part_start(elements, p), tool_part_start(elements, p + 1));
    for (int p = 0; p < TOOL_PARTS; p++) {
        if (all.wrong == 0) all.first = parts[p].first;
        all.wrong += parts[p].wrong;
        if (!(parts[p].near > all.near)) continue;
        all.near = parts[p].near;
        all.worst = parts[p].worst;
    }
    if (all.worst < elements) {
        double allowed = 0.0;
        const double error = error_of(expected, got, all.worst, &allowed);
        if (closeness(error, allowed) >= closeness(v->worst_error, v->worst_allowed)) { /* of all arrays */
            v->worst_error = error;
            v->worst_allowed = allowed;
        }
    }
    tool_count_wrong(v, array, all.wrong);
    if (all.wrong == 0 || v->wrong) return;
    v->wrong = true;
    v->array = array;
    v->index = all.first;
    v->expected = tool_expected_at(expected, all.first);
    v->got = tool_value_at(got, expected->type, all.first);
    (void)error_of(expected, got, all.first, &v->allowed);
    keep_row(expected, got, row, v);
}
