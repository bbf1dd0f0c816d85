/* probes: the loop without an operation, to be subtracted from the other times.
 * SPDX-License-Identifier: MIT
 *
 * x[n] -> y[n]; in its own file without the operation's name, so that one program serves all operations.
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
