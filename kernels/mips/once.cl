/* mips/once: local and block in one launch.
 * SPDX-License-Identifier: MIT
 *
 * The last work-group to finish its tile of DEPTH levels makes all remaining levels, from the texels in `states`. Its
 * first level must fit into local memory; larger pictures need earlier launches of local or block.
 */
#include "mips/block.h"
#include "mips/local.h"
#include "mips/once.h"

__kernel void mips_once_local(__global const float *image, __global float *levels, __global uint *states, uint width,
                              uint height, uint scale, __local float *larger, __local float *smaller, __local uint *last) {
    __local const float *own = local_tile(image, levels, width, height, scale, larger, smaller);
    const uint2 tile = local_place(width, scale);
    const uint level = level_of(scale) + DEPTH, at = tile.y * halved(width, level) + tile.x;
    once_finish(levels, states, width, height, level, own != 0, at, own ? LOAD(own, 0) : (texel)(0.0f), true, larger, smaller,
                last);
}

/* For sides that are multiples of 2^DEPTH. */
__kernel void mips_once_block(__global const float *image, __global float *levels, __global uint *states, uint width,
                              uint height, uint scale, __local float *larger, __local float *smaller, __local uint *last) {
    const texel own = block_tile(image, levels, width, height, scale, larger, smaller);
    once_finish(levels, states, width, height, level_of(scale) + DEPTH, true, (uint)get_group_id(0), own, true, larger, smaller,
                last);
}
