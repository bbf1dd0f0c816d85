/* growth.c - a line through logarithms. */
#include "charts/growth.h"
#include <math.h>

static bool counts(double size, double ns, double least) {
    return size > 0.0 && ns > 0.0 && size >= least;
}

/* Of the sizes; infinite without a point. */
static double find_middle(const double *size, const double *ns, int count) {
    double least = INFINITY, most = 0.0;
    for (int i = 0; i < count; i++) {
        if (!counts(size[i], ns[i], 0.0)) continue;
        least = fmin(least, size[i]);
        most = fmax(most, size[i]);
    }
    return most > 0.0 ? sqrt(least) * sqrt(most) * (1.0 - 1e-9) : INFINITY;
}

bool tool_growth_fit(const double *size, const double *ns, int count, tool_growth *out) {
    const double least = find_middle(size, ns, count);
    double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0, rest = 0.0;
    *out = (tool_growth){.points = 0};
    tool_growth found = {.from = INFINITY};
    for (int i = 0; i < count; i++) {
        if (!counts(size[i], ns[i], least)) continue;
        x += log(size[i]);
        y += log(ns[i]);
        found.from = fmin(found.from, size[i]);
        found.to = fmax(found.to, size[i]);
        found.points++;
    }
    if (found.points < TOOL_GROWTH_POINTS || found.from == found.to) return false;
    x /= found.points;
    y /= found.points;
    for (int i = 0; i < count; i++) {
        if (!counts(size[i], ns[i], least)) continue;
        xx += (log(size[i]) - x) * (log(size[i]) - x);
        xy += (log(size[i]) - x) * (log(ns[i]) - y);
    }
    found.exponent = xy / xx;
    for (int i = 0; i < count; i++) {
        if (!counts(size[i], ns[i], least)) continue;
        const double distance = log(ns[i]) - y - found.exponent * (log(size[i]) - x);
        rest += distance * distance;
        found.off = fmax(found.off, expm1(fabs(distance)));
    }
    found.error = sqrt(rest / (found.points - 2) / xx);
    *out = found;
    return true;
}
