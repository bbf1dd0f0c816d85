/* mips/once: work-groups pass texels to the last one.
 * SPDX-License-Identifier: MIT
 *
 *   states[1 + texels * CHANNELS]: number of finished work-groups, then the texels of a level; 0 before and
 * after a run
 *
 * A work-group publishes its texel, then counts itself, so when the last one takes all texels it waits for no
 * work-group to run. The order of visibility does not matter: a word that reads as 0 is read again.
 */
#ifndef MIPS_ONCE_H
#define MIPS_ONCE_H

#include "mips/local.h"

#define TAKEN_AT_ONCE 4u /* words that a work-item waits for */

/* A float as a nonzero word: inverted bits. The NaN that would be 0 becomes another. */
static inline uint word_of(float v) {
    const uint bits = as_uint(v);
    return ~(bits == 0xffffffffu ? 0x7fffffffu : bits);
}

static inline void put_texel(volatile __global uint *words, texel v) {
    float component[CHANNELS];
    STORE(v, component, 0);
#pragma unroll
    for (uint c = 0; c < CHANNELS; ++c) atomic_xchg(words + c, word_of(component[c]));
}

/* `count` words together; each is reset to 0. */
static inline void take_words(volatile __global uint *words, uint count, __local float *to) {
    const uint items = (uint)get_local_size(0);
    for (uint i = (uint)get_local_id(0); i < count; i += TAKEN_AT_ONCE * items) {
        uint word[TAKEN_AT_ONCE];
#pragma unroll
        for (uint k = 0; k < TAKEN_AT_ONCE; ++k)
            word[k] = i + k * items < count ? atomic_xchg(words + i + k * items, 0u) : 1u;
#pragma unroll
        for (uint k = 0; k < TAKEN_AT_ONCE; ++k) {
            while (word[k] == 0u) word[k] = atomic_xchg(words + i + k * items, 0u);
            if (i + k * items < count) to[i + k * items] = as_float(~word[k]);
        }
    }
}

/* Work-item 0 passes texel `at` of `level`, if it has one (`has`). `counts`: false only in a planted bug.
 * `larger` holds that level, `smaller` the next; `last` is a word. Inlined because of defect D16.
 */
__attribute__((always_inline)) static inline void once_finish(__global float *levels, __global uint *states,
                                                              uint width, uint height, uint level, bool has,
                                                              uint at, texel v, bool counts,
                                                              __local float *larger, __local float *smaller,
                                                              __local uint *last) {
    volatile __global uint *counted = states, *words = states + 1;
    uint w = halved(width, level), h = halved(height, level);
    if (get_local_id(0) == 0) {
        if (has) put_texel(words + CHANNELS * at, v);
        last[0] = counts && atomic_inc(counted) == (uint)get_num_groups(0) - 1u;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint there = last[0];
    take_words(words, there ? CHANNELS * w * h : 0u, larger);
    if (get_local_id(0) == 0 && there) atomic_xchg(counted, 0u);
    barrier(CLK_LOCAL_MEM_FENCE);
    __local float *from = larger, *here = smaller;
    __global float *to = levels + CHANNELS * level_place(width, height, level + 1u);
    while (there && (w > 1u || h > 1u)) {
        const uint across = halved(w, 1u), down = halved(h, 1u);
        for (uint i = (uint)get_local_id(0); i < across * down; i += (uint)get_local_size(0)) {
            const uint x = i % across, y = i / across;
            const texel made = local_footprint(from, 2u * y * w + 2u * x, w, w, h, x, y);
            STORE(made, to, i);
            STORE(made, here, i);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        to += CHANNELS * (size_t)across * down;
        w = across;
        h = down;
        __local float *other = from;
        from = here;
        here = other;
    }
}

#endif
