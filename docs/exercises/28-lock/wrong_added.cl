// Mistake: the values are added up; only the largest one is wanted.
#include "sg/sg.h"

SG_KERNEL void together(__global const uint *x, __global uint *state, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    if (i < n) {
        uint old, seen = atomic_or(state, 0);
        do {
            old = seen;
            const uint number = old / 65536 + 1, largest = old % 65536 + x[i];
            seen = atomic_cmpxchg(state, old, 65536 * number + largest);
        } while (seen != old);
    }
}
