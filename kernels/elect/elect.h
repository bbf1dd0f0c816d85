/* Loads a lane's element, for sub-groups that have SG_WIDTH elements of one row.
 * SPDX-License-Identifier: MIT
 */
#ifndef ELECT_H_INCLUDED
#define ELECT_H_INCLUDED

#include "common/rounds.h"
#include "sg/sg.h"

typedef struct elect_element {
    uint row, x; /* x is 0 if there is no element */
} elect_element;

/* Rows are divided into pieces of `size` columns, numbered through all rows. There is no element past the
   last row or past a row's end. A call of a function that returns a struct is defect D17. */
__attribute__((always_inline)) static inline elect_element
elect_load(__global const uint *restrict x, uint piece, uint size, uint lane, uint rows, uint n) {
    const uint per_row = n / size + (n % size != 0), row = piece / per_row;
    const uint column = (piece - row * per_row) * size + lane;
    elect_element e = {row, 0u};
    if (row < rows && column < n) e.x = x[(size_t)row * n + column];
    return e;
}

/* The expensive function; 0 for rows past the last one. */
static inline uint elect_function(__global const uint *restrict key, uint row, uint rows, uint rounds) {
    return row < rows ? mix_rounds(key[row], rounds) : 0u;
}

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

/* Returns the first place on every lane; a lane's own place is offset by the number of active lanes below it.
 * Always inlined: defect D16.
 */
__attribute__((always_inline)) static inline uint take_places(sg_t sg, sg_mask active, __global uint *count,
                                                              __global uint *measures) {
    const uint first = sg_mask_lowest(active);
    uint base = 0;
    if (sg_lane(sg) == first) {
        base = atomic_add(count, sg_mask_count(active));
        note_atomic(measures);
    }
    return sg_broadcast(sg, base, first % SG_WIDTH); /* first is W if no lane is active */
}

#endif
