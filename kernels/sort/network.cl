/* sort: any number of keys by a network, without a second buffer.
 * SPDX-License-Identifier: MIT
 *
 *   keys[n]  ->  sorted_keys[n]
 *
 *   sort_network_tile   sorts tiles of SG_GROUP_SIZE keys, or does the last steps of a merge in a tile
 *   sort_network_step   one step of a merge of tiles, in place
 *
 * Batcher's network of 1968 for any n: a merge's first step compares each key of one half with its mirror image in the
 * other, so in every pair the smaller key comes first. Keys past the end count as largest; their pairs stay unchanged.
 * Needs a power of two of work-items. A network is not stable, so all bits are sorted, and there are no values.
 */
#include "sort/sort.h"

/* The key that belongs on the side `lower` of a pair. */
static inline sort_word network_pick(sort_word key, sort_word other, int lower) {
    const int swap = lower ? sort_order(other) < sort_order(key) : sort_order(key) < sort_order(other);
    return swap ? other : key;
}

/* The next step's mask; a merge of `size` keys begins with mirror images. */
static inline uint network_next(uint mask, uint size) {
    return mask == size - 1 ? size / 4 : mask / 2;
}

/* `sorts`: sorts a tile of `keys`; otherwise does the steps of a merge within a tile of `sorted`. */
SG_KERNEL void sort_network_tile(__global const T *keys, __global T *sorted, __global void *sorted_values, uint n, uint sorts,
                                 __local ulong *words COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    const uint at = sg_id(sg) * SG_WIDTH + sg_lane(sg);
    const size_t first = get_group_id(0) * (size_t)SG_GROUP_SIZE, i = first + at;
    __global const sort_cell *const from = (__global const sort_cell *)(sorts ? keys : sorted);
    const uint last = sorts ? SG_GROUP_SIZE : 2 * SG_GROUP_SIZE;
    sort_word key = i < n ? from[i] : 0;
    for (uint size = sorts ? 2 : last; size <= last; size *= 2) {
        uint mask = sorts ? size - 1 : SG_GROUP_SIZE / 2;
        for (; mask >= SG_WIDTH; mask = network_next(mask, size)) {
            words[at] = key;
            sg_group_barrier_local(sg);
            const sort_word other = (sort_word)words[at ^ mask];
            sg_group_barrier_local(sg);
            key = first + (at ^ mask) < n ? network_pick(key, other, at < (at ^ mask)) : key;
        }
        for (; mask > 0; mask = network_next(mask, size)) {
            const sort_word other = sg_shuffle_xor(sg, key, mask);
            key = first + (at ^ mask) < n ? network_pick(key, other, at < (at ^ mask)) : key;
            SG_SHOW(sg, "key", key);
        }
    }
    if (i < n) ((__global sort_cell *)sorted)[i] = (sort_cell)key;
}

/* Step `turn` of all merges: the first (2 tiles) has one step here, the next (4 tiles) two, and so on. */
__kernel void sort_network_step(__global T *sorted, uint n, uint turn, uint tile COUNTED_PARAMS) {
    COUNTED_CUT(n);
    uint merge = 1, step = turn;
    for (; step >= merge; ++merge) step -= merge;
    const ulong size = (ulong)tile << merge, pair = get_global_id(0), distance = size >> (step + 1);
    const ulong begin = pair / distance * distance * 2, behind = pair % distance;
    const ulong i = begin + behind, j = step == 0 ? begin + size - 1 - behind : i + distance;
    __global sort_cell *const keys = (__global sort_cell *)sorted;
    if (j >= n) return;
    const sort_word low = keys[i], high = keys[j];
    if (sort_order(high) < sort_order(low)) {
        keys[i] = (sort_cell)high;
        keys[j] = (sort_cell)low;
    }
}
