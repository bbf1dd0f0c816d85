/* probes: the same loop without an operation, to be taken off the times of the others. SPDX-License-Identifier: MIT
 *
 * x[n] -> y[n]; in a file of its own, which does not name the operation, so that one program serves them all.
 */
#include "probes/chains.h"

SG_KERNEL void probes_empty(__global const T *restrict x, __global T *restrict y, uint n, uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = probes_place(sg);
    const T own = i < n ? x[i] : (T)0;
    PROBES_RUN(own, rounds, sum, v[s])
    SG_SHOW(sg, "own", own);
    SG_SHOW(sg, "sum", sum);
    if (i < n) y[i] = sum;
}
