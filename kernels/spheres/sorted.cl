/* spheres: cull.h for arbitrary points in the order of sort.cl.
 * SPDX-License-Identifier: MIT
 *
 *   sorted[point_count] (x, y, z as bits, number of the point), spheres, colors  ->  result
 *
 * Arrays as in spheres.cl; each colour is written to its point's original position.
 */
#include "sg/sg.h"
#include "spheres/cull.h"

SG_KERNEL void spheres_sorted(__global const uint4 *restrict sorted, __global const float4 *restrict spheres,
                              __global const float *restrict colors, __global float *restrict result,
                              uint point_count, uint sphere_count SG_PARAMS) {
    SG_BEGIN(sg);
    CULL_MEMORY(memory);
    const uint number = lerp_sub_group(sg) * SG_WIDTH + sg_lane(sg);
    const int has_point = number < point_count;
    const uint4 point = sorted[min(number, point_count - 1u)];
    const lerp_color color = cull_color(sg, spheres, colors, sphere_count, as_float3(point.xyz), has_point, memory);
    if (has_point) lerp_store(color, result, point.w);
}
