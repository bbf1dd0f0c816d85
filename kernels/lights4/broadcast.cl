/* lights4: each lane prepares a light and broadcasts it.
 * SPDX-License-Identifier: MIT
 *
 * Arrays as in lights4.cl. Costs two broadcasts (seven floats) per light more than lights4_rest, but needs no earlier
 * pass, and prepares each light once for SG_WIDTH points. One light per lane: vectors of four would need four times the
 * registers. Because of defect D20, every strategy of this file requests the device's own broadcast (lights4.c).
 */
#include "sg/sg.h"
#include "lights4/lights4.h"

/* Lanes past the last point have lights to broadcast. */
SG_KERNEL void lights4_broadcast(__global const float *restrict points, __global const float4 *restrict lights,
                                 __global const float *restrict colors, __global float *restrict result,
                                 uint point_count, uint light_count SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    const float3 p = vload3(min(i, point_count - 1u), points);
    float3 sum = (float3)(0.0f);
    for (uint first = 0; first < light_count; first += SG_WIDTH) {
        const uint j = first + sg_lane(sg);
        const float4 light = lights4_light(lights, j, light_count);
        const float square = light.w * light.w;
        const float4 own = (float4)(light.xyz, square);
        const float3 own_fall = lights4_color(colors, light, j, light_count) / -fmax(square, FLT_MIN);
        const uint turns = min(light_count - first, (uint)SG_WIDTH);
        for (uint l = 0; l < turns; ++l) {
            const float4 place = sg_broadcast(sg, own, l);
            const float3 fall = sg_broadcast(sg, own_fall, l);
            SG_SHOW(sg, "light", place);
            const float dx = p.x - place.x, dy = p.y - place.y, dz = p.z - place.z;
            float rest = dx * dx - place.w + dy * dy + dz * dz;
#if ATTENUATION == ATTENUATION_CLAMPED
            rest = fmin(rest, 0.0f);
#endif
            sum += fall * rest;
        }
    }
    SG_SHOW(sg, "sum", sum);
    if (i < point_count) vstore3(sum, i, result);
}
