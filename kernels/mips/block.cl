/* mips/block: a work-item makes two levels at once, of 4 x 4 texels in its registers. SPDX-License-Identifier: MIT
 *
 * A work-group makes DEPTH levels out of 2^DEPTH texels a side. Both sides of the level have to be multiples of that, and those
 * of all before it: so there are no odd sides, no surplus texels, no tests for either, and all vectors are aligned. Four texels
 * cost a load of 16 bytes, where local takes four loads; 64 bytes a work-item are under way; and there are half as many barriers.
 * Work-items without a texel take as long as those with one, so what is the same for all is a constant where it can be.
 */
#include "mips/block.h"

__kernel void mips_block(__global const float *image, __global float *levels, uint width, uint height, uint scale,
                         __local float *larger, __local float *smaller) {
    block_tile(image, levels, width, height, scale, larger, smaller);
}
