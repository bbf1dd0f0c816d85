#include "sg/sg.h"

/* Values move two places in the ring of a work-group. */
SG_KERNEL void message(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    __local uint slots[SG_GROUP_SIZE];
    SG_BEGIN(sg);
    const uint i = get_global_id(0), id = get_local_id(0);
    uint value = i < n ? x[i] : 0;
    for (uint turn = 0; turn < 2; turn++) {
        slots[id] = value;
        /* fill in: wait, read the value of the work-item before, wait */
    }
    if (i < n) y[i] = value;
}
