/* Type lists, context, identities.
 * SPDX-License-Identifier: MIT
 *
 * X(T, U, N): the type, the type of its sums and products, and the name in SG_NATIVE_<OP>_<N>. U is unsigned
 * for signed integers: those wrap by contract, and signed overflow is undefined. Types cost milliseconds of
 * parsing per build, so some can be left out: SG_HAS_INT64, SG_HAS_FP16, SG_HAS_FP64, SG_HAS_VECTOR.
 */
#if SG_HAS_INT64
#define SG_IF_INT64(text) text
#else
#define SG_IF_INT64(text)
#endif
#if SG_HAS_FP16
#define SG_IF_FP16(text) text
#else
#define SG_IF_FP16(text)
#endif
#if SG_HAS_FP64
#define SG_IF_FP64(text) text
#else
#define SG_IF_FP64(text)
#endif
#if SG_HAS_VECTOR
#define SG_IF_VECTOR(text) text
#else
#define SG_IF_VECTOR(text)
#endif
#define SG_TYPES_INTEGER(X)                                                                                  \
    X(int, uint, INT) X(uint, uint, UINT) SG_IF_INT64(X(long, ulong, LONG) X(ulong, ulong, ULONG))
#define SG_TYPES_SCALAR(X)                                                                                   \
    SG_TYPES_INTEGER(X)                                                                                      \
    X(float, float, FLOAT) SG_IF_FP16(X(half, half, HALF)) SG_IF_FP64(X(double, double, DOUBLE))
#define SG_TYPES_VECTOR(X)                                                                                   \
    SG_IF_VECTOR(X(float2, float2, FLOAT2) X(float3, float3, FLOAT3) X(float4, float4, FLOAT4))
/* X(T, B): a type and the unsigned integer with its bits. */
#define SG_TYPES_BITS(X)                                                                                     \
    X(int, uint)                                                                                             \
    X(uint, uint)                                                                                            \
    X(float, uint)                                                                                           \
    SG_IF_INT64(X(long, ulong) X(ulong, ulong)) SG_IF_FP16(X(half, ushort)) SG_IF_FP64(X(double, ulong))

/* SG_PICK(c)(a, b) is a if the macro c is 1, b if it is 0; the other is never compiled. */
#define SG_PICK_1(a, b) a
#define SG_PICK_0(a, b) b
#define SG_PICK__(c) SG_PICK_##c
#define SG_PICK(c) SG_PICK__(c)

/* The context that SG_BEGIN declares: a pointer each for tracing, for checked indices (SG_GUARD=2) and for
 * local memory, if used. */
#if SG_TRACE || SG_GUARD == 2
typedef struct {
#if SG_TRACE
    __global uint *sg_records;
#endif
#if SG_GUARD == 2
    __global uint *sg_found;
#endif
#if SG_USES_LOCAL
    __local uint *sg_scratch;
#endif
} sg_t;
#define SG_SCRATCH(sg) ((sg).sg_scratch)
#elif SG_USES_LOCAL
typedef __local uint *sg_t;
#define SG_SCRATCH(sg) (sg)
#else
typedef int sg_t;
#endif

/* Infinities by their bits: under -cl-fast-relaxed-math some compilers reject infinity literals. That option
 * lets compilers assume that none exist: the identity is then the largest finite number. */
#if defined(__FAST_RELAXED_MATH__)
#define SG_FINITE_MATH 1
#elif defined(__FINITE_MATH_ONLY__)
#define SG_FINITE_MATH __FINITE_MATH_ONLY__
#else
#define SG_FINITE_MATH 0
#endif
#if SG_FINITE_MATH
#define SG_LARGEST_half as_half((ushort)0x7bffu)
#define SG_LARGEST_float as_float(0x7f7fffffu)
#define SG_LARGEST_double as_double(0x7feffffffffffffful)
#else
#define SG_LARGEST_half as_half((ushort)0x7c00u)
#define SG_LARGEST_float as_float(0x7f800000u)
#define SG_LARGEST_double as_double(0x7ff0000000000000ul)
#endif
#define SG_LARGEST_int INT_MAX
#define SG_LARGEST_uint UINT_MAX
#define SG_LARGEST_long LONG_MAX
#define SG_LARGEST_ulong ULONG_MAX
#define SG_SMALLEST_int INT_MIN
#define SG_SMALLEST_uint 0u
#define SG_SMALLEST_long LONG_MIN
#define SG_SMALLEST_ulong 0ul
#define SG_SMALLEST_half (-SG_LARGEST_half)
#define SG_SMALLEST_float (-SG_LARGEST_float)
#define SG_SMALLEST_double (-SG_LARGEST_double)

/* The operators, X(T, U, op, OP, N): the source of every operator list in the layer. A new operator needs a
 * line here, its SG_IDENTITY_<OP>, SG_IN_<OP>, SG_OP_<OP> and sg_identity_<op>. N is _FLOAT for
 * SG_NATIVE_<OP>_FLOAT, or 0 without a native form. X must paste op and N itself (see sg_segment.h). */
#define SG_OPERATORS(X, T, U, N)                                                                             \
    X(T, U, add, ADD, N) X(T, U, mul, MUL, N) X(T, U, min, MIN, N) X(T, U, max, MAX, N)
