/* Backend nvidia: inline PTX, because the driver has no sub-group extension.
 * SPDX-License-Identifier: MIT
 *
 * Every instruction names all 32 lanes. SG_SM (90 for compute capability 9.0) enables match (70) and redux
 * (80). `volatile` keeps the compiler from moving or merging collective instructions.
 */
#define SG_REQUIRED_WIDTH
#if SG_WIDTH != 32
#error "backend nvidia has sub-groups of 32 lanes only: -DSG_WIDTH=32, or SG_BACKEND=SG_LOCAL"
#endif
#ifndef SG_SM
#define SG_SM 0
#endif

SG_FN uint sg_nv_lane(void) {
    uint sg_r;
    __asm__("mov.u32 %0, %%laneid;" : "=r"(sg_r));
    return sg_r;
}
#define SG_N_LANE() sg_nv_lane()
/* From the local id: %warpid is a hardware slot and may change. */
#define SG_N_ID() ((uint)get_local_id(0) / 32u)
/* Orders local and global memory among the lanes. */
#define SG_N_BARRIER(fence) __asm__ volatile("bar.warp.sync 0xffffffff;" : : : "memory")

#define SG_STAMP_NV_SHUFFLE(name, mode, clamp)                                                               \
    SG_FN uint sg_nv_##name(uint sg_v, uint sg_i) {                                                          \
        uint sg_r;                                                                                           \
        __asm__ volatile("shfl.sync." mode ".b32 %0, %1, %2, " clamp ", 0xffffffff;"                         \
                         : "=r"(sg_r)                                                                        \
                         : "r"(sg_v), "r"(sg_i));                                                            \
        return sg_r;                                                                                         \
    }
SG_STAMP_NV_SHUFFLE(shuffle, "idx", "0x1f")
SG_STAMP_NV_SHUFFLE(shuffle_xor, "bfly", "0x1f")
SG_STAMP_NV_SHUFFLE(shuffle_up, "up", "0")
SG_STAMP_NV_SHUFFLE(shuffle_down, "down", "0x1f")
#define SG_N_SHUFFLE(v, i) sg_nv_shuffle(v, i)
#define SG_N_SHUFFLE_XOR(v, m) sg_nv_shuffle_xor(v, m)
/* Indices and distances count modulo 32; a lane without a source keeps its own value. */
#define SG_SHUFFLE_WRAPS 1
#define SG_SHUFFLE_KEEPS 1
#define SG_N_SHUFFLE_UP(v, d) sg_nv_shuffle_up(v, d)
#define SG_N_SHUFFLE_DOWN(v, d) sg_nv_shuffle_down(v, d)

SG_FN uint sg_nv_ballot(uint sg_p) {
    uint sg_r;
    __asm__ volatile("{ .reg .pred q; setp.ne.u32 q, %1, 0; vote.sync.ballot.b32 %0, q, 0xffffffff; }"
                     : "=r"(sg_r)
                     : "r"(sg_p));
    return sg_r;
}
#define SG_STAMP_NV_VOTE(name)                                                                               \
    SG_FN int sg_nv_##name(uint sg_p) {                                                                      \
        uint sg_r;                                                                                           \
        __asm__ volatile("{ .reg .pred q, a; setp.ne.u32 q, %1, 0; vote.sync." #name                         \
                         ".pred a, q, 0xffffffff; selp.u32 %0, 1, 0, a; }"                                   \
                         : "=r"(sg_r)                                                                        \
                         : "r"(sg_p));                                                                       \
        return (int)sg_r;                                                                                    \
    }
SG_STAMP_NV_VOTE(any)
SG_STAMP_NV_VOTE(all)
#define SG_N_BALLOT(p) sg_nv_ballot((uint)(p))
#define SG_N_ANY(p) sg_nv_any((uint)(p))
#define SG_N_ALL(p) sg_nv_all((uint)(p))

#if SG_SM >= 70
SG_FN uint sg_nv_match_any(uint sg_v) {
    uint sg_r;
    __asm__ volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(sg_r) : "r"(sg_v));
    return sg_r;
}
SG_FN int sg_nv_all_equal(uint sg_v) {
    uint sg_r;
    __asm__ volatile(
        "{ .reg .pred a; .reg .b32 m; match.all.sync.b32 m|a, %1, 0xffffffff; selp.u32 %0, 1, 0, a; }"
        : "=r"(sg_r)
        : "r"(sg_v));
    return (int)sg_r;
}
#define SG_N_MATCH_ANY(v) sg_nv_match_any(v)
#define SG_N_ALL_EQUAL(v) sg_nv_all_equal(v)
#endif

