/*
 * growth.h - how fast times grow with a size: the exponent e of time = factor * size^e, fitted by least
 * squares on logarithms. Launch overhead dominates small problems, so only sizes of at least sqrt(least *
 * largest) count.
 */
#pragma once

#include <stdbool.h>

typedef struct tool_growth {
    double from, to; /* the sizes that count */
    int points;      /* so many of them */
    double exponent;
    double error; /* its standard error, as the points lie around the line */
    double off;   /* the largest distance of a time from the line: 0.1 is 10% above or below */
} tool_growth;

enum { TOOL_GROWTH_POINTS = 3 }; /* fewer show no line */

/* A size or time that is not above 0 does not count. false: fewer than TOOL_GROWTH_POINTS different sizes are
   left; *out is then all zero. */
bool tool_growth_fit(const double *size, const double *ns, int count, tool_growth *out);
