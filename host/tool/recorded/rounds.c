#include "recorded/rounds.h"
#include "records/stats.h"
#include <math.h>
#include <string.h>

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

/* As logarithms. False: a round is empty, or rounds do not add up to all samples. */
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

/* One more than the most rounds that the loser may win with a two-sided p below TOOL_ROUNDS_P. */
static size_t cut_of(size_t count) {
    double ways = 1.0, below = 0.0; /* outcomes with `cut` won rounds, and with at most so many */
    size_t cut = 0;
    while (cut <= count && 2.0 * (below += ways) < TOOL_ROUNDS_P * exp2((double)count)) {
        ways *= (double)(count - cut) / (double)(cut + 1);
        cut++;
    }
    return cut;
}

static void sort_ratios(const tool_rounds *rounds, double *out) {
    memcpy(out, rounds->ratio, rounds->count * sizeof *out);
    tool_sort(out, rounds->count);
}

/* Of logarithms. */
static double middle(const tool_rounds *rounds) {
    double sorted[TOOL_MOST_ROUNDS];
    const size_t half = rounds->count / 2;
    if (rounds->count == 0) return 0.0;
    sort_ratios(rounds, sorted);
    return exp(rounds->count % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2.0);
}

double tool_rounds_ratio(const tool_rounds *rounds) {
    return middle(rounds);
}

static size_t round_with(const tool_rounds *rounds, double ratio) {
    size_t i = 0;
    while (i + 1 < rounds->count && fabs(rounds->ratio[i] - ratio) > 0.0) i++;
    return i;
}

double tool_rounds_time(const tool_rounds *rounds, const json_t *record) {
    double sorted[TOOL_MOST_ROUNDS], leasts[TOOL_MOST_ROUNDS] = {0};
    const size_t half = rounds->count / 2;
    if (rounds->count == 0 || !leasts_of(record, rounds->count, leasts)) return 0.0;
    sort_ratios(rounds, sorted);
    const double upper = leasts[round_with(rounds, sorted[half])];
    const double lower = rounds->count % 2 ? upper : leasts[round_with(rounds, sorted[half - 1])];
    return exp((lower + upper) / 2.0);
}

double tool_rounds_median(const json_t *record) {
    tool_rounds times = {.count = rounds_in(record)};
    if (times.count > TOOL_MOST_ROUNDS || !leasts_of(record, times.count, times.ratio)) return 0.0;
    return middle(&times);
}

bool tool_rounds_interval(const tool_rounds *rounds, double *low, double *high) {
    double sorted[TOOL_MOST_ROUNDS];
    const size_t cut = cut_of(rounds->count);
    *low = *high = 0.0;
    if (cut == 0) return false;
    sort_ratios(rounds, sorted);
    *low = exp(sorted[cut - 1]);
    *high = exp(sorted[rounds->count - cut]);
    return true;
}

tool_rank tool_rounds_rank(const tool_rounds *rounds) {
    double low, high;
    const double ratio = tool_rounds_ratio(rounds);
    if (!tool_rounds_interval(rounds, &low, &high)) return TOOL_RANK_FEW;
    if (fabs(ratio - 1.0) <= TOOL_RANK_SHARE) return TOOL_RANK_SAME;
    return low > 1.0 ? TOOL_RANK_SLOWER : high < 1.0 ? TOOL_RANK_FASTER : TOOL_RANK_UNCLEAR;
}
