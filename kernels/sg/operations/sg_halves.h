/* Native 64-bit integer reductions and scans, built from 32-bit ones.
 * SPDX-License-Identifier: MIT
 *
 * Compilers' 64-bit code often has more instructions than two or three operations on words
 * (docs/performance_tried.md). A backend enables the word form with a 1:
 *   SG_HALVES_ORDER      minimum and maximum
 *   SG_HALVES_BITS       and, or, xor;  SG_HALVES_BIT_SCANS  their scans
 *   SG_HALVES_SUM        sum;           SG_HALVES_SUM_SCANS  its scans
 * SG_W_REDUCE_ADD(v) and so on are then the native expressions for long and ulong.
 */
#ifndef SG_HALVES_ORDER
#define SG_HALVES_ORDER 0
#endif
#ifndef SG_HALVES_BITS
#define SG_HALVES_BITS 0
#endif
#ifndef SG_HALVES_BIT_SCANS
#define SG_HALVES_BIT_SCANS 0
#endif
#ifndef SG_HALVES_SUM
#define SG_HALVES_SUM 0
#endif
#ifndef SG_HALVES_SUM_SCANS
#define SG_HALVES_SUM_SCANS 0
#endif

/* SG_BY_<TYPE>(a, b): b for 64-bit integers. */
#define SG_BY_INT(a, b) a
#define SG_BY_UINT(a, b) a
#define SG_BY_LONG(a, b) b
#define SG_BY_ULONG(a, b) b
#define SG_BY_HALF(a, b) a
#define SG_BY_FLOAT(a, b) a
#define SG_BY_DOUBLE(a, b) a
#define SG_W_REDUCE_ADD(v) SG_PICK(SG_HALVES_SUM)(sg_halves_reduce_add(v), SG_N_REDUCE_ADD(v))
#define SG_W_REDUCE_MUL(v) SG_N_REDUCE_MUL(v)
#define SG_W_REDUCE_MIN(v) SG_PICK(SG_HALVES_ORDER)(sg_halves_reduce_min(v), SG_N_REDUCE_MIN(v))
#define SG_W_REDUCE_MAX(v) SG_PICK(SG_HALVES_ORDER)(sg_halves_reduce_max(v), SG_N_REDUCE_MAX(v))
#define SG_W_REDUCE_AND(v) SG_PICK(SG_HALVES_BITS)(sg_halves_reduce_and(v), SG_N_REDUCE_AND(v))
#define SG_W_REDUCE_OR(v) SG_PICK(SG_HALVES_BITS)(sg_halves_reduce_or(v), SG_N_REDUCE_OR(v))
#define SG_W_REDUCE_XOR(v) SG_PICK(SG_HALVES_BITS)(sg_halves_reduce_xor(v), SG_N_REDUCE_XOR(v))
#define SG_W_SCAN_INCLUSIVE_ADD(v)                                                                           \
    SG_PICK(SG_HALVES_SUM_SCANS)(sg_halves_scan_inclusive_add(v), SG_N_SCAN_INCLUSIVE_ADD(v))
#define SG_W_SCAN_INCLUSIVE_MUL(v) SG_N_SCAN_INCLUSIVE_MUL(v)
#define SG_W_SCAN_INCLUSIVE_MIN(v) SG_N_SCAN_INCLUSIVE_MIN(v)
#define SG_W_SCAN_INCLUSIVE_MAX(v) SG_N_SCAN_INCLUSIVE_MAX(v)
#define SG_W_SCAN_INCLUSIVE_AND(v)                                                                           \
    SG_PICK(SG_HALVES_BIT_SCANS)(sg_halves_scan_inclusive_and(v), SG_N_SCAN_INCLUSIVE_AND(v))
#define SG_W_SCAN_INCLUSIVE_OR(v)                                                                            \
    SG_PICK(SG_HALVES_BIT_SCANS)(sg_halves_scan_inclusive_or(v), SG_N_SCAN_INCLUSIVE_OR(v))
#define SG_W_SCAN_INCLUSIVE_XOR(v)                                                                           \
    SG_PICK(SG_HALVES_BIT_SCANS)(sg_halves_scan_inclusive_xor(v), SG_N_SCAN_INCLUSIVE_XOR(v))
#define SG_W_SCAN_EXCLUSIVE_ADD(v)                                                                           \
    SG_PICK(SG_HALVES_SUM_SCANS)(sg_halves_scan_exclusive_add(v), SG_N_SCAN_EXCLUSIVE_ADD(v))
#define SG_W_SCAN_EXCLUSIVE_MUL(v) SG_N_SCAN_EXCLUSIVE_MUL(v)
#define SG_W_SCAN_EXCLUSIVE_MIN(v) SG_N_SCAN_EXCLUSIVE_MIN(v)
#define SG_W_SCAN_EXCLUSIVE_MAX(v) SG_N_SCAN_EXCLUSIVE_MAX(v)
#define SG_W_SCAN_EXCLUSIVE_AND(v)                                                                           \
    SG_PICK(SG_HALVES_BIT_SCANS)(sg_halves_scan_exclusive_and(v), SG_N_SCAN_EXCLUSIVE_AND(v))
