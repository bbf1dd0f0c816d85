/* ratio.c - the ratio of two times and its interval. */
#include "verdict/ratio.h"
#include "recorded/rounds.h"
#include "records/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The number of pairs with b / a <= `factor`. Both are sorted. */
static size_t pairs_up_to(const double *a, size_t a_count, const double *b, size_t b_count, double factor) {
    size_t pairs = 0, j = 0;
    for (size_t i = 0; i < a_count; i++) {
        while (j < b_count && b[j] <= factor * a[i]) j++;
        pairs += j;
    }
    return pairs;
}

/* At `place`, from 1, in ascending order of all pairs, to a relative 1e-12. */
static double ratio_at(const double *a, size_t a_count, const double *b, size_t b_count, size_t place) {
    double below = b[0] / a[a_count - 1], above = b[b_count - 1] / a[0];
    below *= 1.0 - 1e-9;
    above *= 1.0 + 1e-9;
    while (above / below > 1.0 + 1e-12) {
        const double middle = sqrt(below * above);
        if (middle <= below || middle >= above) break;
        if (pairs_up_to(a, a_count, b, b_count, middle) >= place)
            above = middle;
        else
            below = middle;
    }
    return above;
}

bool tool_ratio_interval(double *a, size_t a_count, double *b, size_t b_count, double *low, double *high) {
    const size_t cut = tool_rank_cut(a_count, b_count);
    *low = *high = 0.0;
    if (cut == 0) return false;
    tool_sort(a, a_count);
    tool_sort(b, b_count);
    if (!(a[0] > 0.0) || !(b[0] > 0.0)) return false;
    *low = ratio_at(a, a_count, b, b_count, cut);
    *high = ratio_at(a, a_count, b, b_count, a_count * b_count + 1 - cut);
    return true;
}

/* From the rounds if the rows were timed in alternation, otherwise from all samples. */
static bool interval_of(const json_t *a, const json_t *b, double *low, double *high) {
    tool_rounds rounds;
    if (tool_rounds_of(a, b, &rounds)) return tool_rounds_interval(&rounds, low, high);
    size_t a_count, b_count;
    double *const x = tool_record_samples(a, &a_count), *const y = tool_record_samples(b, &b_count);
    const bool known = tool_ratio_interval(x, a_count, y, b_count, low, high);
    free(x);
    free(y);
    return known;
}

tool_ratio tool_ratio_of(const json_t *a, const json_t *b) {
    tool_ratio found = {.ratio = tool_rows_ratio(a, b), .rank = tool_rank_rows(a, b)};
    if (found.rank != TOOL_RANK_UNTIMED && found.rank != TOOL_RANK_FEW &&
        interval_of(a, b, &found.low, &found.high)) {
        found.low = fmin(found.low, found.ratio);
        found.high = fmax(found.high, found.ratio);
    }
    return found;
}

const char *tool_ratio_text(double ratio, char *out, size_t size) {
    snprintf(out, size, ratio >= 99.95 ? "%.0f" : ratio >= 9.995 ? "%.1f" : "%.2f", ratio);
    return out;
}
