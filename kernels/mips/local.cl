/* mips/local: a work-group makes a tile of the next DEPTH levels; they lie in local memory. SPDX-License-Identifier: MIT
 *
 * A work-group makes one texel of the last level, and of the levels before it those that this one is made of: 2, 4, 8... a
 * side. Odd sides need surplus texels, up to 3, 7, 15..., 2^n - 1 a side in all. These are made twice, by the work-group that
 * they belong to as well, and each work-group writes only its own.
 *
 * Work-items without a texel take as long as those with one, so what all of them compute is kept short: no loop over levels
 * but the one, and divisions by powers of two but for the tile's place.
 */
#include "mips/local.h"

__kernel void mips_local(__global const float *image, __global float *levels, uint width, uint height, uint scale,
                         __local float *larger, __local float *smaller) {
    local_tile(image, levels, width, height, scale, larger, smaller);
}
