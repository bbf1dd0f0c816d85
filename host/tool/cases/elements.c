#include "cases/elements.h"
#include <math.h>

void tool_put_whole(void *data, xl_type type, size_t i, uint64_t whole) {
    switch (type) {
    case XL_I8:
    case XL_U8: ((uint8_t *)data)[i] = (uint8_t)whole; break;
    case XL_I16:
    case XL_U16: ((uint16_t *)data)[i] = (uint16_t)whole; break;
    case XL_I32:
    case XL_U32: ((uint32_t *)data)[i] = (uint32_t)whole; break;
    case XL_I64:
    case XL_U64: ((uint64_t *)data)[i] = whole; break;
    case XL_F32: ((float *)data)[i] = (float)(int64_t)whole; break;
    case XL_F64: ((double *)data)[i] = (double)(int64_t)whole; break;
    default: break; /* no input of half precision has numbers */
    }
}

void tool_put_extreme(void *data, xl_type type, size_t i, double near, uint32_t any) {
    if (type == XL_F32) {
        const float at = xl__real_float((xl__real){near, 0.0}), above = nextafterf(at, INFINITY),
                    below = nextafterf(at, -INFINITY);
        const float special[] = {at,        above,     below,      NAN,  INFINITY,
                                 -INFINITY, 0x1p-149F, -0x1p-149F, 0.0F, -0.0F};
        ((float *)data)[i] = special[any % (sizeof special / sizeof *special)];
        return;
    }
    const uint64_t at =
        near < 0.0 ? (uint64_t)(int64_t)fmax(near, -0x1p63) : (uint64_t)fmin(near, 0x1.fffffffffffffp63);
    const uint64_t special[] = {
        at, at + 1, at - 1, 0, UINT64_MAX, UINT64_C(1) << 31, (UINT64_C(1) << 31) - 1, UINT64_C(1) << 63 | 1};
    tool_put_whole(data, type, i, special[any % (sizeof special / sizeof *special)]);
}
