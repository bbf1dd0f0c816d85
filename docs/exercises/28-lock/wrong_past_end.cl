// Mistake: every lane counts, also those past the end of x.
#include "sg/sg.h"

SG_KERNEL void together(__global const uint *x, __global uint *state, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    if (true) {
        uint old, seen = atomic_or(state, 0);
        do {
            old = seen;
            const uint number = old / 65536 + 1, largest = i < n ? max(old % 65536, x[i]) : old % 65536;
            seen = atomic_cmpxchg(state, old, 65536 * number + largest);
        } while (seen != old);
    }
}
