#include "caps/probe_inputs.h"

#include <math.h>

enum { VALUE_PATTERNS = 12, ARGUMENT_PATTERNS = 10, REPEATS = 3 };

/* Counter-based: the finalizer of SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t mix(uint64_t x) {
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* 0 <= result < 1 */
static double fraction(uint64_t random) {
    return (double)(random >> 11) * ldexp(1.0, -53);
}

int xl__probe_case_count(const xl__op *op) {
    return VALUE_PATTERNS * (op->argument == XL__ARG_NONE ? REPEATS : ARGUMENT_PATTERNS);
}

static bool is_floating(xl__op_type type) {
    const xl_type element = xl__op_type_get(type)->element;
    return element == XL_F16 || element == XL_F32 || element == XL_F64;
}

static uint64_t keep(xl__op_type type, uint64_t bits) {
    switch (xl__op_type_get(type)->element) {
    case XL_F16: return bits & 0xffffu;
    case XL_I64:
    case XL_U64:
    case XL_F64: return bits;
    default: return bits & UINT32_MAX;
    }
}

/* Any bits, few different values, all equal but one. */
static uint64_t moved_value(xl__op_type type, int pattern, int lane, int width, uint64_t random) {
    const bool floating = is_floating(type);
    const uint64_t one = floating ? xl__op_bits(type, 1.5) : UINT64_C(0x8000000180000001);
    const double odd[4] = {0.0, -0.0, (double)NAN, 2.0};
    switch (pattern % 8) {
    case 0: return xl__op_bits(type, (double)lane);
    case 1: return floating ? xl__op_bits(type, ldexp(fraction(random) - 0.5, 4)) : keep(type, random);
    case 2: return floating ? xl__op_bits(type, odd[random % 4]) : random % 3;
    case 3: return keep(type, one);
    case 4: return keep(type, lane == width - 1 ? one + 1 : one);
    case 5: return keep(type, lane == 0 ? one + 1 : one);
    case 6: return xl__op_bits(type, (double)(lane >> 1));
    /* Differ only in the upper half, and floats only in the sign of zero. */
    default:
        return floating ? xl__op_bits(type, lane == width / 2 ? -0.0 : 0.0)
                        : keep(type, random % 2 << 62 | random % 2 << 30);
    }
}

static uint64_t integer_value(xl__op_type type, int pattern, int lane, int width, uint64_t random) {
    const uint64_t top = keep(type, UINT64_MAX), sign = top / 2 + 1;
    const uint64_t extremes[6] = {0, 1, top, sign, sign - 1, 2};
    switch (pattern % 8) {
    case 0: return (uint64_t)lane;
    case 1: return keep(type, random);
    case 2: return extremes[random % 6];
    case 3: return lane == width / 2 ? 0 : (uint64_t)lane + 1; /* a zero in the middle */
    case 4: return lane == width - 1 ? 0 : 3;
    case 5: return lane == 0 ? 0 : keep(type, random | 1);
    case 6: return top;
    default: return lane == width / 3 ? sign : 0;
    }
}

/* Products of [0.75, 1.33) neither overflow nor underflow. */
static double float_value(char operation, int pattern, int lane, int width, uint64_t random) {
    const double moderate = operation == '*' ? 0.75 + 0.58 * fraction(random) : 4.0 * fraction(random) - 2.0;
    const bool choice = operation == '<' || operation == '>';
    const double infinite = choice ? (double)INFINITY : 2.0;
    switch (pattern) {
    case 0: return operation == '*' ? (lane % 2 != 0 ? 2.0 : 0.5) : (double)lane;
    case 1: return moderate;
    case 2: return random % 2 != 0 ? 1.0 : -1.0;
    case 3: return lane == width / 2 ? 0.0 : moderate;
    case 4: return lane == width - 1 ? 0.0 : moderate;
    case 5: return lane == 0 ? 0.0 : moderate;
    case 6: return lane == width / 3 ? infinite : lane == width / 2 ? -infinite : 1.0;
    case 7: return lane == width - 1 ? -2.0 : 1.0;
    /* NaN: one, all, at both ends next to an infinity; and zeros of both signs. */
    case 8: return lane == width / 3 ? (double)NAN : moderate;
    case 9: return (double)NAN;
    case 10: return random % 2 != 0 ? 0.0 : -0.0;
    default:
        if (choice && (lane == 0 || lane == width - 1)) return (double)NAN;
        return lane == width / 2 ? (double)INFINITY : moderate;
    }
}

