/* chains.h - chains of dependent steps, for the kernels of probes.
 * SPDX-License-Identifier: MIT
 *
 * Each lane has STREAMS independent chains. A step applies the operation to the chain's value and
 * probes_next to the result. Every result is an integer that the type holds exactly, so the host knows it
 * bit by bit: floats stay below 2^24.
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

/* Ten steps per round make the loop overhead small; the host makes `rounds` a multiple of ten. Operations
   through local memory use one step: they cost more than the loop, and compilers are slow with many
   barriers. */
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

/* Integers wrap. Signed overflow is undefined, so signed integers are added as unsigned. */
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

/* From an operation's result to the next value. Compilers cannot merge two of these and remove the empty
   loop: a rotation of a sum is not the sum of rotations, and a clamped difference is not a difference of
   clamped numbers. */
static inline T probes_next(T result, T own) {
#if ON_FLOATS
    return own - clamp(result, -PROBES_MOST, PROBES_MOST);
#else
    return probes_plus((T)rotate((probes_unsigned)result, (probes_unsigned)5), own);
#endif
}

/* Runs the chains. OPERATE is the operation's result, an expression of the value `v[s]` and the uniform step
   number `step`. `sum` gets the sum of the chains. */
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
