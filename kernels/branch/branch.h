/* branch: the two ways of an element, and what a sub-group does whose lanes need both.
 * SPDX-License-Identifier: MIT
 */
#ifndef BRANCH_H_INCLUDED
#define BRANCH_H_INCLUDED

#include "common/rounds.h"
#include "sg/sg.h"

#ifndef MIXED
#define MIXED 0
#define MIXED_SELECT 1
#endif

static inline uint branch_cheap(uint v) {
    return ~v;
}
static inline uint branch_costly(uint v, uint rounds) {
    return mix_rounds(v, rounds);
}

/* The result of a lane of a sub-group that cannot take the cheap way as a whole. With a branch the lanes
   go different ways. With a select all go both ways, and each keeps what it needs. */
static inline uint branch_mixed(uint v, int costly, uint rounds) {
#if MIXED == MIXED_SELECT
    const uint result = branch_costly(v, rounds);
    return costly ? result : branch_cheap(v);
#else
    if (costly) return branch_costly(v, rounds);
    return branch_cheap(v);
#endif
}

#endif
