/* probes: times an operation of the sub-group layer.
 * SPDX-License-Identifier: MIT
 *
 *   x[n]  ->  y[n]
 *
 * Each lane applies `rounds` steps to its element in each of STREAMS chains (chains.h). With one chain each
 * operation waits for the previous one; with several they overlap. The result is the sum of the chains, which the
 * host verifies, so no compiler can remove an operation unnoticed. Work-group-uniform flow.
 */
#include "probes/operate.h"

/* The operation of the layer: native if the plan says so, otherwise derived or emulated. */
SG_KERNEL void probes_layer(__global const T *restrict x, __global T *restrict y, uint n, uint rounds, uint distinct,
                            uint distance SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = probes_place(sg);
    const T own = i < n ? x[i] : (T)0;
    const uint from = probes_from(sg, distinct), far = distance & (SG_WIDTH - 1u);
    PROBES_RUN(own, rounds, sum, probes_operate(sg, v[s], from, far, step))
    SG_SHOW(sg, "from", from);
    SG_SHOW(sg, "own", own);
    SG_SHOW(sg, "sum", sum);
    if (i < n) y[i] = sum;
}

/* A shuffle as a loop: one broadcast serves all lanes that read the same lane as the first remaining one. There is
 * one round per lane read. Compilers generate such a loop for a varying index, but test in each round whether a lane
 * is left; here the number of rounds is known and uniform. */
static inline T probes_read(sg_t sg, T v, uint from, uint distinct) {
    sg_mask left = sg_mask_full();
    T found = v;
    for (uint turn = 0; turn < distinct; ++turn) {
        const uint wanted = sg_broadcast(sg, from, sg_mask_lowest(left));
        const T value = sg_broadcast(sg, v, wanted);
        const int mine = from == wanted;
        if (mine) found = value;
        left = sg_mask_andnot(left, sg_ballot(sg, mine));
    }
    return found;
}

SG_KERNEL void probes_waterfall(__global const T *restrict x, __global T *restrict y, uint n, uint rounds,
                                uint distinct SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = probes_place(sg);
    const T own = i < n ? x[i] : (T)0;
    const uint from = probes_from(sg, distinct);
    T v[STREAMS], sum = (T)0;
    for (uint s = 0; s < STREAMS; ++s) v[s] = probes_plus(own, (T)s);
    for (uint step = 0; step < rounds; ++step)
        for (uint s = 0; s < STREAMS; ++s) v[s] = probes_next(probes_read(sg, v[s], from, distinct), own);
    for (uint s = 0; s < STREAMS; ++s) sum = probes_plus(sum, v[s]);
    SG_SHOW(sg, "from", from);
    SG_SHOW(sg, "own", own);
    SG_SHOW(sg, "sum", sum);
    if (i < n) y[i] = sum;
}
