/* segments: by shares, for CPUs.
 * SPDX-License-Identifier: MIT
 *
 *   segments_shares_total   totals[shares]: of each share
 *   segments_shares         the results (segments.cl)
 *
 * A work-item has a share of `each` consecutive elements and is a work-group: one core's work.
 */
#include "segments/segments.h"

__kernel void segments_shares_total(__global const segments_value *restrict x, __global const void *restrict keys,
                                    __global const uint *restrict offsets, __global uint *restrict totals, uint n,
                                    uint segments, uint each) {
    const segments_way way = segments_way_of(x, keys, offsets, n, segments);
    const size_t begin = min(get_global_id(0) * (size_t)each, (size_t)n), end = min(begin + each, (size_t)n);
    ((__global segments_pair *)totals)[get_global_id(0)] = segments_total(&way, begin, end);
}

__kernel void segments_shares(__global const segments_value *restrict x, __global const void *restrict keys,
                              __global const uint *restrict offsets, __global segments_value *restrict values,
                              __global uint *restrict positions, __global segments_value *restrict y,
                              __global uint *restrict count, __global const uint *restrict totals, uint n,
                              uint segments, uint each) {
    const segments_way way = segments_way_of(x, keys, offsets, n, segments);
    const segments_out out = {values, positions, y, count};
    const size_t begin = min(get_global_id(0) * (size_t)each, (size_t)n), end = min(begin + each, (size_t)n);
    segments_pair before = operator_identity();
    for (size_t s = 0; s < get_global_id(0); ++s)
        before = segments_combine(before, ((__global const segments_pair *)totals)[s]);
    if (begin < end) segments_serial(&way, &out, before, begin, end);
}
