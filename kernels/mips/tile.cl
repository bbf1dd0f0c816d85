/* mips/tile: a sub-group makes a tile of the next level, and smaller ones of later levels, without local memory.
 * SPDX-License-Identifier: MIT
 */
#include "sg/sg.h"
#include "common/lane_tile.h"
#include "mips/mips.h"

/* Lanes are in Morton order: four consecutive lanes make a texel of the level after next, four of those one of the
 * following, up to the level of `end`. After the first level only even sides (or 1) are halved: an odd side's third
 * texel belongs to another sub-group.
 */
SG_KERNEL void mips_tile(__global const float *image, __global float *levels, uint width, uint height, uint scale,
                         uint end SG_PARAMS) {
    SG_BEGIN(sg);
    uint level = level_of(scale), w = halved(width, level), h = halved(height, level);
    const uint tiles_x = (halved(w, 1u) + SQUARE_ACROSS - 1u) / SQUARE_ACROSS, tile = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const uint2 lane = square_place(sg_lane(sg));
    const uint x = tile % tiles_x * SQUARE_ACROSS + lane.x, y = tile / tiles_x * (SG_WIDTH / SQUARE_ACROSS) + lane.y;
    __global float *to = levels + CHANNELS * level_place(width, height, level + 1u);
    texel v = 0.0f;
    if (x < halved(w, 1u) && y < halved(h, 1u)) {
        v = footprint(level_from(image, levels, width, height, level), (size_t)2 * y * w + 2 * x, w, w, h, x, y);
        STORE(v, to, (size_t)y * halved(w, 1u) + x);
    }
    SG_SHOW(sg, "texel", v);
    /* `apart` lanes apart in each direction of the tile. */
    for (uint apart = 1; scale * apart * 2u < end; apart *= 2u) {
        to += CHANNELS * (size_t)halved(w, 1u) * halved(h, 1u);
        w = halved(w, 1u);
        h = halved(h, 1u);
        const texel beside = sg_shuffle_xor(sg, v, apart * apart);
        v = w > 1u ? join(v, beside) : v;
        SG_SHOW(sg, "beside", beside);
        const texel below = sg_shuffle_xor(sg, v, 2u * apart * apart);
        v = h > 1u ? join(v, below) : v;
        SG_SHOW(sg, "below", below);
        SG_SHOW(sg, "texel", v);
        const uint out_x = x / apart / 2u, out_y = y / apart / 2u;
        if ((lane.x | lane.y) % (2u * apart) == 0u && out_x < halved(w, 1u) && out_y < halved(h, 1u))
            STORE(v, to, (size_t)out_y * halved(w, 1u) + out_x);
    }
}
