/* rank_test.c - the test of Mann and Whitney. */
#include "recorded/rank_test.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct ranked {
    double value;
    bool first; /* of set a */
} ranked;

static int by_value(const void *a, const void *b) {
    const double x = ((const ranked *)a)->value, y = ((const ranked *)b)->value;
    return (x > y) - (x < y);
}

/* The sum of set a's ranks; equal values share the mean of theirs. *ties gets the sum of t^3 - t over groups
   of t equal values. */
static double rank_sum(const ranked *all, size_t count, double *ties) {
    double sum = 0.0;
    *ties = 0.0;
    for (size_t i = 0, end; i < count; i = end) {
        size_t mine = 0;
        for (end = i; end < count && all[end].value == all[i].value; end++) mine += all[end].first;
        const double equal = (double)(end - i);
        sum += (double)mine * ((double)(i + 1) + (double)end) / 2.0;
        *ties += equal * equal * equal - equal;
    }
    return sum;
}

double tool_rank_test(const double *a, size_t a_count, const double *b, size_t b_count) {
    const size_t count = a_count + b_count;
    if (a_count == 0 || b_count == 0) return 1.0;
    ranked *all = malloc(count * sizeof *all);
    if (!all) return 1.0;
    for (size_t i = 0; i < a_count; i++) all[i] = (ranked){a[i], true};
    for (size_t i = 0; i < b_count; i++) all[a_count + i] = (ranked){b[i], false};
    qsort(all, count, sizeof *all, by_value);
    double ties;
    const double n = (double)a_count, m = (double)b_count, sum = rank_sum(all, count, &ties);
    free(all);
    const double u = sum - n * (n + 1.0) / 2.0, mean = n * m / 2.0;
    const double variance = n * m / 12.0 * ((n + m + 1.0) - ties / ((n + m) * (n + m - 1.0)));
    if (!(variance > 0.0)) return 1.0;
    const double off = fmax(fabs(u - mean) - 0.5, 0.0);
    return erfc(off / sqrt(2.0 * variance));
}

tool_rank tool_rank_of(const double *a, size_t a_count, double a_median, const double *b, size_t b_count,
                       double b_median) {
    const double ratio = b_median / a_median;
    if (!(ratio > 0.0) || !isfinite(ratio)) return TOOL_RANK_UNKNOWN;
    const tool_rank side = ratio < 1.0 ? TOOL_RANK_FASTER : TOOL_RANK_SLOWER;
    if (a_count < TOOL_RANK_FEWEST || b_count < TOOL_RANK_FEWEST)
        return ratio >= 2.0 || ratio <= 0.5 ? side : TOOL_RANK_UNKNOWN;
    if (fabs(ratio - 1.0) <= TOOL_RANK_SHARE) return TOOL_RANK_SAME;
    return tool_rank_test(a, a_count, b, b_count) < TOOL_RANK_P ? side : TOOL_RANK_SAME;
}
