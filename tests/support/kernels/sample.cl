/* Kernels of tests/support/sample.c. Arguments: x in, extra in or null, y out, n elements. */
#include "sg/sg.h"

/* y = x + added, without sub-groups. */
__kernel void sample_plain(__global const T *x, __global const uint *extra, __global T *y, uint n,
                           float added) {
    const uint i = (uint)get_global_id(0);
    if (i < n) y[i] = x[i] + (T)added + (T)(extra ? extra[i] : 0u);
}

/* Passes that must run in order: s = x, then several times s = 3 s + 1, then y = s + table[i % 4]. */
SG_KERNEL void sample_start(__global const uint *x, __global uint *s, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    if (i < n) s[i] += x[i];
}
SG_KERNEL void sample_step(__global uint *s, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    if (i < n) s[i] = 3u * s[i] + 1u;
}
SG_KERNEL void sample_end(__global const uint *s, __global const uint *table, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    if (i < n) y[i] = s[i] + table[i % 4u];
}
