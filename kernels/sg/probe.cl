/* probe: applies one operation to many sub-groups, for the host to compare with its reference.
 * SPDX-License-Identifier: MIT
 *
 * host/src/caps/probe.c compiles it for an operation and type with these macros:
 *   PROBE_OP      the function, sg_reduce_add
 *   PROBE_T       the type of its value, of PROBE_COMPONENTS components
 *   PROBE_FORM    how it is called (xl__op_form)
 *   PROBE_RESULT  0 a PROBE_T, 1 a uint, 2 an sg_mask (written as four words)
 *   PROBE_FUSED   1: without the kernel; one kernel calls probe_one of many operations
 *
 * values, args, out [count]: element (sub-group, lane) is at sub-group * SG_WIDTH + lane, numbered over the whole
 * launch. Lanes use sg_id and sg_lane as their position, so wrong ids leave gaps in `out`. If the true width is not
 * SG_WIDTH, lanes beyond `count` write nothing.
 */
#include "sg/sg.h"

#if PROBE_RESULT == 0
typedef PROBE_T probe_result;
#elif PROBE_RESULT == 1
typedef uint probe_result;
#else
typedef uint4 probe_result;
#endif

#if PROBE_RESULT == 2
#define PROBE_STORE(x) sg_mask_words(x)
#else
#define PROBE_STORE(x) ((probe_result)(x))
#endif

#ifndef PROBE_FUSED
#define PROBE_FUSED 0
#endif

/* `slots` has SG_GROUP_SIZE elements. */
SG_FN void probe_one(sg_t sg, __global const PROBE_T *values, __global const uint *args, __global probe_result *out,
                     uint count, __local uint *slots) {
    const uint lane = sg_lane(sg);
    const uint at = ((uint)get_group_id(0) * sg_count(sg) + sg_id(sg)) * SG_WIDTH + lane;
    const PROBE_T v = values[min(at, count - 1u)];
    const uint a = args[min(at, count - 1u)];
#if PROBE_FORM == 0
    const probe_result r = PROBE_STORE(PROBE_OP(sg));
#elif PROBE_FORM == 1
    const probe_result r = PROBE_STORE(PROBE_OP(sg, v));
#elif PROBE_FORM == 2
    const probe_result r = PROBE_STORE(PROBE_OP(sg, v, a));
#elif PROBE_FORM == 3
    const probe_result r = PROBE_STORE(PROBE_OP(sg, (int)a));
#elif PROBE_FORM == 4
    const probe_result r = PROBE_STORE(PROBE_OP(sg, v, (int)a));
#elif PROBE_FORM == 5
    const probe_result r = PROBE_STORE(PROBE_OP(sg_ballot(sg, (int)a)));
#elif PROBE_FORM == 6
    const probe_result r = PROBE_STORE(PROBE_OP(sg_ballot(sg, (int)a), v));
#elif PROBE_FORM == 7
    const sg_mask m = sg_ballot(sg, (int)a), n = sg_ballot(sg, (int)v);
    const probe_result r = PROBE_STORE(PROBE_OP(m, n));
#elif PROBE_FORM == 10
    const probe_result r = PROBE_STORE(PROBE_OP(v));
#elif PROBE_FORM == 11
    /* The host gives UINT_MAX to a lane without a group. */
    const sg_mask same = sg_match_any(sg, a);
    const probe_result r = PROBE_STORE(PROBE_OP(sg, v, a == UINT_MAX ? sg_mask_empty() : same));
#elif PROBE_FORM == 12
    PROBE_T total;
    const PROBE_T upto = PROBE_OP(sg, v, &total);
    const probe_result r = a != 0 ? total : upto;
#else
    /* A barrier is correct if a lane sees its neighbour's earlier store. */
    const uint next = at - lane + ((lane + 1u) & (SG_WIDTH - 1u));
#if PROBE_FORM == 8
    const uint base = (uint)get_group_id(0) * SG_GROUP_SIZE;
    slots[(at - base) % SG_GROUP_SIZE] = v;
    PROBE_OP(sg);
    const probe_result r = slots[(next - base) % SG_GROUP_SIZE];
#else
    probe_result r = PROBE_STORE(v);
    if (at < count) out[at] = v;
    PROBE_OP(sg);
    if (at < count) r = out[min(next, count - 1u)]; /* other work-groups would race with its owner */
    PROBE_OP(sg);
#endif
#endif
    if (at < count) {
#if PROBE_RESULT == 2
        /* Word by word: a checker of uninitialised values reports whole vectors that have constant parts. */
        __global uint *words = (__global uint *)(out + at);
        words[0] = r.x;
        words[1] = r.y;
        words[2] = r.z;
        words[3] = r.w;
#elif PROBE_COMPONENTS == 3 && PROBE_RESULT == 0
        vstore3(r, 0, (__global float *)(out + at)); /* skips the fourth component, which has no value */
#else
        out[at] = r;
#endif
    }
}

#if !PROBE_FUSED
SG_KERNEL void probe_op(__global const PROBE_T *values, __global const uint *args, __global probe_result *out,
                        uint count SG_PARAMS) {
    SG_BEGIN(sg);
    __local uint slots[SG_GROUP_SIZE];
    probe_one(sg, values, args, out, count, slots);
}
#endif
