/* mips/block: a work-item makes two levels from 4 x 4 texels in registers.
 * SPDX-License-Identifier: MIT
 *
 * A work-group makes DEPTH levels from 2^DEPTH texels per side. Both sides of this level and of all previous ones must
 * be multiples of 2^DEPTH, so there are no extra texels, and all vectors are aligned. 64 bytes per work-item are in
 * flight, with half as many barriers as in local.
 */
#include "mips/block.h"

__kernel void mips_block(__global const float *image, __global float *levels, uint width, uint height, uint scale,
                         __local float *larger, __local float *smaller) {
    block_tile(image, levels, width, height, scale, larger, smaller);
}
