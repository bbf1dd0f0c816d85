/* histogram_edges.c - where buckets begin and end, for the kernels (bucket.h), the inputs and the reference.
 */
#include "histogram_host.h"
#include "number.h"
#include <math.h>

#define PAST_ALL_KEYS 4294967296.0

histogram_range xl__histogram_range(const xl__problem *problem) {
    histogram_range range = {.type = problem->type, .function = (int)xl__int(problem, HISTOGRAM_FUNCTION)};
    if (range.function == HISTOGRAM_IDENTITY && range.type == XL_F32) range.function = HISTOGRAM_EVEN;
    const bool log = range.function == HISTOGRAM_LOG;
    range.from = problem->value[log ? HISTOGRAM_LOG_LEAST : HISTOGRAM_LOWER];
    range.to = problem->value[log ? HISTOGRAM_LOG_MOST : HISTOGRAM_UPPER];
    range.buckets = (uint32_t)xl__int(problem, HISTOGRAM_BUCKETS);
    return range;
}

uint64_t xl__histogram_edge(const histogram_range *range, uint32_t i) {
    if (range->function == HISTOGRAM_IDENTITY) return i;
    /* A multiplication, a division, an addition: no two of them can be fused, so that every compiler gives
       the same edges. */
    const double part = (range->to - range->from) * (double)i / (double)range->buckets;
    double edge = i == range->buckets ? range->to : fmin(range->from + part, range->to);
    if (range->function == HISTOGRAM_LOG) edge = exp2(edge);
    if (range->type != XL_F32) return (uint64_t)fmin(fmax(ceil(edge), 0.0), PAST_ALL_KEYS);
    float value = (float)edge;
    if ((double)value < edge) value = nextafterf(value, INFINITY);
    return xl__float_key(value);
}

/* The error of the guess, in buckets: three roundings of at most 2^-24 of a value below `buckets`, the
   origin's own rounding, that of the edges, which are doubles, and for `log` the error of log2, at most 4
   units in the last place (OpenCL C, embedded profile). Eight times that is allowed for. */
histogram_guess xl__histogram_guess(const histogram_range *range) {
    const double from = range->from, to = range->to, buckets = range->buckets, scale = buckets / (to - from);
    const bool log = range->function == HISTOGRAM_LOG, whole = !log && range->type != XL_F32;
    const double origin = whole ? from - (double)xl__histogram_edge(range, 0) : from;
    histogram_guess guess = {(float)origin, (float)scale, 1.0f};
    /* Past these a product or a difference can leave the normal floats. */
    if (!(scale < 0x1p100 && scale > 0x1p-100 && to - from < 0x1p127)) return guess;
    const double largest = fmax(fabs(from), fabs(to));
    double slack = 8 * 0x1p-22 * buckets + 8 * fabs((double)guess.origin - origin) * scale;
    slack += 8 * 2 * 0x1p-53 * largest * scale;
    if (log) slack += 8 * 4 * 0x1p-23 * fmax(largest, 1.0) * scale;
    guess.slack = (float)fmin(slack, 1.0);
    return guess;
}
