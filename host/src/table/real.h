/*
 * real.h - what is asked of a number as it was written (xl__real): the nearest float, where it lies between
 * integers, its text.
 */
#pragma once

#include "table/algorithm.h"

/* Of a parameter. */
static inline xl__real xl__real_of(const xl__problem *problem, int param) {
    return (xl__real){problem->value[param], problem->rest[param]};
}

/* -1, 0 or 1: below, equal to or above the other. */
int xl__real_compare(xl__real a, xl__real b);

/* The nearest float, ties to even, rounded once; past the largest an infinity. */
float xl__real_float(xl__real real);

/* The whole number at or below it, less `least`, a whole number; and the one at or above it. Held between 0
   and 2^64 - 1, and *outside tells: -1 it is below that, 1 above, else 0. */
uint64_t xl__real_floor(xl__real real, double least, int *outside);
uint64_t xl__real_ceil(xl__real real, double least, int *outside);

/* The shortest text that reads back as a number which has the same nearest double and nearest float, and lies
   between the same integers: no element can tell it from this one. (Past 2^64 only doubles are sure to.) */
const char *xl__real_text(xl__real real, char text[XL__NUMBER_TEXT]);
