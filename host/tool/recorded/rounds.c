/* rounds.c - the ratios of rounds, and Wilcoxon's test. */
#include "recorded/rounds.h"
#include "records/stats.h"
#include <math.h>

/* ---- which rounds ------------------------------------------------------------------------------------ */

static double number_at(const json_t *record, const char *field, size_t at) {
    return json_number_value(json_array_get(json_object_get(record, field), at));
}

static size_t rounds_in(const json_t *record) {
    const size_t count = json_array_size(json_object_get(record, "round_began_ms"));
    return json_array_size(json_object_get(record, "round_samples")) == count ? count : 0;
}

static double began(const json_t *record, size_t round) {
    return number_at(record, "round_began_ms", round);
}

static bool alternate(const json_t *a, const json_t *b, size_t count) {
    for (size_t i = 0; i + 1 < count; i++)
        if (!(fmax(began(a, i), began(b, i)) < fmin(began(a, i + 1), began(b, i + 1)))) return false;
    return true;
}

/* The logarithm of each round's least time. False: a round is empty, or the rounds do not add up to all
   samples. */
static bool leasts_of(const json_t *record, size_t rounds, double *out) {
    const json_t *const samples = json_object_get(record, "samples_ns");
    const size_t all = json_array_size(samples);
    size_t at = 0;
    for (size_t r = 0; r < rounds; r++) {
        const double wanted = number_at(record, "round_samples", r);
        double least = INFINITY;
        if (!(wanted <= (double)(all - at))) return false;
        for (const size_t end = at + (size_t)wanted; at < end; at++)
            least = fmin(least, json_number_value(json_array_get(samples, at)));
        out[r] = log(least);
        if (!isfinite(out[r])) return false;
    }
    return at == all;
}

bool tool_rounds_of(const json_t *a, const json_t *b, tool_rounds *out) {
    double mine[TOOL_MOST_ROUNDS] = {0};
    *out = (tool_rounds){.count = rounds_in(a)};
    if (out->count == 0 || out->count > TOOL_MOST_ROUNDS || rounds_in(b) != out->count ||
        !alternate(a, b, out->count) || !leasts_of(a, out->count, mine) ||
        !leasts_of(b, out->count, out->ratio))
        return false;
    for (size_t i = 0; i < out->count; i++) out->ratio[i] -= mine[i];
    return true;
}

/* ---- the test ---------------------------------------------------------------------------------------- */

/* How many of the smallest values of W, the sum of the ranks of one sign, have a two-sided p below
   TOOL_ROUNDS_P. All 2^count signs are equally likely. */
static size_t cut_of(size_t count) {
    enum { MOST_SUM = TOOL_MOST_ROUNDS * (TOOL_MOST_ROUNDS + 1) / 2 };
    double ways[MOST_SUM + 1] = {1.0}, below = 0.0;
    const size_t sums = count * (count + 1) / 2;
    for (size_t rank = 1; rank <= count; rank++)
        for (size_t s = sums; s >= rank; s--) ways[s] += ways[s - rank];
    size_t cut = 0;
    while (cut <= sums && 2.0 * (below += ways[cut]) < TOOL_ROUNDS_P * exp2((double)count)) cut++;
    return cut;
}

bool tool_rounds_interval(const tool_rounds *rounds, double *low, double *high) {
    double mean[TOOL_MOST_ROUNDS * (TOOL_MOST_ROUNDS + 1) / 2];
    const size_t cut = cut_of(rounds->count);
    size_t pairs = 0;
    *low = *high = 0.0;
    if (cut == 0) return false;
    for (size_t i = 0; i < rounds->count; i++)
        for (size_t j = i; j < rounds->count; j++)
            mean[pairs++] = (rounds->ratio[i] + rounds->ratio[j]) / 2.0;
    tool_sort(mean, pairs);
    *low = exp(mean[cut - 1]);
    *high = exp(mean[pairs - cut]);
    return true;
}

tool_rank tool_rounds_rank(const tool_rounds *rounds, double ratio) {
    double low, high;
    if (!(ratio > 0.0) || !isfinite(ratio)) return TOOL_RANK_UNTIMED;
    if (!tool_rounds_interval(rounds, &low, &high)) return TOOL_RANK_FEW;
    if (fabs(ratio - 1.0) <= TOOL_RANK_SHARE) return TOOL_RANK_SAME;
    if (ratio > 1.0 && low > 1.0) return TOOL_RANK_SLOWER;
    return ratio < 1.0 && high < 1.0 ? TOOL_RANK_FASTER : TOOL_RANK_UNCLEAR;
}
