#include "ops/op.h"
#include <math.h>
#include <string.h>

/* Vectors of three lie in buffers as vectors of four. */
#define ELEMENT_BYTES(element)                                                                               \
    ((element) == XL_F16 ? 2 : (element) == XL_I64 || (element) == XL_U64 || (element) == XL_F64 ? 8 : 4)
static const xl__op_type_info types[XL__OP_TYPES] = {
#define XL__OP_TYPE_ROW(id, device, native, element, components, name)                                       \
    [id] = {name,    device,     native,                                                                     \
            element, components, ELEMENT_BYTES(element) * ((components) == 3 ? 4 : (components))},
    XL__OP_TYPE_LIST(XL__OP_TYPE_ROW)
#undef XL__OP_TYPE_ROW
};

const xl__op_type_info *xl__op_type_get(xl__op_type type) {
    return &types[type];
}

bool xl__op_type_find(const char *name, xl__op_type *out) {
    for (int t = 0; t < XL__OP_TYPES; ++t)
        if (strcmp(types[t].name, name) == 0) {
            *out = (xl__op_type)t;
            return true;
        }
    return false;
}

/* ---- values --------------------------------------------------------------------------------------- */

static double half_value(uint64_t bits) {
    const int exponent = (int)(bits >> 10 & 31u);
    const double fraction = (double)(bits & 1023u) / 1024.0;
    const double sign = (bits >> 15 & 1u) != 0 ? -1.0 : 1.0;
    if (exponent == 31) return fraction != 0.0 ? (double)NAN : sign * (double)INFINITY;
    if (exponent == 0) return sign * ldexp(fraction, -14);
    return sign * ldexp(1.0 + fraction, exponent - 15);
}

static uint64_t half_bits(double value) {
    const uint64_t sign = signbit(value) ? 0x8000u : 0u;
    const double magnitude = fabs(value);
    if (isnan(value)) return sign | 0x7e00u;
    if (magnitude >= 65520.0) return sign | 0x7c00u;
    if (magnitude < ldexp(1.0, -25)) return sign;
    int exponent;
    frexp(magnitude, &exponent); /* magnitude in [2^(exponent-1), 2^exponent) */
    const int scale = exponent - 1 < -14 ? -14 : exponent - 1;
    /* In units of the last place; nearbyint rounds to even. 2048 units carry into the exponent. */
    const uint64_t units = (uint64_t)nearbyint(ldexp(magnitude, 10 - scale));
    return sign | (units >= 1024u ? ((uint64_t)(scale + 14) << 10) + units : units);
}

double xl__op_value(xl__op_type type, uint64_t bits) {
    switch (xl__op_type_get(type)->element) {
    case XL_I32: return (double)(int32_t)(uint32_t)bits;
    case XL_U32: return (double)(uint32_t)bits;
    case XL_I64: return (double)(int64_t)bits;
    case XL_U64: return (double)bits;
    case XL_F16: return half_value(bits);
    case XL_F32: {
        const uint32_t word = (uint32_t)bits;
        float value;
        memcpy(&value, &word, sizeof value);
        return (double)value;
    }
    case XL_F64: {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    default: return 0.0;
    }
}

uint64_t xl__op_bits(xl__op_type type, double value) {
    switch (xl__op_type_get(type)->element) {
    case XL_I32: return (uint32_t)(int32_t)value;
    case XL_U32: return (uint32_t)value;
    case XL_I64: return (uint64_t)(int64_t)value;
    case XL_U64: return (uint64_t)value;
    case XL_F16: return half_bits(value);
    case XL_F32: {
        const float narrow = (float)value;
        uint32_t word;
        memcpy(&word, &narrow, sizeof word);
        return word;
    }
    case XL_F64: {
        uint64_t word;
        memcpy(&word, &value, sizeof word);
        return word;
    }
    default: return 0;
    }
}
