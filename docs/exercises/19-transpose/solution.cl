#include "sg/sg.h"

void exchange(sg_t sg, uint high, uint distance, uint *low, uint *up) {
    const uint give = high ? *low : *up;
    const uint got = sg_shuffle_xor(sg, give, distance);
    if (high)
        *low = got;
    else
        *up = got;
}

SG_KERNEL void transpose(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0), lane = sg_lane(sg);
    uint a = x[4 * i], b = x[4 * i + 1], c = x[4 * i + 2], d = x[4 * i + 3];
    exchange(sg, lane & 1, 1, &a, &b);
    exchange(sg, lane & 1, 1, &c, &d);
    exchange(sg, lane & 2, 2, &a, &c);
    exchange(sg, lane & 2, 2, &b, &d);
    y[4 * i] = a;
    y[4 * i + 1] = b;
    y[4 * i + 2] = c;
    y[4 * i + 3] = d;
}
