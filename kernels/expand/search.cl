/* expand: a work-group shares its outputs evenly, however long the runs are.
 * SPDX-License-Identifier: MIT
 *
 * Replaces expand_stable, with the same arrays. Work-items write consecutive outputs and bisect for the run of each:
 * log2 SG_GROUP_SIZE steps in local memory per store, and no lane waits for a long run.
 */
#include "expand/search.h"

SG_KERNEL void expand_search(__global const T *restrict x, __global const uint *restrict repeat, __global T *restrict out,
                             __global const uint *restrict offsets, uint n, uint capacity, __local uint *totals,
                             __local uint *ends, __local T *values SG_PARAMS) {
    SG_BEGIN(sg);
    const uint made = search_ends(sg, x, repeat, n, totals, ends, values);
    search_write(sg, out, offsets[get_group_id(0)], made, capacity, ends, values);
}
