/* mips/local: a work-group makes a tile of the next DEPTH levels; they lie in local memory. SPDX-License-Identifier: MIT
 *
 * A work-group has one texel of the last level, and of those before what that one is made of: 2, 4, 8... a side. With odd
 * sides that is more, up to 2^n - 1, and neighbouring work-groups make the surplus texels twice. Each writes its own.
 *
 * Work-items without a texel take as long as those with one, so what all of them compute is kept short: no loop over levels
 * but the one, and divisions by powers of two but for the tile's place.
 */
#include "mips/local.h"

__kernel void mips_local(__global const float *image, __global float *levels, uint width, uint height, uint scale,
                         __local float *larger, __local float *smaller) {
    local_tile(image, levels, width, height, scale, larger, smaller);
}
