/*
 * growth.h - the exponent e of time = factor * size^e, by least squares on logarithms of sizes from
 * sqrt(least * largest) on: launch overhead dominates smaller problems.
 */
#pragma once

#include <stdbool.h>

typedef struct tool_growth {
    double from, to; /* the sizes that count */
    int points;
    double exponent;
    double error; /* its standard error */
    double off;   /* a time's largest distance from the line: 0.1 is 10% */
} tool_growth;

enum { TOOL_GROWTH_POINTS = 3 }; /* fewer show no line */

/* Sizes and times count above 0. False: fewer than TOOL_GROWTH_POINTS different sizes; out is zero. */
bool tool_growth_fit(const double *size, const double *ns, int count, tool_growth *out);
