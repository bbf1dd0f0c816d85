/* Reductions and scans, native according to SG_NATIVE_*.
 * SPDX-License-Identifier: MIT
 *
 * Without a native form an operation is a cluster of SG_WIDTH lanes (sg_local.h, sg_word.h).
 * SG_N_REDUCE_ADD(v) and so on are the backend's native expressions, SG_W_REDUCE_ADD(v) those for 64-bit
 * integers (sg_halves.h).
 */
#define SG_STAMP_WHOLE(T, U, op, OP, N)                                                                      \
    SG_FN T sg_reduce_##op(sg_t sg_ctx, T sg_v) {                                                            \
        return SG_PICK(SG_NATIVE_REDUCE_##OP##N)(                                                            \
            SG_BY##N(SG_N_REDUCE_##OP, SG_W_REDUCE_##OP)(SG_IN_##OP(T, sg_v)),                               \
            sg_cluster_reduce_##op(sg_ctx, sg_v, SG_WIDTH));                                                 \
    }                                                                                                        \
    SG_FN T sg_scan_inclusive_##op(sg_t sg_ctx, T sg_v) {                                                    \
        return SG_PICK(SG_NATIVE_SCAN_INCLUSIVE_##OP##N)(                                                    \
            SG_BY##N(SG_N_SCAN_INCLUSIVE_##OP, SG_W_SCAN_INCLUSIVE_##OP)(SG_IN_##OP(T, sg_v)),               \
            sg_cluster_scan_inclusive_##op(sg_ctx, sg_v, SG_WIDTH));                                         \
    }                                                                                                        \
    SG_FN T sg_scan_exclusive_##op(sg_t sg_ctx, T sg_v) {                                                    \
        return SG_PICK(SG_NATIVE_SCAN_EXCLUSIVE_##OP##N)(                                                    \
            SG_BY##N(SG_N_SCAN_EXCLUSIVE_##OP, SG_W_SCAN_EXCLUSIVE_##OP)(SG_IN_##OP(T, sg_v)),               \
            sg_cluster_scan_exclusive_##op(sg_ctx, sg_v, SG_WIDTH));                                         \
    }

#define SG_STAMP_SCALAR(T, U, N)                                                                             \
    SG_OPERATORS(SG_STAMP_CLUSTER, T, U, 0)                                                                  \
    SG_OPERATORS(SG_STAMP_WHOLE, T, U, _##N)
#define SG_STAMP_BITWISE(T, U, N)                                                                            \
    SG_BIT_OPERATORS(SG_STAMP_CLUSTER, T, U, 0)                                                              \
    SG_BIT_OPERATORS(SG_STAMP_WHOLE, T, U, _##N)
SG_TYPES_SCALAR(SG_STAMP_SCALAR)
SG_TYPES_INTEGER(SG_STAMP_BITWISE)

/* Vector sums: together through local memory, otherwise component by component. */
#if SG_HAS_VECTOR
#if SG_USES_LOCAL && !SG_NATIVE_REDUCE_ADD_FLOAT
SG_STAMP_CLUSTER(float2, float2, add, ADD, 0)
SG_STAMP_CLUSTER(float4, float4, add, ADD, 0)
#define SG_STAMP_VECTOR_OP(op)                                                                               \
    SG_FN float3 sg_cluster_##op(sg_t sg_ctx, float3 sg_v, uint sg_size) {                                   \
        return as_float3(sg_cluster_##op(sg_ctx, (float4)(sg_v, 0.0f), sg_size));                            \
    }                                                                                                        \
    SG_FN float2 sg_##op(sg_t sg_ctx, float2 sg_v) {                                                         \
        return sg_cluster_##op(sg_ctx, sg_v, SG_WIDTH);                                                      \
    }                                                                                                        \
    SG_FN float3 sg_##op(sg_t sg_ctx, float3 sg_v) {                                                         \
        return sg_cluster_##op(sg_ctx, sg_v, SG_WIDTH);                                                      \
    }                                                                                                        \
    SG_FN float4 sg_##op(sg_t sg_ctx, float4 sg_v) {                                                         \
        return sg_cluster_##op(sg_ctx, sg_v, SG_WIDTH);                                                      \
    }
SG_STAMP_VECTOR_OP(reduce_add)
SG_STAMP_VECTOR_OP(scan_inclusive_add)
SG_STAMP_VECTOR_OP(scan_exclusive_add)
#else
#define SG_EACH_2(f) (float2)(f(SG_AT(sg_v, 0)), f(SG_AT(sg_v, 1)))
#define SG_EACH_3(f) (float3)(f(SG_AT(sg_v, 0)), f(SG_AT(sg_v, 1)), f(SG_AT(sg_v, 2)))
#define SG_EACH_4(f) (float4)(f(SG_AT(sg_v, 0)), f(SG_AT(sg_v, 1)), f(SG_AT(sg_v, 2)), f(SG_AT(sg_v, 3)))
#define SG_STAMP_VECTOR_OP(n, op)                                                                            \
    SG_FN float##n sg_##op(sg_t sg_ctx, float##n sg_v) {                                                     \
        return SG_EACH_##n(SG_ONE_##op);                                                                     \
    }                                                                                                        \
    SG_FN float##n sg_cluster_##op(sg_t sg_ctx, float##n sg_v, uint sg_size) {                               \
        return SG_EACH_##n(SG_PART_##op);                                                                    \
    }
#define SG_ONE_reduce_add(x) sg_reduce_add(sg_ctx, x)
#define SG_ONE_scan_inclusive_add(x) sg_scan_inclusive_add(sg_ctx, x)
#define SG_ONE_scan_exclusive_add(x) sg_scan_exclusive_add(sg_ctx, x)
#define SG_PART_reduce_add(x) sg_cluster_reduce_add(sg_ctx, x, sg_size)
#define SG_PART_scan_inclusive_add(x) sg_cluster_scan_inclusive_add(sg_ctx, x, sg_size)
#define SG_PART_scan_exclusive_add(x) sg_cluster_scan_exclusive_add(sg_ctx, x, sg_size)
#define SG_STAMP_VECTOR(n)                                                                                   \
    SG_STAMP_VECTOR_OP(n, reduce_add)                                                                        \
    SG_STAMP_VECTOR_OP(n, scan_inclusive_add)                                                                \
    SG_STAMP_VECTOR_OP(n, scan_exclusive_add)
SG_STAMP_VECTOR(2)
SG_STAMP_VECTOR(3)
SG_STAMP_VECTOR(4)
#endif
#endif
