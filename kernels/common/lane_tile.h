/* lane_tile.h - the lanes of a sub-group as pixels of a small tile. SPDX-License-Identifier: MIT
 *
 * Both layouts keep four consecutive lanes in a square, 0 1 above 2 3, for sub-groups of 4 to 128 lanes:
 *
 * Rectangular: 8 pixels across (2 and 4 with 4 and 8 lanes); quads in rows, one row of quads after the other.
 *
 * Square: Morton order. The even bits of the lane are x, the odd ones y, so that the first 4, 16 or 64 lanes,
 * and each later block of as many, are squares too.
 */
#ifndef LANE_TILE_H
#define LANE_TILE_H

/* Pixels across; SG_WIDTH divided by that are down. */
#define RECTANGULAR_ACROSS (SG_WIDTH >= 16 ? 8u : SG_WIDTH / 2u)
#define SQUARE_ACROSS (SG_WIDTH >= 128 ? 16u : SG_WIDTH >= 32 ? 8u : SG_WIDTH >= 8 ? 4u : 2u)

/* Lane bits 0, 2, 3 are x; bits 1, 4, 5, 6 are y. */
static inline uint2 rectangular_place(uint lane) {
    return (uint2)((lane & 1u) | ((lane >> 1) & 6u), ((lane >> 1) & 1u) | ((lane & 112u) >> 3));
}

/* A copy of the lane, shifted up by 15, has its odd bits 16 above the even ones of the lane itself, so that
 * both are squeezed together at once: x in the lower half of a word, y in the upper one. */
static inline uint2 square_place(uint lane) {
    const uint both = lane | lane << 15;
    const uint squeezed =
        (both & 0x10001u) | ((both >> 1) & 0x20002u) | ((both >> 2) & 0x40004u) | ((both >> 3) & 0x80008u);
    return (uint2)(squeezed & 15u, squeezed >> 16);
}

#endif
