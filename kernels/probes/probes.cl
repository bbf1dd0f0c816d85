/* probes: what an operation of the sub-group layer costs. SPDX-License-Identifier: MIT
 *
 *   x[n]  ->  y[n]
 *
 * Each lane takes its element through `rounds` steps in each of STREAMS chains (chains.h): with one chain each operation has
 * to wait for the one before, with several there is something to do meanwhile. The sum of the chains is the result; the host
 * knows it, so no compiler can leave an operation out unseen.
 *
 * Flow is uniform in the work-group.
 */
#include "probes/operate.h"

/* The operation as the layer has it: native where the plan says so, else derived, or emulated. */
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

/* A shuffle as a loop: the first lane that is left tells which lane it wants to read; one broadcast serves all lanes that want
 * the same, and these leave. So there is a turn for each lane that is read. Some compilers make such a loop of a read from
 * another lane whose index may differ between lanes. Theirs asks in each turn whether a lane is left; here the number of turns
 * is known, and so is the same for all sub-groups. */
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
