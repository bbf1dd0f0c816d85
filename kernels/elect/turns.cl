/* elect: batch, with one atomic for TURNS turns of a sub-group. SPDX-License-Identifier: MIT
 *
 * Arrays are those of elect.cl. A sub-group has W rows, and each lane computes the function of one. Each lane has TURNS elements
 * at once, and the first lane takes places for all of them: one atomic for TURNS W elements, where batch waits for an atomic
 * after every W.
 */
#include "elect/elect.h"

#define TURNS 16u
#if SG_USES_LOCAL /* lanes meet by barriers: unrolled, they become much code */
#define EACH_TURN _Pragma("unroll 1")
#else
#define EACH_TURN _Pragma("unroll")
#endif

SG_KERNEL void elect_turns(__global const uint *restrict key, __global const uint *restrict x, __global uint *restrict out,
                           __global uint *restrict count, __global uint *measures, uint rows, uint n,
                           uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const uint row = ((uint)get_group_id(0) * sg_count(sg) + sg_id(sg)) * SG_WIDTH;
    const uint functions = elect_function(key, row + sg_lane(sg), rows, rounds);
    const size_t end = (size_t)rows * n, start = (size_t)row * n, own = min((size_t)SG_WIDTH * n, end - min(start, end));
    if (row + sg_lane(sg) < rows) note_function(measures);
    SG_SHOW(sg, "functions", functions);
    for (uint turn = 0; turn < n; turn += TURNS) {
        const size_t first = (size_t)turn * SG_WIDTH + sg_lane(sg);
        uint v[TURNS], place[TURNS], all = 0;
#pragma unroll
        for (uint k = 0; k < TURNS; ++k) v[k] = first + k * SG_WIDTH < own ? x[start + first + k * SG_WIDTH] : 0u;
        EACH_TURN
        for (uint k = 0; k < TURNS; ++k) {
            const sg_mask active = sg_ballot(sg, v[k] != 0);
            place[k] = all + sg_mask_count_below(active, sg_lane(sg));
            all += sg_mask_count(active);
        }
        uint base = 0;
        if (sg_lane(sg) == 0 && all > 0) {
            base = atomic_add(count, all);
            note_atomic(measures);
        }
        base = sg_broadcast(sg, base, 0u);
        SG_SHOW(sg, "base", base);
        EACH_TURN
        for (uint k = 0; k < TURNS; ++k) {
            const uint f = sg_shuffle(sg, functions, (uint)(first + k * SG_WIDTH) / n); /* an element's number: below 2^32 */
            if (v[k] != 0) out[base + place[k]] = v[k] ^ f;
        }
    }
}