#define SG_BIT_OPERATORS(X, T, U, N) X(T, U, and, AND, N) X(T, U, or, OR, N) X(T, U, xor, XOR, N)

/* sg_identity_add(float) and so on: the value of a masked lane. Overloads depend on the type of (T)0, so T
 * may be a typedef or a macro. Vectors have add only. */
#define sg_identity_add(T) sg_identity_of_add((T)0)
#define sg_identity_mul(T) sg_identity_of_mul((T)0)
#define sg_identity_min(T) sg_identity_of_min((T)0)
#define sg_identity_max(T) sg_identity_of_max((T)0)
#define sg_identity_and(T) sg_identity_of_and((T)0)
#define sg_identity_or(T) sg_identity_of_or((T)0)
#define sg_identity_xor(T) sg_identity_of_xor((T)0)
#define SG_IDENTITY_ADD(T) (T)0
#define SG_IDENTITY_MUL(T) (T)(SG_PLANT_WRONG_IDENTITY ? 0 : 1)
#define SG_IDENTITY_MIN(T) SG_LARGEST_##T
#define SG_IDENTITY_MAX(T) SG_SMALLEST_##T
#define SG_IDENTITY_AND(T) (T)(~(T)0)
#define SG_IDENTITY_OR(T) (T)0
#define SG_IDENTITY_XOR(T) (T)0
#define SG_STAMP_IDENTITY(T, U, op, OP, N)                                                                   \
    SG_FN T sg_identity_of_##op(T sg_v) {                                                                    \
        return SG_IDENTITY_##OP(T);                                                                          \
    }
#define SG_STAMP_IDENTITIES(T, U, N) SG_OPERATORS(SG_STAMP_IDENTITY, T, U, 0)
#define SG_STAMP_BIT_IDENTITIES(T, U, N) SG_BIT_OPERATORS(SG_STAMP_IDENTITY, T, U, 0)
#define SG_STAMP_SUM_IDENTITY(T, U, N) SG_STAMP_IDENTITY(T, U, add, ADD, 0)
SG_TYPES_SCALAR(SG_STAMP_IDENTITIES)
SG_TYPES_INTEGER(SG_STAMP_BIT_IDENTITIES)
SG_TYPES_VECTOR(SG_STAMP_SUM_IDENTITY)

/* SG_IN_<OP>: a NaN becomes the identity in minima and maxima, detected by its bits before the operation,
 * because native operations have lost the numbers before a NaN. */
#define SG_IN_ADD(T, a) a
#define SG_IN_MUL(T, a) a
#define SG_IN_MIN(T, a) SG_NUMBER_##T(a, SG_LARGEST_##T)
#define SG_IN_MAX(T, a) SG_NUMBER_##T(a, SG_SMALLEST_##T)
#define SG_IN_AND(T, a) a
#define SG_IN_OR(T, a) a
#define SG_IN_XOR(T, a) a
#define SG_NUMBER_int(a, none) a
#define SG_NUMBER_uint(a, none) a
#define SG_NUMBER_long(a, none) a
#define SG_NUMBER_ulong(a, none) a
#define SG_NUMBER_half(a, none) ((as_ushort(a) & 0x7fffu) > 0x7c00u ? none : (a))
#define SG_NUMBER_float(a, none) ((as_uint(a) & 0x7fffffffu) > 0x7f800000u ? none : (a))
#define SG_NUMBER_double(a, none) ((as_ulong(a) & 0x7ffffffffffffffful) > 0x7ff0000000000000ul ? none : (a))

/* The operators on two values of T, computed in U. */
#define SG_OP_ADD(T, U, a, b) ((T)((U)(a) + (U)(b)))
#define SG_OP_MUL(T, U, a, b) ((T)((U)(a) * (U)(b)))
#define SG_OP_MIN(T, U, a, b) SG_MIN_##T(a, b)
#define SG_OP_MAX(T, U, a, b) SG_MAX_##T(a, b)
#define SG_OP_AND(T, U, a, b) ((a) & (b))
#define SG_OP_OR(T, U, a, b) ((a) | (b))
#define SG_OP_XOR(T, U, a, b) ((a) ^ (b))
/* fmin and fmax for floats, because min and max leave infinities undefined. No function for integers,
 * because programs define macros called `min` and `max`. */
#define SG_MIN_int(a, b) ((a) < (b) ? (a) : (b))
#define SG_MIN_uint(a, b) ((a) < (b) ? (a) : (b))
#define SG_MIN_long(a, b) ((a) < (b) ? (a) : (b))
#define SG_MIN_ulong(a, b) ((a) < (b) ? (a) : (b))
#define SG_MIN_half(a, b) fmin(a, b)
#define SG_MIN_float(a, b) fmin(a, b)
#define SG_MIN_double(a, b) fmin(a, b)
#define SG_MAX_int(a, b) ((a) > (b) ? (a) : (b))
#define SG_MAX_uint(a, b) ((a) > (b) ? (a) : (b))
#define SG_MAX_long(a, b) ((a) > (b) ? (a) : (b))
#define SG_MAX_ulong(a, b) ((a) > (b) ? (a) : (b))
#define SG_MAX_half(a, b) fmax(a, b)
#define SG_MAX_float(a, b) fmax(a, b)
#define SG_MAX_double(a, b) fmax(a, b)