#define SG_W_SCAN_EXCLUSIVE_OR(v)                                                                            \
    SG_PICK(SG_HALVES_BIT_SCANS)(sg_halves_scan_exclusive_or(v), SG_N_SCAN_EXCLUSIVE_OR(v))
#define SG_W_SCAN_EXCLUSIVE_XOR(v)                                                                           \
    SG_PICK(SG_HALVES_BIT_SCANS)(sg_halves_scan_exclusive_xor(v), SG_N_SCAN_EXCLUSIVE_XOR(v))

#if SG_HAS_INT64

/* The upper words decide; among equal ones, the lower words. */
#define SG_STAMP_HALVES_ORDER(T, H, op, OP)                                                                  \
    SG_FN T sg_halves_reduce_##op(T sg_v) {                                                                  \
        const uint2 sg_w = as_uint2(sg_v);                                                                   \
        const H sg_mine = (H)SG_AT(sg_w, 1);                                                                 \
        const H sg_best = SG_N_REDUCE_##OP(sg_mine);                                                         \
        const uint sg_low = sg_mine == sg_best ? SG_AT(sg_w, 0) : SG_IDENTITY_##OP(uint);                    \
        return as_##T((uint2)(SG_N_REDUCE_##OP(sg_low), (uint)sg_best));                                     \
    }
#if SG_HALVES_ORDER
SG_STAMP_HALVES_ORDER(long, int, min, MIN)
SG_STAMP_HALVES_ORDER(long, int, max, MAX)
SG_STAMP_HALVES_ORDER(ulong, uint, min, MIN)
SG_STAMP_HALVES_ORDER(ulong, uint, max, MAX)
#endif

#define SG_STAMP_HALVES_BITS(op, OP)                                                                         \
    SG_FN ulong sg_halves_##op(ulong sg_v) {                                                                 \
        const uint2 sg_w = as_uint2(sg_v);                                                                   \
        return as_ulong((uint2)(SG_N_##OP(SG_AT(sg_w, 0)), SG_N_##OP(SG_AT(sg_w, 1))));                      \
    }                                                                                                        \
    SG_FN long sg_halves_##op(long sg_v) {                                                                   \
        return (long)sg_halves_##op((ulong)sg_v);                                                            \
    }
/* The sum of the lower words is `low` modulo 2^32. The carry follows from the sum of their upper 16 bits,
 * which fits into a word. */
#define SG_STAMP_HALVES_SUM(op, OP)                                                                          \
    SG_FN ulong sg_halves_##op(ulong sg_v) {                                                                 \
        const uint2 sg_w = as_uint2(sg_v);                                                                   \
        const uint sg_low = SG_N_##OP(SG_AT(sg_w, 0));                                                       \
        const uint sg_middle = SG_N_##OP(SG_AT(sg_w, 0) >> 16);                                              \
        const uint sg_high = SG_N_##OP(SG_AT(sg_w, 1));                                                      \
        const uint sg_carry = (sg_middle + ((sg_low - (sg_middle << 16)) >> 16)) >> 16;                      \
        return as_ulong((uint2)(sg_low, sg_high + sg_carry));                                                \
    }                                                                                                        \
    SG_FN long sg_halves_##op(long sg_v) {                                                                   \
        return (long)sg_halves_##op((ulong)sg_v);                                                            \
    }
#if SG_HALVES_BITS
SG_STAMP_HALVES_BITS(reduce_and, REDUCE_AND)
SG_STAMP_HALVES_BITS(reduce_or, REDUCE_OR)
SG_STAMP_HALVES_BITS(reduce_xor, REDUCE_XOR)
#endif
#if SG_HALVES_BIT_SCANS
SG_STAMP_HALVES_BITS(scan_inclusive_and, SCAN_INCLUSIVE_AND)
SG_STAMP_HALVES_BITS(scan_inclusive_or, SCAN_INCLUSIVE_OR)
SG_STAMP_HALVES_BITS(scan_inclusive_xor, SCAN_INCLUSIVE_XOR)
SG_STAMP_HALVES_BITS(scan_exclusive_and, SCAN_EXCLUSIVE_AND)
SG_STAMP_HALVES_BITS(scan_exclusive_or, SCAN_EXCLUSIVE_OR)
SG_STAMP_HALVES_BITS(scan_exclusive_xor, SCAN_EXCLUSIVE_XOR)
#endif
#if SG_HALVES_SUM
SG_STAMP_HALVES_SUM(reduce_add, REDUCE_ADD)
#endif
#if SG_HALVES_SUM_SCANS
SG_STAMP_HALVES_SUM(scan_inclusive_add, SCAN_INCLUSIVE_ADD)
SG_STAMP_HALVES_SUM(scan_exclusive_add, SCAN_EXCLUSIVE_ADD)
#endif

#endif
