/* balance: keeps the order, with equal shares of all elements, for CPUs.
 * SPDX-License-Identifier: MIT
 *
 *   balance_shares_count   counts[shares]: the number of elements in each share's segments
 *   balance_shares_place   place[segments], total[1]
 *   balance_shares         out[capacity]
 *
 * A work-group is one work-item with one share: one core's work. In the first two kernels a share is `each` consecutive
 * segments; in the last a range of elements, so that several cores share a long segment.
 */
#include "balance/balance.h"

__kernel void balance_shares_count(__global const uint *restrict length, __global uint *restrict counts, uint segments,
                                   uint each) {
    const size_t begin = get_global_id(0) * (size_t)each, end = min(begin + each, (size_t)segments);
    uint own = 0;
    for (size_t s = begin; s < end; ++s) own += length[s];
    counts[get_global_id(0)] = own;
}

__kernel void balance_shares_place(__global const uint *restrict length, __global uint *restrict place,
                                   __global const uint *restrict counts, __global uint *restrict total, uint segments,
                                   uint each) {
    const size_t share = get_global_id(0), begin = share * each, end = min(begin + each, (size_t)segments);
    uint to = 0;
    for (size_t s = 0; s < share; ++s) to += counts[s];
    for (size_t s = begin; s < end; ++s) {
        place[s] = to;
        to += length[s];
    }
    if (share + 1 == get_global_size(0)) *total = to;
}

/* Bisects for the segment of a share's first element. Elements outside x have their own loop, so that the other can be
 * vectorised. */
__kernel void balance_shares(__global const uint *restrict x, __global const uint *restrict first,
                             __global uint *restrict out, __global const uint *restrict place,
                             __global const uint *restrict total, uint n, uint segments, uint capacity) {
    const size_t used = min(*total, capacity), each = used / get_global_size(0) + 1u;
    const size_t begin = min(get_global_id(0) * each, used), end = min(begin + each, used);
    size_t s = 0, after = segments;
    while (after - s > 1) {
        const size_t middle = s + (after - s) / 2;
        if (place[middle] <= begin) {
            s = middle;
        } else {
            after = middle;
        }
    }
    for (size_t e = begin; e < end; ++s) {
        const size_t behind = min(s + 1 < segments ? (size_t)place[s + 1] : used, end), to = place[s];
        const size_t within = min(behind, to + (first[s] < n ? n - first[s] : 0u)); /* elements before it are in x */
        __global const uint *from = x + first[s];
        for (; e < within; ++e) out[e] = from[e - to] * (2u * (uint)(e - to) + 1u) + (uint)s;
        for (; e < behind; ++e) out[e] = (uint)s;
    }
}
