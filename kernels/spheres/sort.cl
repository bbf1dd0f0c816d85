/* spheres: orders arbitrary points by place, for sorted.cl.
 * SPDX-License-Identifier: MIT
 *
 *   points[point_count, 3], spheres[sphere_count]  ->  sorted[point_count] (x, y, z as bits, number of the point)
 *
 * A grid of SORT_SIDE^3 cells covers the centres of the spheres, numbered along Morton's curve. A counting sort orders
 * the points by cell:
 *
 *   spheres_count   cells[SORT_CELLS], 0 before: number of points per cell; places[point_count]: a point's cell,
 *                   and its number within the cell
 *   spheres_place   finds where each cell begins, and writes each point to its position
 *
 * The order within a cell differs from run to run; colours do not. A point outside the grid belongs to its nearest
 * cell, NaN to the grid's start. A far sphere may make all points share a cell, which costs only speed.
 *
 * Requires: work-groups of SG_GROUP_SIZE. Plain OpenCL C. Costs: reads points twice, writes 24 bytes and reads 8 per
 * point. An atomic per point. Every work-group reads SORT_SAMPLE spheres, or all cells.
 */
#include "sg/sg.h"
#include "spheres/spheres.h"

#define SORT_BITS 4u
#define SORT_SIDE (1u << SORT_BITS)
#define SORT_CELLS (1u << 3u * SORT_BITS)
/* With more spheres, a sample of them determines the grid. */
#define SORT_SAMPLE 1024u

/* The grid's start, and cells per unit; 0 along an axis without extent. `ends` below: per axis the greatest centre, and
 * the greatest negated centre. */
typedef struct {
    float3 begin, scale;
} sort_grid;

static inline void sort_take(float *ends, float v) {
    if (!(fabs(v) <= FLT_MAX)) return;
    ends[0] = fmax(ends[0], v);
    ends[1] = fmax(ends[1], -v);
}

static inline float2 sort_axis(const float *ends) {
    const float low = -ends[1], length = ends[0] - low;
    return (float2)(low, length > FLT_MIN ? (float)SORT_SIDE / length : 0.0f);
}

/* Every work-group computes the same grid. */
static inline sort_grid sort_find_grid(__global const float4 *spheres, uint sphere_count, __local float *group_ends) {
    const uint item = (uint)get_local_id(0), size = (uint)get_local_size(0);
    const uint apart = (sphere_count - 1u) / SORT_SAMPLE + 1u;
    float ends[6] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY};
    for (uint s = item * apart; s < sphere_count; s += size * apart) {
        const float4 sphere = spheres[s];
        if (!(sphere.w > SPHERES_LEAST_RADIUS)) continue;
        sort_take(ends, sphere.x);
        sort_take(ends + 2, sphere.y);
        sort_take(ends + 4, sphere.z);
    }
    for (uint k = 0; k < 6u; ++k) group_ends[k * size + item] = ends[k];
    for (uint all = size; all > 1u;) {
        const uint kept = (all + 1u) / 2u, other = item + kept;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < 6u && other < all; ++k) ends[k] = fmax(ends[k], group_ends[k * size + other]);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < 6u; ++k) group_ends[k * size + item] = ends[k];
        all = kept;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < 6u; ++k) ends[k] = group_ends[k * size];
    const float2 x = sort_axis(ends), y = sort_axis(ends + 2), z = sort_axis(ends + 4);
    const sort_grid grid = {(float3)(x.x, y.x, z.x), (float3)(x.y, y.y, z.y)};
    return grid;
}

/* The cell number along an axis, its bits three apart. fmax of NaN and 0 is 0. */
static inline uint sort_along(float v) {
    const uint at = (uint)fmin(fmax(v, 0.0f), (float)(SORT_SIDE - 1u));
    return (at & 1u) | (at & 2u) << 2 | (at & 4u) << 4 | (at & 8u) << 6;
}
static inline uint sort_cell(float3 p, sort_grid grid) {
    const float3 at = (p - grid.begin) * grid.scale;
    return sort_along(at.x) | sort_along(at.y) << 1 | sort_along(at.z) << 2;
}

__kernel void spheres_count(__global const float *restrict points, __global const float4 *restrict spheres,
                            __global uint *restrict cells, __global uint2 *restrict places, uint point_count,
                            uint sphere_count, uint columns, float step) {
    __local float ends[6 * SG_GROUP_SIZE];
    const sort_grid grid = sort_find_grid(spheres, sphere_count, ends);
    for (size_t i = get_global_id(0); i < point_count; i += get_global_size(0)) {
        const uint cell = sort_cell(spheres_point(points, (uint)i, columns, step), grid);
        places[i] = (uint2)(cell, atomic_inc(&cells[cell]));
    }
}

/* A cell's place in local memory: work-items with 16 consecutive cells use different banks. */
#define SORT_AT(c) ((c) + ((c) >> 4))

/* Every work-group computes where all cells begin, which costs less than a launch. */
static inline void sort_find_begins(__global const uint *cells, __local uint *begins, __local uint *sums) {
    const uint item = (uint)get_local_id(0), size = (uint)get_local_size(0);
    const uint each = (SORT_CELLS + size - 1u) / size;
    const uint first = min(item * each, SORT_CELLS), end = min(first + each, SORT_CELLS);
    for (uint c = item; c < SORT_CELLS; c += size) begins[SORT_AT(c)] = cells[c];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint own = 0;
    for (uint c = first; c < end; ++c) own += begins[SORT_AT(c)];
    sums[item] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < size; distance *= 2) {
        const uint below = item >= distance ? sums[item - distance] : 0u;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[item] += below;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    uint begin = sums[item] - own;
    for (uint c = first; c < end; ++c) {
        const uint count = begins[SORT_AT(c)];
        begins[SORT_AT(c)] = begin;
        begin += count;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

__kernel void spheres_place(__global const float *restrict points, __global const uint *restrict cells,
                            __global const uint2 *restrict places, __global uint4 *restrict sorted, uint point_count,
                            uint columns, float step) {
    __local uint begins[SORT_AT(SORT_CELLS)];
    __local uint sums[SG_GROUP_SIZE];
    sort_find_begins(cells, begins, sums);
    for (size_t i = get_global_id(0); i < point_count; i += get_global_size(0)) {
        const float3 p = spheres_point(points, (uint)i, columns, step);
        const uint2 place = places[i];
        sorted[begins[SORT_AT(place.x)] + place.y] = (uint4)(as_uint(p.x), as_uint(p.y), as_uint(p.z), (uint)i);
    }
}
