/* A number as written (xl__real): the nearest float, its position between integers, its text. */
#pragma once

#include "table/algorithm.h"

/* Of a parameter. */
static inline xl__real xl__real_of(const xl__problem *problem, int param) {
    return (xl__real){problem->value[param], problem->rest[param]};
}

int xl__real_compare(xl__real a, xl__real b);

/* Ties to even, rounded once; past the largest an infinity. */
float xl__real_float(xl__real real);

/* The largest (floor) or smallest (ceil) whole number at or below (above) it, minus `least`, a whole number.
 * Limited to 0 to 2^64 - 1; *outside is -1 if the number is below that range, 1 if above, else 0.
 */
uint64_t xl__real_floor(xl__real real, double least, int *outside);
uint64_t xl__real_ceil(xl__real real, double least, int *outside);

/* The shortest text with the same nearest double and float, and between the same integers: no element type
 * can distinguish the two. (Past 2^64 certain only for doubles.)
 */
const char *xl__real_text(xl__real real, char text[XL__NUMBER_TEXT]);
