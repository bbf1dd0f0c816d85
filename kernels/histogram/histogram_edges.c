/* The ends of buckets, for the kernels (bucket.h), the inputs and the reference. */
#include "histogram_host.h"
#include "base/number.h"
#include <float.h>
#include <math.h>

#define PAST_ALL_KEYS 4294967296.0

/* Integers are compared with the bound's decimal text; edges between floats are doubles. */
static xl__real bound(const histogram_range *range, xl__real written) {
    const bool exact = range->type != XL_F32 && range->function == HISTOGRAM_EVEN;
    return exact ? written : (xl__real){written.value, 0.0};
}

histogram_range xl__histogram_range(const xl__problem *problem) {
    histogram_range range = {.type = problem->type, .function = (int)xl__int(problem, HISTOGRAM_FUNCTION)};
    if (range.function == HISTOGRAM_IDENTITY && range.type == XL_F32) range.function = HISTOGRAM_EVEN;
    const bool log = range.function == HISTOGRAM_LOG;
    range.from = bound(&range, xl__real_of(problem, log ? HISTOGRAM_LOG_LEAST : HISTOGRAM_LOWER));
    range.to = bound(&range, xl__real_of(problem, log ? HISTOGRAM_LOG_MOST : HISTOGRAM_UPPER));
    range.buckets = (uint32_t)xl__int(problem, HISTOGRAM_BUCKETS);
    return range;
}

/* ---- edges between integers ---------------------------------------------------------------------------- */

/* Adds count * (bound - at) and its rounding error to `sum`: error-free transformations of a difference
   (Knuth) and of a product (fma). */
static void add_share(double count, xl__real bound_, double at, double sum[2], double *size) {
    const double difference = bound_.value - at, back = difference + at;
    const double lost = (bound_.value - back) - (at - (back - difference));
    const double product = count * difference, beside = fma(count, difference, -product);
    const double total = sum[0] + product, moved = total - sum[0];
    sum[1] += (sum[0] - (total - moved)) + (product - moved) + beside + count * (lost + bound_.rest);
    sum[0] = total;
    *size += fabs(product);
}

/* `whole` is near the edge. The sign of (b - i) (from - whole) + i (to - whole), to 90 bits; an edge closer
   than that equals `whole`. */
static bool lies_above(const histogram_range *range, uint32_t i, double whole) {
    double sum[2] = {0.0, 0.0}, size = 0.0;
    add_share((double)(range->buckets - i), range->from, whole, sum, &size);
    add_share((double)i, range->to, whole, sum, &size);
    return sum[0] + sum[1] > 0x1p-90 * size;
}

static uint64_t integer_edge(const histogram_range *range, uint32_t i, double edge) {
    int outside = 0;
    const bool end = i == 0 || i == range->buckets;
    if (end) {
        const uint64_t least = xl__real_ceil(i == 0 ? range->from : range->to, 0.0, &outside);
        return least < UINT64_C(1) << 32 ? least : UINT64_C(1) << 32;
    }
    const double size = fabs(range->from.value) + fabs(range->to.value);
    double least = ceil(edge);
    /* The double is off by a few units in the last place of the bounds, at most 2^15. The end of the keys
       replaces an edge farther than that outside them; above 2^53 a step of 1 would have no effect. */
    const bool among_keys = edge > -0x1p16 && edge < PAST_ALL_KEYS + 0x1p16;
    if (among_keys && size < 0x1p60 && fabs(edge - rint(edge)) <= 0x1p-45 * size) {
        while (lies_above(range, i, least)) least += 1.0;
        while (!lies_above(range, i, least - 1.0)) least -= 1.0;
    }
    return (uint64_t)fmin(fmax(least, 0.0), PAST_ALL_KEYS);
}

