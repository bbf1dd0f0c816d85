/* spheres: an optional first pass computes the reciprocals.
 * SPDX-License-Identifier: MIT
 *
 *   spheres[sphere_count] (centre, radius)  ->  weighed[sphere_count] (centre, weight)
 *
 * One work-item per sphere, any work-group size. Plain OpenCL C.
 */
#include "spheres/weigh.h"

__kernel void spheres_prepare(__global const float4 *restrict spheres, __global float4 *restrict weighed,
                              uint sphere_count) {
    const uint s = (uint)get_global_id(0);
    if (s < sphere_count) weighed[s] = spheres_weigh(spheres[s]);
}