#if SG_SM >= 80
#define SG_STAMP_NV_REDUX(T, name, type)                                                                     \
    SG_FN T sg_nv_redux_##name(T sg_v) {                                                                     \
        T sg_r;                                                                                              \
        __asm__ volatile("redux.sync." #name "." type " %0, %1, 0xffffffff;" : "=r"(sg_r) : "r"(sg_v));      \
        return sg_r;                                                                                         \
    }
SG_STAMP_NV_REDUX(int, add, "s32")
SG_STAMP_NV_REDUX(uint, add, "u32")
SG_STAMP_NV_REDUX(int, min, "s32")
SG_STAMP_NV_REDUX(uint, min, "u32")
SG_STAMP_NV_REDUX(int, max, "s32")
SG_STAMP_NV_REDUX(uint, max, "u32")
SG_STAMP_NV_REDUX(int, and, "b32")
SG_STAMP_NV_REDUX(uint, and, "b32")
SG_STAMP_NV_REDUX(int, or, "b32")
SG_STAMP_NV_REDUX(uint, or, "b32")
SG_STAMP_NV_REDUX(int, xor, "b32")
SG_STAMP_NV_REDUX(uint, xor, "b32")
#define SG_N_REDUCE_ADD(v) sg_nv_redux_add(v)
#define SG_N_REDUCE_MIN(v) sg_nv_redux_min(v)
#define SG_N_REDUCE_MAX(v) sg_nv_redux_max(v)
#define SG_N_REDUCE_AND(v) sg_nv_redux_and(v)
#define SG_N_REDUCE_OR(v) sg_nv_redux_or(v)
#define SG_N_REDUCE_XOR(v) sg_nv_redux_xor(v)
/* No 64-bit redux exists, and the butterfly has 20 to 30 instructions. */
#define SG_HALVES_ORDER 1
#define SG_HALVES_BITS 1
#define SG_HALVES_SUM 1
#endif

#if !SG_PROBED
#define SG_NATIVE_SHUFFLE_UINT 1
#define SG_NATIVE_SHUFFLE_XOR_UINT 1
#define SG_NATIVE_SHUFFLE_UP_UINT 1
#define SG_NATIVE_SHUFFLE_DOWN_UINT 1
#define SG_NATIVE_BALLOT 1
#define SG_NATIVE_ANY 1
#define SG_NATIVE_ALL 1
#if SG_SM >= 70
#define SG_NATIVE_MATCH_ANY_UINT 1
#define SG_NATIVE_ALL_EQUAL_UINT 1
#endif
#if SG_SM >= 80
#define SG_NATIVE_REDUCE_ADD_INT 1
#define SG_NATIVE_REDUCE_ADD_UINT 1
#define SG_NATIVE_REDUCE_ADD_LONG 1
#define SG_NATIVE_REDUCE_ADD_ULONG 1
#define SG_NATIVE_REDUCE_MIN_INT 1
#define SG_NATIVE_REDUCE_MIN_UINT 1
#define SG_NATIVE_REDUCE_MIN_LONG 1
#define SG_NATIVE_REDUCE_MIN_ULONG 1
#define SG_NATIVE_REDUCE_MAX_INT 1
#define SG_NATIVE_REDUCE_MAX_UINT 1
#define SG_NATIVE_REDUCE_MAX_LONG 1
#define SG_NATIVE_REDUCE_MAX_ULONG 1
#define SG_NATIVE_REDUCE_AND_INT 1
#define SG_NATIVE_REDUCE_AND_UINT 1
#define SG_NATIVE_REDUCE_AND_LONG 1
#define SG_NATIVE_REDUCE_AND_ULONG 1
#define SG_NATIVE_REDUCE_OR_INT 1
#define SG_NATIVE_REDUCE_OR_UINT 1
#define SG_NATIVE_REDUCE_OR_LONG 1
#define SG_NATIVE_REDUCE_OR_ULONG 1
#define SG_NATIVE_REDUCE_XOR_INT 1
#define SG_NATIVE_REDUCE_XOR_UINT 1
#define SG_NATIVE_REDUCE_XOR_LONG 1
#define SG_NATIVE_REDUCE_XOR_ULONG 1
#endif
#endif

/* A vote of all lanes counts them. */
#define SG_N_MEASURED_WIDTH(sg) popcount(sg_nv_ballot(1u))
