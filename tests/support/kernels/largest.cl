/* The largest of each row, in 64 bits; PLUS is an error that a verifier must find.
 * SPDX-License-Identifier: MIT */
#include "sg/sg.h"
__kernel void largest_serial(__global const T *x, __global T *y, uint rows, uint n) {
    const uint row = (uint)get_global_id(0);
    if (row >= rows) return;
    T most = x[(size_t)row * n];
    for (uint i = 1; i < n; ++i) most = max(most, x[(size_t)row * n + i]);
    y[row] = most + (T)PLUS;
}

/* Each float rounded to the nearest half. */
__kernel void largest_halves(__global const float *x, __global half *y, uint n) {
    const uint i = (uint)get_global_id(0);
    if (i < n) vstore_half_rte(x[i] + PLUS * 0.015625f, i, y);
}
