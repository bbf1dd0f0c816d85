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
#if SG_USES_LOCAL && !SG_NATIVE_REDUCE_ADD_FLOAT
#define SG_STAMP_VECTOR(T, U, N)                                                                             \
    SG_STAMP_CLUSTER(T, U, add, ADD)                                                                         \
    SG_FN T sg_reduce_add(sg_t sg, T v) {                                                                    \
        return sg_cluster_reduce_add(sg, v, SG_WIDTH);                                                       \
    }                                                                                                        \
    SG_FN T sg_scan_inclusive_add(sg_t sg, T v) {                                                            \
        return sg_cluster_scan_inclusive_add(sg, v, SG_WIDTH);                                               \
    }                                                                                                        \
    SG_FN T sg_scan_exclusive_add(sg_t sg, T v) {                                                            \
        return sg_cluster_scan_exclusive_add(sg, v, SG_WIDTH);                                               \
    }
SG_TYPES_VECTOR(SG_STAMP_VECTOR)
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