uint64_t xl__histogram_edge(const histogram_range *range, uint32_t i) {
    const double from = range->from.value, to = range->to.value;
    if (range->function == HISTOGRAM_IDENTITY) return i;
    /* None of these can be fused, so every compiler gives the same edges. */
    const double part = (to - from) * (double)i / (double)range->buckets;
    double edge = i == range->buckets ? to : fmin(from + part, to);
    if (range->type != XL_F32 && range->function == HISTOGRAM_EVEN) return integer_edge(range, i, edge);
    if (range->function == HISTOGRAM_LOG) edge = exp2(edge);
    if (range->type != XL_F32) return (uint64_t)fmin(fmax(ceil(edge), 0.0), PAST_ALL_KEYS);
    float value = (float)edge;
    if ((double)value < edge) value = nextafterf(value, INFINITY);
    return xl__float_key(value);
}

/* The error of the guess, in buckets. Five roundings of at most 2^-24 of a value below `buckets`: scale,
   conversion, difference, product, addition of the slack. Then the roundings of the origin and of the edges
   (doubles), and for `log` the error of log2, at most 4 units in the last place (OpenCL C, embedded
   profile). The slack is at least twice the sum, with log2 counted eight times. */
histogram_guess xl__histogram_guess(const histogram_range *range) {
    const double from = range->from.value, to = range->to.value, buckets = range->buckets,
                 scale = buckets / (to - from);
    const bool log = range->function == HISTOGRAM_LOG, whole = !log && range->type != XL_F32;
    const double origin = whole ? from - (double)xl__histogram_edge(range, 0) : from;
    histogram_guess guess = {(float)origin, (float)scale, 1.0f};
    /* Beyond these limits a product or a difference can leave the normal floats. */
    if (!(scale < 0x1p100 && scale > 0x1p-100 && to - from < 0x1p127)) return guess;
    const double largest = fmax(fabs(from), fabs(to));
    double slack = 3 * 0x1p-22 * buckets + 3 * fabs((double)guess.origin - origin) * scale;
    slack += 3 * 2 * 0x1p-53 * largest * scale;
    if (log) slack += 8 * 4 * 0x1p-23 * fmax(largest, 1.0) * scale;
    guess.slack = (float)fmin(slack, 1.0);
    return guess;
}

/* As kernels compute it. */
static float quotient_of(const histogram_range *range, histogram_guess guess, uint32_t key) {
    const float position =
        range->type == XL_F32 ? xl__key_float(key) : (float)(key - (uint32_t)xl__histogram_edge(range, 0));
    const float distance = position - guess.origin;
    return floorf(distance * guess.scale);
}

bool xl__histogram_guess_errs(const histogram_range *range) {
    const histogram_guess guess = xl__histogram_guess(range);
    const uint64_t first = xl__histogram_edge(range, 0), end = xl__histogram_edge(range, range->buckets);
    for (uint32_t i = 1; i < range->buckets; i++) {
        const uint64_t edge = xl__histogram_edge(range, i);
        /* Key - 1 of the float 0 is no float. */
        const uint64_t below = edge - (range->type == XL_F32 && edge == xl__float_key(0.0f) ? 2 : 1);
        if (edge < end && !(quotient_of(range, guess, (uint32_t)edge) >= (float)i)) return true;
        if (edge > first && !(quotient_of(range, guess, (uint32_t)below) < (float)i)) return true;
    }
    return false;
}

bool xl__histogram_guess_is_exact(const histogram_range *range) {
    const histogram_guess guess = xl__histogram_guess(range);
    const uint64_t end = xl__histogram_edge(range, range->buckets);
    if (range->function != HISTOGRAM_EVEN || !(guess.slack < 1.0f) || end == 0) return false;
    for (uint32_t i = 1; i < range->buckets && range->type == XL_F32; i++)
        if (fabsf(xl__key_float((uint32_t)xl__histogram_edge(range, i))) < FLT_MIN) return false;
    return quotient_of(range, guess, (uint32_t)(end - 1)) < (float)range->buckets &&
           !xl__histogram_guess_errs(range);
}
