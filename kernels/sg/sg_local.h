/* crosslane sub-group layer: values exchanged through local memory.
 * SPDX-License-Identifier: MIT
 *
 * Serves SG_BACKEND=SG_LOCAL, where a sub-group is SG_WIDTH consecutive work-items of the work-group and its
 * barrier is the work-group's, and backends whose device has sub-groups but no shuffle, with the sub-group's
 * own barrier. Every operation is: barrier (the slice is free), write, barrier, read. Reductions and scans
 * let one lane a cluster run through the slice, one barrier more: log2 W exchanges would be 2 log2 W
 * barriers, which are what costs here, in time and in build time; and the order of a sum is then the serial
 * one. The slice holds 4 words a lane (a float4): 16 bytes for each work-item of the work-group.
 */
#define SG_SLICE_WORDS (4 * SG_WIDTH)
#define SG_LOCAL_BYTES (16 * SG_GROUP_SIZE)

/* Before a loop over the lanes without a barrier in it. Such a loop of 2 steps in a work-group of 2 made one
 * compiler leave the kernel empty (tests/defects/short_loop.cl). */
#if SG_WIDTH < 4
#define SG_UNROLL_SHORT _Pragma("unroll")
#else
#define SG_UNROLL_SHORT
#endif

/* What v is on lane i, for the lane that asks. */
#define SG_STAMP_SHUFFLE(T, U, N)                                                                            \
    SG_FN T sg_shuffle(sg_t sg, T v, uint i) {                                                               \
        __local T *slice = (__local T *)SG_SCRATCH(sg);                                                      \
        sg_barrier_local(sg);                                                                                \
        slice[sg_lane(sg)] = v;                                                                              \
        sg_barrier_local(sg);                                                                                \
        return slice[i & (SG_WIDTH - 1u)];                                                                   \
    }
SG_TYPES_SCALAR(SG_STAMP_SHUFFLE)
SG_IF_VECTOR(SG_STAMP_SHUFFLE(float2, float2, FLOAT2) SG_STAMP_SHUFFLE(float4, float4, FLOAT4))
#if SG_HAS_VECTOR
/* Three floats lie in memory as four: the fourth is given, so that nothing undefined is stored. */
SG_FN float3 sg_shuffle(sg_t sg, float3 v, uint i) {
    return sg_shuffle(sg, (float4)(v, 0.0f), i).xyz;
}
#endif

#if !SG_NATIVE_BALLOT
/* Lanes write a byte each; every lane then packs four at a time: the product moves bits 0, 8, 16 and 24 to
 * 28..31, and its other terms meet no carry. */
SG_FN uint sg_ballot_word(__local const uint *slice, uint first) {
    uint word = 0;
#if SG_WIDTH < 4
    __local const uchar *bytes = (__local const uchar *)slice;
    SG_UNROLL_SHORT
    for (uint i = 0; i < SG_WIDTH; ++i) word |= (uint)bytes[i] << i;
#else
    for (uint i = 0; i < (SG_WIDTH < 32 ? SG_WIDTH : 32); i += 4)
        word |= ((slice[(first + i) / 4u] * 0x10204080u) >> 28) << i;
#endif
    return word;
}
SG_FN sg_mask sg_ballot(sg_t sg, int p) {
    __local uint *slice = SG_SCRATCH(sg);
    sg_barrier_local(sg);
    ((__local uchar *)slice)[sg_lane(sg)] = p != 0 ? 1 : 0;
    sg_barrier_local(sg);
#if SG_WIDTH <= 32
    return sg_ballot_word(slice, 0);
#elif SG_WIDTH == 64
    return sg_ballot_word(slice, 0) | ((ulong)sg_ballot_word(slice, 32) << 32);
#else
    return (uint4)(sg_ballot_word(slice, 0), sg_ballot_word(slice, 32), sg_ballot_word(slice, 64),
                   sg_ballot_word(slice, 96));
#endif
}
#endif

/* Equal bits, by comparing with all of the slice: two barriers, SG_WIDTH reads. B: an integer as wide as T.
 */
#define SG_STAMP_MATCH(T, B)                                                                                 \
    SG_FN sg_mask sg_match_any(sg_t sg, T v) {                                                               \
        __local B *slice = (__local B *)SG_SCRATCH(sg);                                                      \
        B mine = as_##B(v);                                                                                  \
        sg_mask same = sg_mask_empty();                                                                      \
        sg_barrier_local(sg);                                                                                \
        slice[sg_lane(sg)] = mine;                                                                           \
        sg_barrier_local(sg);                                                                                \
        SG_UNROLL_SHORT                                                                                      \
        for (uint i = 0; i < SG_WIDTH; ++i)                                                                  \
            if (slice[i] == mine) same |= sg_mask_lane(i);                                                   \
        return same;                                                                                         \
    }

#define SG_STAMP_CLUSTER(T, U, op, OP)                                                                       \
    SG_FN T sg_cluster_reduce_##op(sg_t sg, T v, uint size) {                                                \
        __local T *slice = (__local T *)SG_SCRATCH(sg);                                                      \
        const uint lane = sg_lane(sg), first = lane & ~(size - 1u);                                          \
        sg_barrier_local(sg);                                                                                \
        slice[lane] = v;                                                                                     \
        sg_barrier_local(sg);                                                                                \
        if (lane == first) {                                                                                 \
            for (uint i = 1; i < size; ++i) v = SG_OP_##OP(T, U, v, slice[first + i]);                       \
            slice[first] = v;                                                                                \
        }                                                                                                    \
        sg_barrier_local(sg);                                                                                \
        return slice[first];                                                                                 \
    }                                                                                                        \
    SG_FN T sg_cluster_scan_inclusive_##op(sg_t sg, T v, uint size) {                                        \
        __local T *slice = (__local T *)SG_SCRATCH(sg);                                                      \
        const uint lane = sg_lane(sg), first = lane & ~(size - 1u);                                          \
        sg_barrier_local(sg);                                                                                \
        slice[lane] = v;                                                                                     \
        sg_barrier_local(sg);                                                                                \
        if (lane == first)                                                                                   \
            for (uint i = 1; i < size; ++i) {                                                                \
                v = SG_OP_##OP(T, U, v, slice[first + i]);                                                   \
                slice[first + i] = v;                                                                        \
            }                                                                                                \
        sg_barrier_local(sg);                                                                                \
        return slice[lane];                                                                                  \
    }                                                                                                        \
    SG_FN T sg_cluster_scan_exclusive_##op(sg_t sg, T v, uint size) {                                        \
        __local T *slice = (__local T *)SG_SCRATCH(sg);                                                      \
        const uint lane = sg_lane(sg), first = lane & ~(size - 1u);                                          \
        sg_barrier_local(sg);                                                                                \
        slice[lane] = v;                                                                                     \
        sg_barrier_local(sg);                                                                                \
        if (lane == first) {                                                                                 \
            T before = sg_identity_##op(T);                                                                  \
            for (uint i = 0; i < size; ++i) {                                                                \
                T here = slice[first + i];                                                                   \
                slice[first + i] = before;                                                                   \
                before = SG_OP_##OP(T, U, before, here);                                                     \
            }                                                                                                \
        }                                                                                                    \
        sg_barrier_local(sg);                                                                                \
        return slice[lane];                                                                                  \
    }
