#include "cases/rounding.h"
#include <math.h>

double tool_growth(double roundings) {
    const double x = roundings * TOOL_UNIT_ROUNDOFF;
    return x < 1.0 ? x + x * x : expm1(x);
}

double tool_sum_allowed(double value, double size, double most, double near) {
    if (isnan(value)) return 0.0;
    if (!(size <= most)) return (double)INFINITY;
    return isinf(value) ? 0.0 : near;
}
