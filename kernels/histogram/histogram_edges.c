/* histogram_edges.c - where buckets begin and end, for the kernels (bucket.h), the inputs and the reference.
 */
#include "histogram_host.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int xl__histogram_function(const xl__problem *problem) {
    const int function = (int)xl__int(problem, HISTOGRAM_FUNCTION);
    return function == HISTOGRAM_IDENTITY && problem->type == XL_F32 ? HISTOGRAM_EVEN : function;
}

void xl__histogram_range(const xl__problem *problem, double *from, double *to) {
    const bool log = xl__histogram_function(problem) == HISTOGRAM_LOG;
    *from = problem->value[log ? HISTOGRAM_LOG_LEAST : HISTOGRAM_LOWER];
    *to = problem->value[log ? HISTOGRAM_LOG_MOST : HISTOGRAM_UPPER];
}

uint32_t xl__histogram_key(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (bits == 0x80000000u) bits = 0;
    return (bits & 0x80000000u) ? ~bits : bits | 0x80000000u;
}

#define PAST_ALL_KEYS 4294967296.0

/* Key of the least sample of the type that is not below the edge. */
static uint64_t round_up(double edge, xl_type type) {
    if (type != XL_F32) return (uint64_t)fmin(fmax(ceil(edge), 0.0), PAST_ALL_KEYS);
    float value = (float)edge;
    if ((double)value < edge) value = nextafterf(value, INFINITY);
    return xl__histogram_key(value);
}

void xl__histogram_edges(const xl__problem *problem, uint64_t *edges) {
    const long long buckets = xl__int(problem, HISTOGRAM_BUCKETS);
    const int function = xl__histogram_function(problem);
    const bool log = function == HISTOGRAM_LOG;
    for (long long i = 0; i <= buckets && function == HISTOGRAM_IDENTITY; i++) edges[i] = (uint64_t)i;
    if (function == HISTOGRAM_IDENTITY) return;
    double from, to;
    xl__histogram_range(problem, &from, &to);
    for (long long i = 0; i <= buckets; i++) {
        /* A multiplication, a division, an addition: no two of them can be fused, so that every compiler
           gives the same edges. */
        const double part = (to - from) * (double)i / (double)buckets;
        const double edge = i == buckets ? to : fmin(from + part, to);
        edges[i] = round_up(log ? exp2(edge) : edge, problem->type);
    }
}

uint64_t *xl__histogram_make_edges(const xl__problem *problem) {
    uint64_t *edges = calloc((size_t)xl__int(problem, HISTOGRAM_BUCKETS) + 1, sizeof *edges);
    if (edges) xl__histogram_edges(problem, edges);
    return edges;
}

static void define_float(xl__prepare *p, const char *name, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    xl__define(p, name, bits);
}

/* The error of the guess, in buckets: three roundings of at most 2^-24 of a value below `buckets`, the
   origin's own rounding, that of the edges, which are doubles, and for `log` the error of log2, at most 4
   units in the last place (OpenCL C, embedded profile). Eight times that is allowed for. */
histogram_guess xl__histogram_guess(const xl__problem *problem, const uint64_t *edges) {
    double from, to;
    xl__histogram_range(problem, &from, &to);
    const double buckets = problem->value[HISTOGRAM_BUCKETS], scale = buckets / (to - from);
    const bool log = xl__histogram_function(problem) == HISTOGRAM_LOG;
    const bool whole = !log && problem->type != XL_F32;
    const double origin = whole ? from - (double)edges[0] : from;
    const histogram_guess g = {(float)origin, (float)scale, 1.0f};
    /* Past these a product or a difference can leave the normal floats. */
    if (!(scale < 0x1p100 && scale > 0x1p-100 && to - from < 0x1p127)) return g;
    const double largest = fmax(fabs(from), fabs(to));
    double slack = 8 * 0x1p-22 * buckets + 8 * fabs((double)g.origin - origin) * scale;
    slack += 8 * 2 * 0x1p-53 * largest * scale;
    if (log) slack += 8 * 4 * 0x1p-23 * fmax(largest, 1.0) * scale;
    return (histogram_guess){g.origin, g.scale, (float)fmin(slack, 1.0)};
}

static void define_range(xl__prepare *p, const uint64_t *edges) {
    const size_t buckets = (size_t)xl__int(p->problem, HISTOGRAM_BUCKETS);
    const bool none =
        edges[0] == edges[buckets]; /* no sample lies in the range: no key is 1 or above and 0 */
    size_t last = buckets - 1;
    while (last > 0 && edges[last] == edges[buckets]) last--;
    xl__define(p, "FIRST_KEY", none ? 1 : (long long)edges[0]);
    xl__define(p, "LAST_KEY", none ? 0 : (long long)edges[buckets] - 1);
    xl__define(p, "LAST_BUCKET", (long long)last);
}

static void define_guess(xl__prepare *p, const uint64_t *edges) {
    const histogram_guess g = xl__histogram_guess(p->problem, edges);
    define_float(p, "ORIGIN_BITS", g.origin);
    define_float(p, "SCALE_BITS", g.scale);
    define_float(p, "SLACK_BITS", g.slack);
}

/* Those that no sample reaches are not read. */
int xl__histogram_fill_edges(const xl__problem *problem, void *data, xl_error *error) {
    const size_t count = (size_t)xl__int(problem, HISTOGRAM_BUCKETS) + 1;
    uint32_t *words = data;
    if (xl__histogram_function(problem) == HISTOGRAM_IDENTITY) return XL_SUCCESS;
    uint64_t *edges = xl__histogram_make_edges(problem);
    if (!edges) return xl__fail(error, XL_NO_MEMORY, "histogram: no memory for %zu edges", count);
    for (size_t i = 0; i < count; i++) words[i] = edges[i] > UINT32_MAX ? UINT32_MAX : (uint32_t)edges[i];
    free(edges);
    return XL_SUCCESS;
}

int xl__histogram_prepare(xl__prepare *p) {
    if (xl__histogram_function(p->problem) == HISTOGRAM_IDENTITY) return XL_SUCCESS;
    uint64_t *edges = xl__histogram_make_edges(p->problem);
    if (!edges) return xl__fail(p->error, XL_NO_MEMORY, "histogram: no memory for the edges");
    define_range(p, edges);
    define_guess(p, edges);
    free(edges);
    return XL_SUCCESS;
}
