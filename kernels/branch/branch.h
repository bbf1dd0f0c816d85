/* branch: the two cases of an element, and mixed sub-groups.
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
