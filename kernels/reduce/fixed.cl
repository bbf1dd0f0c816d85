/* reduce: identical bits on every device and at every width, by a fixed order of operations.
 * SPDX-License-Identifier: MIT
 *
 *   x[n]  ->  result[blocks], a total per block of 4096 elements; further launches until one is left
 *
 * A block has 128 slots. Slot s combines the block's elements s, s + 128, s + 256, ..., in order, then slots s and s +
 * d, for d = 64, 32, ..., 1. A sub-group computes a block: lane l has slots l, l + W, l + 2 W, ..., so the first steps
 * stay within a lane and the last log2 W are shuffles. A slot without elements has the identity. With n = 0 there is
 * one block of identities.
 */
#include "common/counted.h"
#include "common/operators.h"

#define SLOTS 128
#define BLOCK 4096
#define SLOTS_PER_LANE (SLOTS / SG_WIDTH)

SG_KERNEL void reduce_fixed(__global const T *restrict x, __global sum_t *restrict result, ulong n COUNTED_PARAMS SG_PARAMS) {
    const ulong all = max(n, (ulong)1); /* blocks past the count are written too, with identities */
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    const ulong block = get_group_id(0) * (ulong)sg_count(sg) + sg_id(sg), first = block * BLOCK;
    sum_t slot[SLOTS_PER_LANE];
    for (uint k = 0; k < SLOTS_PER_LANE; ++k) {
        const ulong start = first + k * SG_WIDTH + sg_lane(sg), end = min(first + BLOCK, n);
        slot[k] = operator_identity();
        for (ulong i = start; i < end; i += SLOTS) slot[k] = operator_combine(slot[k], (sum_t)x[i]);
    }
    for (uint d = SLOTS_PER_LANE / 2; d > 0; d /= 2)
        for (uint k = 0; k < d; ++k) slot[k] = operator_combine(slot[k], slot[k + d]);
    sum_t total = slot[0];
    for (uint d = SG_WIDTH / 2; d > 0; d /= 2) {
        SG_SHOW(sg, "total", total);
        total = operator_combine(total, sg_shuffle_down(sg, total, d));
    }
    SG_SHOW(sg, "total", total);
    if (sg_lane(sg) == 0 && first < all) result[block] = total;
}
