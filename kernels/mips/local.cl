/* mips/local: a work-group makes a tile of the next DEPTH levels in local memory.
 * SPDX-License-Identifier: MIT
 *
 * A work-group makes one texel of the last level, and the texels of earlier levels that it needs: 2, 4, 8... per side.
 * Odd sides need up to 2^n - 1 more, which two work-groups compute; each writes only its own. Common work is short: one
 * loop over levels, and divisions by powers of two except for the tile's position.
 */
#include "mips/local.h"

__kernel void mips_local(__global const float *image, __global float *levels, uint width, uint height, uint scale,
                         __local float *larger, __local float *smaller) {
    local_tile(image, levels, width, height, scale, larger, smaller);
}
