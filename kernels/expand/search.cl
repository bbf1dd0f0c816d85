/* expand: outputs shared evenly by a work-group, however long the runs are. SPDX-License-Identifier: MIT
 *
 * Takes the place of expand_stable, with the same arrays and an element per work-item. In local memory `ends` gets where each
 * element's run ends, counted from the tile's first place. Then the work-items take the places of the output in turn,
 * neighbours neighbouring ones, and find by bisection in whose run each place lies. That costs log2 of the work-group's size
 * steps in local memory for a store, and no lane waits for a long run.
 */
#include "expand/search.h"

SG_KERNEL void expand_search(__global const T *restrict x, __global const uint *restrict repeat, __global T *restrict out,
                             __global const uint *restrict offsets, uint n, uint capacity, __local uint *totals,
                             __local uint *ends, __local T *values SG_PARAMS) {
    SG_BEGIN(sg);
    const uint made = search_ends(sg, x, repeat, n, totals, ends, values);
    search_write(sg, out, offsets[get_group_id(0)], made, capacity, ends, values);
}
