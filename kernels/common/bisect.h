/* Finds by bisection the run that contains a position.
 * SPDX-License-Identifier: MIT */
#ifndef BISECT_H_INCLUDED
#define BISECT_H_INCLUDED

/* ends[r]: the end of run r; `runs` >= 1. The first run that ends after position j, or the last run. */
static inline uint bisect_ends(__local const uint *ends, uint runs, uint j) {
    uint low = 0, high = runs - 1u;
    while (low < high) {
        const uint middle = (low + high) / 2u;
        if (ends[middle] > j)
            high = middle;
        else
            low = middle + 1u;
    }
    return low;
}

#endif
