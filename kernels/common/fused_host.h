/*
 * Fma of floats, rounded once on every system.
 *
 * MinGW's fmaf rounds the product first: a quarter of 20 million results differ. Here the sum is rounded to
 * odd in double, so that the second rounding meets no tie made by the first (Boldo and Melquiond, Emulation
 * of a FMA and Correctly Rounded Sums, 2008).
 */
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

/* a * b + c for results in the range of normal floats. */
static inline float fused_float(float a, float b, float c) {
    const double product = (double)a * (double)b; /* exact */
    double sum = product + (double)c;
    const double part = sum - product;
    const double lost = (product - (sum - part)) + ((double)c - part); /* Knuth's two-sum: exact */
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (isfinite(sum) && lost != 0.0 && bits % 2 == 0) bits += (lost > 0.0) == (sum > 0.0) ? 1u : UINT64_MAX;
    memcpy(&sum, &bits, sizeof sum);
    return (float)sum;
}
