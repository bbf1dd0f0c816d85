/* lights4, lights prepared by the lanes and handed round. SPDX-License-Identifier: MIT
 *
 * Arrays are those of lights4.cl. Costs as lights4_rest, and seven broadcasts of four floats for four lights; but no pass
 * before, and a light is read and prepared once for SG_WIDTH points. One compiler dies of broadcasts of four floats at 4
 * lanes if they are made of shuffles: so every strategy compiled with them asks for the device's own (lights4.c).
 */
#include "sg/sg.h"
#include "lights4/lights4.h"

/* No pass before: each lane prepares four lights, and all lanes take them in turn, by broadcast. Lanes past the last point
 * go along: they have lights to hand round. */
SG_KERNEL void lights4_broadcast(__global const float *restrict points, __global const float4 *restrict lights,
                                 __global const float *restrict colors, __global float *restrict result,
                                 uint point_count, uint light_count SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    const float3 p = vload3(min(i, point_count - 1u), points);
    lights4_sum sum = lights4_dark();
    for (uint first = 0; first < light_count; first += 4u * SG_WIDTH) {
        const lights4_four own = lights4_gather(lights, colors, first / 4u + sg_lane(sg), light_count);
        const uint fours = min((light_count - first + 3u) / 4u, (uint)SG_WIDTH);
        for (uint l = 0; l < fours; ++l) {
            lights4_four four = own;
            four.x = sg_broadcast(sg, own.x, l);
            four.y = sg_broadcast(sg, own.y, l);
            four.z = sg_broadcast(sg, own.z, l);
            four.square = sg_broadcast(sg, own.square, l);
            four.fall_red = sg_broadcast(sg, own.fall_red, l);
            four.fall_green = sg_broadcast(sg, own.fall_green, l);
            four.fall_blue = sg_broadcast(sg, own.fall_blue, l);
            SG_SHOW(sg, "r^2", four.square);
            lights4_add_rest(four, p, &sum);
        }
    }
    const float3 total = lights4_total(sum);
    SG_SHOW(sg, "total", total);
    if (i < point_count) vstore3(total, i, result);
}
