/* chains.h - what the kernels of probes share: chains of steps, each of which needs the one before.
 * SPDX-License-Identifier: MIT
 *
 * Each lane has STREAMS independent chains. A step takes the chain's value through the
 * operation, and the result through probes_next. Every result is an integer that the type holds exactly, so
 * that the host knows it bit by bit: floats stay below 2^24.
 */
#ifndef CHAINS_H_INCLUDED
#define CHAINS_H_INCLUDED

#include "sg/sg.h"

#if TYPE == TYPE_F32 || TYPE == TYPE_F64
#define ON_FLOATS 1
#define PROBES_MOST ((T)1024)
#else
#define ON_FLOATS 0
#endif

/* Ten steps in a turn, so that the loop's own instructions count little; the host makes `rounds` a multiple
   of ten. Only one step where operations go through local memory: there an operation costs more than the
   loop, and compilers take long over many barriers. */
#if SG_USES_LOCAL
#define STEPS_PER_TURN 1
#define PROBES_UNROLL
#else
#define STEPS_PER_TURN 10
#define PROBES_UNROLL _Pragma("unroll")
#endif

static inline size_t probes_place(sg_t sg) {
    return get_group_id(0) * SG_GROUP_SIZE + sg_id(sg) * SG_WIDTH + sg_lane(sg);
}

/* Integers wrap. OpenCL C leaves overflow of signed ones undefined, so they are added as unsigned ones. */
#if TYPE == TYPE_I32
typedef uint probes_unsigned;
#elif TYPE == TYPE_I64
typedef ulong probes_unsigned;
#else
typedef T probes_unsigned;
#endif
static inline T probes_plus(T a, T b) {
    return (T)((probes_unsigned)a + (probes_unsigned)b);
}

/* From an operation's result to the next value. No compiler may be able to merge two of these, or it could
   remove the loop without an operation. They cannot be merged: a rotation of a sum is not the sum of
   rotations, and a clamped difference is not a difference of clamped numbers. */
static inline T probes_next(T result, T own) {
#if ON_FLOATS
    return own - clamp(result, -PROBES_MOST, PROBES_MOST);
#else
    return probes_plus((T)rotate((probes_unsigned)result, (probes_unsigned)5), own);
#endif
}

/* Runs the chains. OPERATE is the operation's result, an expression of `v[s]`, the value, and of `step`, the
   number of the step, which is the same on every lane. Leaves the sum of the chains in `sum`. */
#define PROBES_RUN(own, rounds, sum, OPERATE)                                                                \
    T v[STREAMS];                                                                                            \
    T sum = (T)0;                                                                                            \
    for (uint s = 0; s < STREAMS; ++s) v[s] = probes_plus(own, (T)s);                                        \
    for (uint turn = 0; turn < (rounds); turn += STEPS_PER_TURN) {                                           \
        PROBES_UNROLL                                                                                        \
        for (uint u = 0; u < STEPS_PER_TURN; ++u) {                                                          \
            const uint step = turn + u;                                                                      \
            PROBES_UNROLL                                                                                    \
            for (uint s = 0; s < STREAMS; ++s) v[s] = probes_next(OPERATE, own);                             \
            (void)step;                                                                                      \
        }                                                                                                    \
    }                                                                                                        \
    for (uint s = 0; s < STREAMS; ++s) sum = probes_plus(sum, v[s]);

#endif
