/* Whose run a place is in, by bisection. SPDX-License-Identifier: MIT
 */
#ifndef BISECT_H_INCLUDED
#define BISECT_H_INCLUDED

/* Of `runs` runs, at least one, of which ends[r] tells where run r ends: the first one that ends behind place
 * j, or the last one. An empty run ends where it begins, so it is passed over. */
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
