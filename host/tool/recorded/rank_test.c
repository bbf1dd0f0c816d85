#include "recorded/rank_test.h"
#include "system/os_start.h"
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

typedef struct ranks {
    size_t count, mine; /* of all; of set a */
    size_t *twice;      /* from 1, doubled because equal values share their mean rank; ascending; owned */
    size_t sum;         /* of set a */
    double ties;        /* sum of t^3 - t over groups of t equal values */
} ranks;

static ranks rank_all(const double *a, size_t a_count, const double *b, size_t b_count) {
    ranks r = {.count = a_count + b_count, .mine = a_count};
    ranked *const all = tool_need(malloc(r.count * sizeof *all));
    r.twice = tool_need(malloc(r.count * sizeof *r.twice));
    for (size_t i = 0; i < a_count; i++) all[i] = (ranked){a[i], true};
    for (size_t i = 0; i < b_count; i++) all[a_count + i] = (ranked){b[i], false};
    qsort(all, r.count, sizeof *all, by_value);
    for (size_t i = 0, end; i < r.count; i = end) {
        for (end = i; end < r.count && all[end].value == all[i].value; end++) {
        }
        const double equal = (double)(end - i);
        for (size_t k = i; k < end; k++) {
            r.twice[k] = i + 1 + end;
            if (all[k].first) r.sum += r.twice[k];
        }
        r.ties += equal * equal * equal - equal;
    }
    free(all);
    return r;
}

/* A few milliseconds: 22 samples against 22, or 2 against 900. */
#define MOST_ADDITIONS 4e6

static bool is_small(const ranks *r, size_t few) {
    return 2.0 * (double)few * (double)few * (double)r->count * (double)r->count <= MOST_ADDITIONS;
}

/* ways[k * width + s]: sets of k ranks with the sum s; double, because it exceeds integers. Freed by the
   caller. */
static double *count_sets(const ranks *r, size_t few, size_t width) {
    double *const ways = tool_need(calloc((few + 1) * width, sizeof *ways));
    ways[0] = 1.0;
    for (size_t i = 0; i < r->count; i++) {
        const size_t rank = r->twice[i]; /* ascending */
        for (size_t k = few < i + 1 ? few : i + 1; k > 0; k--)
            for (size_t s = rank; s <= k * rank; s++) ways[k * width + s] += ways[(k - 1) * width + s - rank];
    }
    return ways;
}

static double both_sides(double below, double above, double all) {
    return fmin(2.0 * fmin(below, above) / all, 1.0);
}

static tool_rank_p exact(const ranks *r, size_t few) {
    const size_t width = 2 * few * r->count + 1;
    size_t sum = r->sum, total = 0;
    for (size_t i = 0; i < r->count; i++) total += r->twice[i];
    if (few != r->mine) sum = total - sum; /* of the smaller set */
    double *const ways = count_sets(r, few, width), *const of_all = ways + few * width;
    double below = 0.0, above = 0.0, first = 0.0, last = 0.0, all = 0.0;
    for (size_t s = 0; s < width; s++) {
        all += of_all[s];
        if (s <= sum) below += of_all[s];
        if (s >= sum) above += of_all[s];
        if (first == 0.0) first = of_all[s];
        if (of_all[s] > 0.0) last = of_all[s];
    }
    free(ways);
    return (tool_rank_p){both_sides(below, above, all), both_sides(first, last, all)};
}

static tool_rank_p approximate(const ranks *r) {
    const double n = (double)r->mine, m = (double)(r->count - r->mine), sum = (double)r->sum / 2.0;
    const double u = sum - n * (n + 1.0) / 2.0, mean = n * m / 2.0;
    const double variance = n * m / 12.0 * ((n + m + 1.0) - r->ties / ((n + m) * (n + m - 1.0)));
    if (!(variance > 0.0)) return (tool_rank_p){1.0, 1.0};
    const double off = fmax(fabs(u - mean) - 0.5, 0.0), most = fmax(mean - 0.5, 0.0);
    return (tool_rank_p){erfc(off / sqrt(2.0 * variance)), erfc(most / sqrt(2.0 * variance))};
}

static size_t cut_exactly(ranks *r, size_t few) {
    const size_t width = 2 * few * r->count + 1, least = few * (few + 1); /* doubled sums */
    for (size_t i = 0; i < r->count; i++) r->twice[i] = 2 * (i + 1);
    double *const ways = count_sets(r, few, width), *const of_all = ways + few * width;
    double all = 0.0, below = 0.0;
    size_t cut = 0;
    for (size_t s = 0; s < width; s++) all += of_all[s];
    while (least + 2 * cut < width) {
        below += of_all[least + 2 * cut];
        if (!(2.0 * below / all < TOOL_RANK_P)) break;
        cut++;
    }
    free(ways);
    return cut;
}

size_t tool_rank_cut(size_t a_count, size_t b_count) {
    const size_t few = a_count < b_count ? a_count : b_count;
    ranks r = {.count = a_count + b_count, .mine = a_count};
    if (few == 0) return 0;
    if (is_small(&r, few)) {
        r.twice = tool_need(malloc(r.count * sizeof *r.twice));
        const size_t cut = cut_exactly(&r, few);
        free(r.twice);
        return cut;
    }
    const double n = (double)a_count, m = (double)b_count;
    const double u = n * m / 2.0 - 0.5 - TOOL_RANK_DEVIATIONS * sqrt(n * m * (n + m + 1.0) / 12.0);
    return u > 0.0 ? (size_t)ceil(u) : 0;
}

tool_rank_p tool_rank_test(const double *a, size_t a_count, const double *b, size_t b_count) {
    if (a_count == 0 || b_count == 0) return (tool_rank_p){1.0, 1.0};
    const size_t few = a_count < b_count ? a_count : b_count;
    ranks r = rank_all(a, a_count, b, b_count);
    const tool_rank_p found = is_small(&r, few) ? exact(&r, few) : approximate(&r);
    free(r.twice);
    return found;
}

static bool are_enough(size_t a_count, size_t b_count) {
    const size_t few = a_count < b_count ? a_count : b_count;
    double least = 2.0;
    for (size_t i = 1; i <= few; i++) least *= (double)i / (double)(a_count + b_count - few + i);
    return few > 0 && least < TOOL_RANK_P;
}

tool_rank tool_rank_of(const double *a, size_t a_count, double a_median, const double *b, size_t b_count,
                       double b_median) {
    const double ratio = b_median / a_median;
    if (!(ratio > 0.0) || !isfinite(ratio)) return TOOL_RANK_UNTIMED;
    if (!are_enough(a_count, b_count)) return TOOL_RANK_FEW;
    if (fabs(ratio - 1.0) <= TOOL_RANK_SHARE) return TOOL_RANK_SAME;
    const tool_rank_p found = tool_rank_test(a, a_count, b, b_count);
    if (found.p < TOOL_RANK_P) return ratio < 1.0 ? TOOL_RANK_FASTER : TOOL_RANK_SLOWER;
    return found.least < TOOL_RANK_P ? TOOL_RANK_UNCLEAR : TOOL_RANK_FEW;
}
