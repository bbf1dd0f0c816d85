#include "sg/sg.h"

/* state[0] becomes 65536 * (number of values) + the largest value. */
SG_KERNEL void together(__global const uint *x, __global uint *state, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    if (i < n) {
        const uint old = atomic_or(state, 0);
        const uint number = old / 65536 + 1, largest = 0; /* fill in: the largest value */
        /* fill in: again, until no other lane was faster */
        atomic_cmpxchg(state, old, 65536 * number + largest);
    }
}