/* Some beyond the width, where shifts wrap. */
static uint64_t lane_number(int pattern, int lane, int width, uint64_t random) {
    const uint64_t w = (uint64_t)width;
    const uint64_t odd[12] = {w, w + 1, 2 * w, 31, 32, 63, 64, 127, 128, 1u << 31, UINT32_MAX, w - 1};
    switch (pattern % 4) {
    case 0: return (uint64_t)lane;
    case 1: return odd[((unsigned)lane + (unsigned)pattern) % 12];
    case 2: return odd[random % 12];
    default: return random % (2 * w);
    }
}

static uint32_t index_argument(int pattern, int lane, int width, uint64_t random) {
    const int at[8] = {lane,      width - 1 - lane, lane ^ (width > 1 ? 1 : 0), 0,
                       width - 1, width / 2,        (lane + 1) % width,         (lane + width - 1) % width};
    return pattern < 8 ? (uint32_t)at[pattern] : (uint32_t)(random % (uint64_t)width);
}

static bool predicate(int pattern, int lane, int width, uint64_t random) {
    switch (pattern) {
    case 0: return false;
    case 1: return true;
    case 2: return lane == 0;
    case 3: return lane == width - 1;
    case 4: return lane % 2 == 0;
    case 5: return lane % 2 == 1;
    case 6: return random % 2 == 0;
    case 7: return lane == width / 2;
    case 8: return lane != 0;
    default: return random % 8 == 0;
    }
}

/* Groups: one, W, every other lane, neighbours, random; lanes in no group. */
static uint32_t key(int pattern, int lane, int width, uint64_t random) {
    const uint32_t l = (uint32_t)lane, some = (uint32_t)(random >> 20);
    switch (pattern) {
    case 0: return 7;
    case 1: return l;
    case 2: return l % 2;
    case 3: return l / 2;
    case 4: return l % 3;
    case 5: return some % 2;
    case 6: return some % 5;
    case 7: return some % (uint32_t)width;
    case 8: return some % 4 == 0 ? XL__NO_KEY : some % 4;
    default: return XL__NO_KEY;
    }
}

/* The last three patterns differ between lanes if allowed; `common` does not. */
static uint32_t argument(const xl__op *op, int pattern, int lane, int width, uint64_t common,
                         uint64_t random) {
    const uint32_t truths[4] = {1, 2, 0x80000000u, 0xffffffffu};
    const uint32_t w = (uint32_t)width;
    const uint32_t within[6] = {0, 1 % w, 2 % w, w / 2, w - 1, (uint32_t)(common % w)};
    const uint32_t own[3] = {(uint32_t)(random % w), w - 1 - (uint32_t)lane, (uint32_t)(random >> 16)};
    int sizes = 1;
    switch (op->argument) {
    case XL__ARG_INDEX: return index_argument(pattern, lane, width, random);
    case XL__ARG_LANE: return pattern < 6 ? within[pattern] : (uint32_t)(common % w);
    case XL__ARG_XOR: return pattern < 6 ? within[pattern] : pattern < 7 ? 3 % w : own[pattern - 7] % w;
    case XL__ARG_DISTANCE:
    case XL__ARG_ROTATE: return pattern < 6 ? within[pattern] : pattern == 6 ? w : own[pattern - 7];
    case XL__ARG_QUAD: return pattern < 4 ? (uint32_t)pattern : (uint32_t)(random % 4);
    case XL__ARG_CLUSTER:
        while (1 << sizes <= width) ++sizes;
        return 1u << pattern % sizes;
    case XL__ARG_PREDICATE: return predicate(pattern, lane, width, random) ? truths[random >> 40 & 3u] : 0;
    case XL__ARG_KEY: return key(pattern, lane, width, random);
    case XL__ARG_NONE: break;
    }
    return 0;
}

void xl__probe_fill(const xl__op *op, xl__op_type type, int width, int index, uint64_t *bits,
                    uint32_t *args) {
    const int components = xl__op_type_get(type)->components;
    const int pattern = index % VALUE_PATTERNS, asked = index / VALUE_PATTERNS;
    const uint64_t seed = mix((uint64_t)index * 1000003u + (uint64_t)width);
    for (int lane = 0; lane < width; ++lane) {
        args[lane] = argument(op, asked, lane, width, seed, mix(seed + (uint64_t)lane));
        for (int k = 0; k < components; ++k) {
            const uint64_t random = mix(seed ^ ((uint64_t)(lane * components + k) << 20));
            uint64_t *to = &bits[lane * components + k];
            if (op->form == XL__FORM_LANE || op->form == XL__FORM_MASK_LANE)
                *to = lane_number(pattern, lane, width, random);
            else if (op->operation == 0)
                *to = moved_value(type, pattern, lane, width, random);
            else if (is_floating(type))
                *to = xl__op_bits(type, float_value(op->operation, pattern, lane, width, random));
            else
                *to = integer_value(type, pattern, lane, width, random);
        }
    }
}
