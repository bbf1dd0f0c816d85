#include "cases/rounding.h"
#include <math.h>

/* The first two terms where they are enough. */
double tool_growth(double roundings) {
    const double x = roundings * TOOL_UNIT_ROUNDOFF;
    return x < 1.0 ? x + x * x : expm1(x);
}
