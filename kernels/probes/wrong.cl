/* probes: planted wrong kernels: ways to measure something else than what was asked for. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 */
#include "probes/operate.h"

/* The operation's result is not used: a compiler may leave the operation out, and often does. */
SG_KERNEL void probes_unused(__global const T *restrict x, __global T *restrict y, uint n, uint rounds, uint distinct,
                             uint distance SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = probes_place(sg);
    const T own = i < n ? x[i] : (T)0;
    const uint from = probes_from(sg, distinct), far = distance & (SG_WIDTH - 1u);
    const T unused = probes_operate(sg, own, from, far, 0u);
    PROBES_RUN(own, rounds, sum, v[s])
    if (i < n) y[i] = unused == sum ? sum : (T)(sum + (T)0);
}

/* The operation stands outside of the chain: done once, and its result is used in every step. */
SG_KERNEL void probes_hoisted(__global const T *restrict x, __global T *restrict y, uint n, uint rounds, uint distinct,
                              uint distance SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = probes_place(sg);
    const T own = i < n ? x[i] : (T)0;
    const uint from = probes_from(sg, distinct), far = distance & (SG_WIDTH - 1u);
    const T once = probes_operate(sg, own, from, far, 0u);
    PROBES_RUN(own, rounds, sum, once)
    if (i < n) y[i] = sum;
}

/* All streams are the same chain: compilers see that, and do one. */
SG_KERNEL void probes_same_streams(__global const T *restrict x, __global T *restrict y, uint n, uint rounds,
                                   uint distinct, uint distance SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = probes_place(sg);
    const T own = i < n ? x[i] : (T)0;
    const uint from = probes_from(sg, distinct), far = distance & (SG_WIDTH - 1u);
    T v = own;
    for (uint step = 0; step < rounds; ++step) v = probes_next(probes_operate(sg, v, from, far, step), own);
    if (i < n) y[i] = v * (T)STREAMS;
}

/* The waterfall serves the first lane's wish, and takes that for all: right if all want the same. */
SG_KERNEL void probes_one_turn(__global const T *restrict x, __global T *restrict y, uint n, uint rounds, uint distinct,
                               uint distance SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = probes_place(sg);
    const T own = i < n ? x[i] : (T)0;
    const uint wanted = sg_broadcast(sg, probes_from(sg, distinct), 0u);
    PROBES_RUN(own, rounds, sum, sg_broadcast(sg, v[s], wanted))
    if (i < n) y[i] = sum;
}

/* The lane itself is counted as one below it. */
SG_KERNEL void probes_inclusive(__global const T *restrict x, __global T *restrict y, uint n, uint rounds, uint distinct,
                                uint distance SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = probes_place(sg);
    const T own = i < n ? x[i] : (T)0;
    PROBES_RUN(own, rounds, sum, (T)sg_mask_count_to(sg_ballot(sg, (int)v[s] & 32), sg_lane(sg)))
    if (i < n) y[i] = sum;
}
