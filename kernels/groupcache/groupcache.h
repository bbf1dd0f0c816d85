/* groupcache: the cache in local memory, and the distance of a point to an entry.
 * SPDX-License-Identifier: MIT
 */
#ifndef GROUPCACHE_H_INCLUDED
#define GROUPCACHE_H_INCLUDED

#include "sg/sg.h"

#ifndef CHUNK
#define CHUNK 512 /* entries in the cache */
#endif
#ifndef INPUTS
#define INPUTS 1 /* points of a sub-group, a lane or a work-item */
#endif

/* INPUTS points, `apart` from each other, from `first` on; a missing point is the origin. `best` starts at
   infinity. */
static inline void read_points(__global const float *restrict queries, size_t first, size_t apart, uint n,
                               float3 *q, float *best) {
#pragma unroll
    for (uint k = 0; k < INPUTS; ++k) {
        const size_t i = first + k * apart;
        q[k] = i < n ? vload3(i, queries) : (float3)(0.0f);
        best[k] = INFINITY;
    }
}

static inline void write_nearest(__global float *restrict nearest, size_t first, size_t apart, uint n,
                                 const float *best) {
#pragma unroll
    for (uint k = 0; k < INPUTS; ++k)
        if (first + k * apart < n) nearest[first + k * apart] = best[k];
}

/* A NaN distance is ignored. */
static inline float nearer(float best, float3 q, float3 s) {
    const float3 d = q - s;
    const float squared = d.x * d.x + d.y * d.y + d.z * d.z;
    return squared < best ? squared : best;
}

/* Copies `count` entries from `start` on; neighbouring work-items copy neighbouring floats. The caller needs
   a barrier before it and one after it. */
static inline void fill_cache(__local float *cache, __global const float *restrict table, uint start,
                              uint count, uint item, uint items) {
    for (uint j = item; j < 3 * count; j += items) cache[j] = table[3 * (size_t)start + j];
}

#endif
