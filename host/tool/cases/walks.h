/*
 * walks.h - values that `verify --exhaustive` tests. A macro initialises members of a tool_domain (case.h):
 * help, value, count, and the bits of the last value and, if not 0, of the first.
 */
#pragma once

/* Signed value i is unsigned value i / 2, negative if i is odd. */
#define TOOL_SIGN_OF_I " | (uint)(i & 1) << 31"

#define TOOL_UNIT_FLOATS                                                                                     \
    .help = "all floats in [0, 1]", .value = "(uint)i", .count = 0x3f800001, .last_bits = 0x3f800000
#define TOOL_SIGNED_UNIT_FLOATS                                                                              \
    .help = "all floats in [-1, 1]", .value = "(uint)(i >> 1)" TOOL_SIGN_OF_I, .count = 0x7f000002,          \
    .last_bits = 0xbf800000

/* Halves below 2^-14 are multiples of 2^-24. */
#define TOOL_HALF_OF(i)                                                                                      \
    "(" i " < 1024 ? as_uint((float)" i " * 0x1p-24f) : (uint)(" i " << 13) + 0x38000000u)"
#define TOOL_UNIT_HALVES                                                                                     \
    .help = "all halves in [0, 1]", .value = TOOL_HALF_OF("i"), .count = 15361, .last_bits = 0x3f800000
#define TOOL_SIGNED_UNIT_HALVES                                                                              \
    .help = "all halves in [-1, 1]", .value = TOOL_HALF_OF("(i >> 1)") TOOL_SIGN_OF_I, .count = 2 * 15361,   \
    .last_bits = 0xbf800000

#define TOOL_UNIT_BFLOATS                                                                                    \
    .help = "all bfloat16 in [0, 1]", .value = "(uint)i << 16", .count = 0x3f81, .last_bits = 0x3f800000

#define TOOL_FLOATS_OUTSIDE_UNIT                                                                             \
    .help = "all floats outside of [0, 1], infinities and NaN among them", .count = 0xc07fffff,              \
    .value = "i < 0x40800000 - 1 ? 0x3f800001u + (uint)i : 0x80000000u + (uint)(i - (0x40800000 - 1))",      \
    .first_bits = 0x3f800001, .last_bits = 0xffffffff
