/*
 * A number with a bound of a device's rounding error: a running error analysis.
 *
 * References compute with these in double, in a kernel's order. OpenCL's single-precision accuracy, with u =
 * 2^-24, half the distance of floats at 1: sums and products are rounded once (u), a division is off by up to
 * 2.5 ulp (5 u), a square root by 3 ulp (6 u). Results below 2^-126 may be flushed to 0. A fused multiply-add
 * rounds once less: the bound covers it. A value that may leave the range of floats has an infinite bound:
 * undefined.
 *
 * The method is Wilkinson's; Higham, Accuracy and Stability of Numerical Algorithms (2002), section 3.3.
 */
#pragma once

#include <float.h>
#include <math.h>

static const double rounding_unit = 1.0 / 16777216.0;

typedef struct rounded {
    double value, error; /* error 0: exact; infinite: any value is allowed */
} rounded;

/* `error` is from the operands; rounding adds up to `units` of u. An exact zero stays exact. */
static inline rounded rounded_result(double value, double error, double units) {
    const double size = fabs(value) + error;
    if (value == 0.0 && error == 0.0) return (rounded){0.0, 0.0};
    error += units * rounding_unit * size;
    if (fabs(value) - error < (double)FLT_MIN) error += (double)FLT_MIN;
    return (rounded){value, size < (double)FLT_MAX ? error : INFINITY};
}

/* An input element: not rounded. */
static inline rounded rounded_input(float value) {
    return rounded_result((double)value, 0.0, 0.0);
}

static inline rounded rounded_minus(rounded a) {
    return (rounded){-a.value, a.error};
}

static inline rounded rounded_add(rounded a, rounded b) {
    if (b.value == 0.0 && b.error == 0.0) return a;
    return rounded_result(a.value + b.value, a.error + b.error, 1.0);
}

static inline rounded rounded_subtract(rounded a, rounded b) {
    return rounded_add(a, rounded_minus(b));
}

static inline rounded rounded_multiply(rounded a, rounded b) {
    return rounded_result(a.value * b.value,
                          fabs(a.value) * b.error + fabs(b.value) * a.error + a.error * b.error, 1.0);
}

static inline rounded rounded_divide(rounded a, rounded b) {
    const double least = fabs(b.value) - b.error, quotient = a.value / b.value;
    if (!(least > 0.0)) return (rounded){0.0, INFINITY};
    return rounded_result(quotient, (a.error + fabs(quotient) * b.error) / least, 5.0);
}

/* For a non-negative number. */
static inline rounded rounded_root(rounded a) {
    const double root = sqrt(fmax(a.value, 0.0));
    return rounded_result(root, fmin(sqrt(a.error), root > 0.0 ? a.error / root : INFINITY), 6.0);
}

/* The error is at most that of the operands; if their ranges do not overlap, the larger one is certain. */
static inline rounded rounded_larger(rounded a, rounded b) {
    if (a.value - a.error >= b.value + b.error) return a;
    if (b.value - b.error >= a.value + a.error) return b;
    return (rounded){fmax(a.value, b.value), fmax(a.error, b.error)};
}

static inline rounded rounded_smaller(rounded a, rounded b) {
    return rounded_minus(rounded_larger(rounded_minus(a), rounded_minus(b)));
}

static inline rounded rounded_dot(const rounded a[3], const rounded b[3]) {
    rounded sum = rounded_multiply(a[0], b[0]);
    for (int k = 1; k < 3; k++) sum = rounded_add(sum, rounded_multiply(a[k], b[k]));
    return sum;
}

/* Adds 1% for second-order terms and the rounding of double precision. */
static inline double rounded_bound(rounded a) {
    return 1.01 * a.error < INFINITY ? 1.01 * a.error : INFINITY;
}

/* 0 and infinity if the element is undefined. */
static inline void rounded_expect(rounded a, double *expected, double *allowed) {
    *allowed = rounded_bound(a);
    *expected = *allowed < INFINITY ? a.value : 0.0;
}
