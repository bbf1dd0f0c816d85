/* histogram_edges.c - where buckets begin and end, for the kernels (bucket.h), the inputs and the reference.
 */
#include "histogram_table.h"
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

/* Key of the least sample of the type that is not below the edge. */
static uint32_t round_up(double edge, xl_type type) {
    if (type != XL_F32) return edge <= 0.0 ? 0 : (uint32_t)ceil(edge);
    float value = (float)edge;
    if ((double)value < edge) value = nextafterf(value, INFINITY);
    return xl__histogram_key(value);
}

void xl__histogram_edges(const xl__problem *problem, uint32_t *edges) {
    const long long buckets = xl__int(problem, HISTOGRAM_BUCKETS);
    const bool log = xl__histogram_function(problem) == HISTOGRAM_LOG;
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

static void define_float(xl__prepare *p, const char *name, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    xl__define(p, name, bits);
}

/* The error of the guess, in buckets: three roundings of at most 2^-24 of a value below `buckets`, the
   origin's own rounding, and for `log` the error of log2, at most 4 units in the last place (OpenCL C,
   embedded profile). Eight times that is allowed for. */
histogram_guess xl__histogram_guess(const xl__problem *problem, const uint32_t *edges) {
    double from, to;
    xl__histogram_range(problem, &from, &to);
    const double buckets = problem->value[HISTOGRAM_BUCKETS], scale = buckets / (to - from);
    const bool log = xl__histogram_function(problem) == HISTOGRAM_LOG;
    const bool whole = !log && problem->type != XL_F32;
    const double origin = whole ? from - (double)edges[0] : from;
    const histogram_guess g = {(float)origin, (float)scale, 1.0f};
    /* Past these a product or a difference can leave the normal floats: always look at the edges. */
    if (!(scale < 0x1p100 && scale > 0x1p-100 && to - from < 0x1p127)) return g;
    double slack = 8 * 0x1p-22 * buckets + 8 * fabs((double)g.origin - origin) * scale;
    if (log) slack += 8 * 4 * 0x1p-23 * fmax(fmax(fabs(from), fabs(to)), 1.0) * scale;
    return (histogram_guess){g.origin, g.scale, (float)fmin(slack, 1.0)};
}

int xl__histogram_prepare(xl__prepare *p) {
    const xl__problem *problem = p->problem;
    const int function = xl__histogram_function(problem);
    const size_t buckets = (size_t)xl__int(problem, HISTOGRAM_BUCKETS);
    xl__define(p, "BUCKETS", (long long)buckets);
    xl__define(p, "FUNCTION", function);
    xl__define(p, "SAMPLE_BITS", 8 * (long long)xl_type_size(problem->type));
    xl__define(p, "SAMPLE_FLOAT", problem->type == XL_F32);
    const size_t count = function == HISTOGRAM_IDENTITY ? 1 : buckets + 1;
    uint32_t *edges = calloc(count, sizeof *edges);
    if (!edges) return xl__fail(p->error, XL_NO_MEMORY, "histogram: no memory for %zu edges", count);
    if (function != HISTOGRAM_IDENTITY) {
        xl__histogram_edges(problem, edges);
        const histogram_guess g = xl__histogram_guess(problem, edges);
        xl__define(p, "FIRST_KEY", edges[0]);
        xl__define(p, "END_KEY", edges[buckets]);
        define_float(p, "ORIGIN_BITS", g.origin);
        define_float(p, "SCALE_BITS", g.scale);
        define_float(p, "SLACK_BITS", g.slack);
    }
    const int status = xl__constant(p, 0, edges, count * sizeof *edges);
    free(edges);
    return status;
}
