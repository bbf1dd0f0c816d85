/* elect: an element's row and place in it, for sub-groups that have SG_WIDTH elements of one row.
 * SPDX-License-Identifier: MIT
 */
#ifndef ELECT_H_INCLUDED
#define ELECT_H_INCLUDED

#include "common/rounds.h"
#include "sg/sg.h"

typedef struct elect_element {
    uint row, x; /* x is 0 where there is no element */
} elect_element;

/* The elements of a lane's piece of a row: pieces are counted through all rows, each has `size` columns. Past
   the last row and past a row's end there are none. Always inlined: a call of a function
   that returns a struct is defect D17 (docs/defects.md). */
__attribute__((always_inline)) static inline elect_element
elect_load(__global const uint *restrict x, uint piece, uint size, uint lane, uint rows, uint n) {
    const uint per_row = n / size + (n % size != 0), row = piece / per_row;
    const uint column = (piece - row * per_row) * size + lane;
    elect_element e = {row, 0u};
    if (row < rows && column < n) e.x = x[(size_t)row * n + column];
    return e;
}

/* The costly function. Rows past the last have none. */
static inline uint elect_function(__global const uint *restrict key, uint row, uint rows, uint rounds) {
    return row < rows ? mix_rounds(key[row], rounds) : 0u;
}

/* What is counted: atomics on the count, and lanes that compute the function. */
static inline void note_atomic(__global uint *measures) {
#if MEASURES
    atomic_inc((volatile __global uint *)measures + MEASURE_ATOMICS);
#endif
}
static inline void note_function(__global uint *measures) {
#if MEASURES
    atomic_inc((volatile __global uint *)measures + MEASURE_FUNCTIONS);
#endif
}

/* The first active lane takes places for all active lanes. Where these begin, told to all of them; a lane's
 * own place is behind those of the active lanes below it. Always inlined: defect D16 (docs/defects.md). */
__attribute__((always_inline)) static inline uint take_places(sg_t sg, sg_mask active, __global uint *count,
                                                              __global uint *measures) {
    const uint first = sg_mask_lowest(active);
    uint base = 0;
    if (sg_lane(sg) == first) {
        base = atomic_add(count, sg_mask_count(active));
        note_atomic(measures);
    }
    return sg_broadcast(sg, base, first % SG_WIDTH); /* first is W where no lane is active */
}

#endif
