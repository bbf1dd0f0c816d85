/* crosslane sub-group layer: reductions and scans, native where SG_NATIVE_* says so.
 * SPDX-License-Identifier: MIT
 *
 * The clustered forms come from sg_local.h or sg_word.h and are the whole-width ones too where no native form
 * is. SG_N_REDUCE_ADD(v) and so on are the backend's native expressions.
 */
#define SG_STAMP_WHOLE(T, N, op, OP)                                                                         \
    SG_FN T sg_reduce_##op(sg_t sg, T v) {                                                                   \
        return SG_PICK(SG_NATIVE_REDUCE_##OP##_##N)(SG_N_REDUCE_##OP(v),                                     \
                                                    sg_cluster_reduce_##op(sg, v, SG_WIDTH));                \
    }                                                                                                        \
    SG_FN T sg_scan_inclusive_##op(sg_t sg, T v) {                                                           \
        return SG_PICK(SG_NATIVE_SCAN_INCLUSIVE_##OP##_##N)(                                                 \
            SG_N_SCAN_INCLUSIVE_##OP(v), sg_cluster_scan_inclusive_##op(sg, v, SG_WIDTH));                   \
    }                                                                                                        \
    SG_FN T sg_scan_exclusive_##op(sg_t sg, T v) {                                                           \
        return SG_PICK(SG_NATIVE_SCAN_EXCLUSIVE_##OP##_##N)(                                                 \
            SG_N_SCAN_EXCLUSIVE_##OP(v), sg_cluster_scan_exclusive_##op(sg, v, SG_WIDTH));                   \
    }

#define SG_STAMP_SCALAR(T, U, N)                                                                             \
    SG_STAMP_CLUSTER(T, U, add, ADD)                                                                         \
    SG_STAMP_CLUSTER(T, U, mul, MUL)                                                                         \
    SG_STAMP_CLUSTER(T, U, min, MIN)                                                                         \
    SG_STAMP_CLUSTER(T, U, max, MAX)                                                                         \
    SG_STAMP_WHOLE(T, N, add, ADD)                                                                           \
    SG_STAMP_WHOLE(T, N, mul, MUL)                                                                           \
    SG_STAMP_WHOLE(T, N, min, MIN)                                                                           \
    SG_STAMP_WHOLE(T, N, max, MAX)
#define SG_STAMP_BITWISE(T, U, N)                                                                            \
    SG_STAMP_CLUSTER(T, U, and, AND)                                                                         \
    SG_STAMP_CLUSTER(T, U, or, OR)                                                                           \
    SG_STAMP_CLUSTER(T, U, xor, XOR)                                                                         \
    SG_STAMP_WHOLE(T, N, and, AND)                                                                           \
    SG_STAMP_WHOLE(T, N, or, OR)                                                                             \
    SG_STAMP_WHOLE(T, N, xor, XOR)
SG_TYPES_SCALAR(SG_STAMP_SCALAR)
SG_TYPES_INTEGER(SG_STAMP_BITWISE)

/* Sums of vectors: in one go through local memory, else component by component. */
#if SG_HAS_VECTOR
#if SG_USES_LOCAL && !SG_NATIVE_REDUCE_ADD_FLOAT
SG_STAMP_CLUSTER(float2, float2, add, ADD)
SG_STAMP_CLUSTER(float4, float4, add, ADD)
#define SG_STAMP_SUM(T, op)                                                                                  \
    SG_FN T sg_##op(sg_t sg, T v) {                                                                          \
        return sg_cluster_##op(sg, v, SG_WIDTH);                                                             \
    }
#define SG_STAMP_VECTOR_OP(op)                                                                               \
    SG_FN float3 sg_cluster_##op(sg_t sg, float3 v, uint size) {                                             \
        return sg_cluster_##op(sg, (float4)(v, 0.0f), size).xyz;                                             \
    }                                                                                                        \
    SG_STAMP_SUM(float2, op) SG_STAMP_SUM(float3, op) SG_STAMP_SUM(float4, op)
SG_STAMP_VECTOR_OP(reduce_add)
SG_STAMP_VECTOR_OP(scan_inclusive_add)
SG_STAMP_VECTOR_OP(scan_exclusive_add)
#else
#define SG_EACH_2(f) (float2)(f(v.x), f(v.y))
#define SG_EACH_3(f) (float3)(f(v.x), f(v.y), f(v.z))
#define SG_EACH_4(f) (float4)(f(v.x), f(v.y), f(v.z), f(v.w))
#define SG_STAMP_VECTOR_OP(n, op)                                                                            \
    SG_FN float##n sg_##op(sg_t sg, float##n v) {                                                            \
        return SG_EACH_##n(SG_ONE_##op);                                                                     \
    }                                                                                                        \
    SG_FN float##n sg_cluster_##op(sg_t sg, float##n v, uint size) {                                         \
        return SG_EACH_##n(SG_PART_##op);                                                                    \
    }
#define SG_ONE_reduce_add(x) sg_reduce_add(sg, x)
#define SG_ONE_scan_inclusive_add(x) sg_scan_inclusive_add(sg, x)
#define SG_ONE_scan_exclusive_add(x) sg_scan_exclusive_add(sg, x)
#define SG_PART_reduce_add(x) sg_cluster_reduce_add(sg, x, size)
#define SG_PART_scan_inclusive_add(x) sg_cluster_scan_inclusive_add(sg, x, size)
#define SG_PART_scan_exclusive_add(x) sg_cluster_scan_exclusive_add(sg, x, size)
#define SG_STAMP_VECTOR(n)                                                                                   \
    SG_STAMP_VECTOR_OP(n, reduce_add)                                                                        \
    SG_STAMP_VECTOR_OP(n, scan_inclusive_add)                                                                \
    SG_STAMP_VECTOR_OP(n, scan_exclusive_add)
SG_STAMP_VECTOR(2)
SG_STAMP_VECTOR(3)
SG_STAMP_VECTOR(4)
#endif
#endif
