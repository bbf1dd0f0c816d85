/* Finds the lanes with an equal number by one ballot per bit.
 * SPDX-License-Identifier: MIT
 */
#ifndef BALLOTS_H_INCLUDED
#define BALLOTS_H_INCLUDED

#include "sg/sg.h"

/* The lanes of `same` whose word equals this lane's in its lowest `bits` bits. Unrolling 64 steps for a
 * 64-bit key needs too many registers for 32 lanes.
 */
static inline sg_mask match_by_ballots(sg_t sg, uint word, sg_mask same, uint bits) {
    SG_FEW_BALLOTS
    for (uint bit = 0; bit < bits; ++bit) {
        const int mine = (int)(word >> bit) & 1;
        const sg_mask ones = sg_ballot(sg, mine);
        same = mine ? sg_mask_and(same, ones) : sg_mask_andnot(same, ones);
        SG_SHOW(sg, "mine", mine);
        SG_SHOW_MASK(sg, "same", same);
    }
    return same;
}

#endif
