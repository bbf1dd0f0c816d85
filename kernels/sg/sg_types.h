/* crosslane sub-group layer: the type lists, the context, the identities.
 * SPDX-License-Identifier: MIT
 *
 * X(T, U, N): the type, the type that its sums and products are computed in (unsigned for signed integers,
 * because those wrap by contract and signed overflow is undefined), and the name in SG_NATIVE_<OP>_<N>.
 * Every type costs some milliseconds of parsing in each build, so those that are not always wanted can be
 * left out: SG_HAS_INT64, SG_HAS_FP16, SG_HAS_FP64, SG_HAS_VECTOR.
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
/* X(T, B): a type and the unsigned integer that holds its bits. */
#define SG_TYPES_BITS(X)                                                                                     \
    X(int, uint)                                                                                             \
    X(uint, uint)                                                                                            \
    X(float, uint)                                                                                           \
    SG_IF_INT64(X(long, ulong) X(ulong, ulong)) SG_IF_FP16(X(half, ushort)) SG_IF_FP64(X(double, ulong))

/* SG_PICK(c)(a, b) is a where the macro c is 1 and b where it is 0; the other one is never compiled. */
#define SG_PICK_1(a, b) a
#define SG_PICK_0(a, b) b
#define SG_PICK__(c) SG_PICK_##c
#define SG_PICK(c) SG_PICK__(c)

/* The context, SG_BEGIN declares it. Tracing needs a pointer in it, local memory another. */
#if SG_TRACE
typedef struct {
    __global uint *trace;
#if SG_USES_LOCAL
    __local uint *scratch;
#endif
} sg_t;
#define SG_SCRATCH(sg) ((sg).scratch)
#elif SG_USES_LOCAL
typedef __local uint *sg_t;
#define SG_SCRATCH(sg) (sg)
#else
typedef int sg_t;
#endif

/* sg_identity_add(float) and so on: what a masked lane contributes. Vectors have add only. */
#define sg_identity_add(T) ((T)0)
#define sg_identity_mul(T) ((T)(SG_PLANT_WRONG_IDENTITY ? 0 : 1))
#define sg_identity_min(T) SG_LARGEST_##T
#define sg_identity_max(T) SG_SMALLEST_##T
#define sg_identity_and(T) ((T)(~(T)0))
#define sg_identity_or(T) ((T)0)
#define sg_identity_xor(T) ((T)0)

#define SG_LARGEST_int INT_MAX
#define SG_LARGEST_uint UINT_MAX
#define SG_LARGEST_long LONG_MAX
#define SG_LARGEST_ulong ULONG_MAX
#define SG_LARGEST_half ((half)INFINITY)
#define SG_LARGEST_float INFINITY
#define SG_LARGEST_double ((double)INFINITY)
#define SG_SMALLEST_int INT_MIN
#define SG_SMALLEST_uint 0u
#define SG_SMALLEST_long LONG_MIN
#define SG_SMALLEST_ulong 0ul
#define SG_SMALLEST_half ((half)-INFINITY)
#define SG_SMALLEST_float (-INFINITY)
#define SG_SMALLEST_double ((double)-INFINITY)

/* The operators on two values of T, computed in U. */
#define SG_OP_ADD(T, U, a, b) ((T)((U)(a) + (U)(b)))
#define SG_OP_MUL(T, U, a, b) ((T)((U)(a) * (U)(b)))
#define SG_OP_MIN(T, U, a, b) SG_MIN_##T(a, b)
#define SG_OP_MAX(T, U, a, b) SG_MAX_##T(a, b)
#define SG_OP_AND(T, U, a, b) ((a) & (b))
#define SG_OP_OR(T, U, a, b) ((a) | (b))
#define SG_OP_XOR(T, U, a, b) ((a) ^ (b))
/* fmin and fmax because min and max of floats leave infinities undefined. */
#define SG_MIN_int(a, b) min(a, b)
#define SG_MIN_uint(a, b) min(a, b)
#define SG_MIN_long(a, b) min(a, b)
#define SG_MIN_ulong(a, b) min(a, b)
#define SG_MIN_half(a, b) fmin(a, b)
#define SG_MIN_float(a, b) fmin(a, b)
#define SG_MIN_double(a, b) fmin(a, b)
#define SG_MAX_int(a, b) max(a, b)
#define SG_MAX_uint(a, b) max(a, b)
#define SG_MAX_long(a, b) max(a, b)
#define SG_MAX_ulong(a, b) max(a, b)
#define SG_MAX_half(a, b) fmax(a, b)
#define SG_MAX_float(a, b) fmax(a, b)
#define SG_MAX_double(a, b) fmax(a, b)
