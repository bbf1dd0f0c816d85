/* The lanes of a sub-group as pixels of a small tile. Four consecutive lanes are a square, the first two
 * above the others.
 * SPDX-License-Identifier: MIT
 *
 * Rectangular: 8 pixels wide (2 and 4 with 4 and 8 lanes); rows of quads.
 *
 * Square: Morton order. The lane's even bits are x, its odd bits y, so each aligned block of 4^k
 * lanes is a square too.
 */
#ifndef LANE_TILE_H
#define LANE_TILE_H

/* Width in pixels; the height is SG_WIDTH divided by it. */
#define RECTANGULAR_ACROSS (SG_WIDTH >= 16 ? 8u : SG_WIDTH / 2u)
#define SQUARE_ACROSS (SG_WIDTH >= 128 ? 16u : SG_WIDTH >= 32 ? 8u : SG_WIDTH >= 8 ? 4u : 2u)

static inline uint2 rectangular_place(uint lane) {
    return (uint2)((lane & 1u) | ((lane >> 1) & 6u), ((lane >> 1) & 1u) | ((lane & 112u) >> 3));
}

/* `both` has the lane's even bits in its lower half, its odd bits, shifted by 15, in its upper half;
 * `squeezed` compacts both together.
 */
static inline uint2 square_place(uint lane) {
    const uint both = lane | lane << 15;
    const uint squeezed =
        (both & 0x10001u) | ((both >> 1) & 0x20002u) | ((both >> 2) & 0x40004u) | ((both >> 3) & 0x80008u);
    return (uint2)(squeezed & 15u, squeezed >> 16);
}

#endif
