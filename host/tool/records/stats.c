#include "records/stats.h"
#include "text/os_memory.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void tool_sort(double *values, size_t n) {
    if (n > 0) qsort(values, n, sizeof *values, ascending);
}

double tool_median(double *values, size_t n) {
    if (n == 0) return (double)NAN;
    tool_sort(values, n);
    return n % 2 ? values[n / 2] : values[n / 2 - 1] / 2 + values[n / 2] / 2;
}

/* |a - b| is more than `share` of b. */
static bool apart(double a, double b, double share) {
    return fabs(a - b) > share * fabs(b);
}

double tool_lower_quartile(double *values, size_t n) {
    if (n == 0) return 0.0;
    tool_sort(values, n);
    return values[n / 4];
}

bool tool_stats_of(const double *samples, size_t n, tool_stats *out) {
    *out = (tool_stats){0};
    for (size_t i = 0; i < n; i++)
        if (!isfinite(samples[i])) return false;
    if (n == 0) return false;
    double *const work = tool_need(malloc(n * sizeof *work));
    const size_t half = n / 2;
    memcpy(work, samples, half * sizeof *work);
    const double early = tool_median(work, half);
    memcpy(work, samples + (n - half), half * sizeof *work);
    const double late = tool_median(work, half);
    memcpy(work, samples, n * sizeof *work);
    out->median = tool_median(work, n);
    out->min = work[0];
    for (size_t i = 0; i < n; i++) work[i] = fabs(samples[i] - out->median);
    out->mad = tool_median(work, n);
    out->noisy = n < TOOL_STATS_FEW || out->mad > TOOL_NOISY_SHARE * out->median ||
                 apart(late, early, TOOL_NOISY_SHARE);
    free(work);
    return true;
}

void tool_settle_start(tool_settle *settle, double least_s, double most_s) {
    *settle = (tool_settle){.least_s = least_s, .most_s = most_s};
}

tool_settle_state tool_settle_add(tool_settle *settle, double sample_ns, double elapsed_s) {
    enum { SIZE = 2 * TOOL_SETTLE_WINDOW };
    double older[TOOL_SETTLE_WINDOW], newer[TOOL_SETTLE_WINDOW];
    settle->recent[settle->count % SIZE] = sample_ns;
    settle->count++;
    if (settle->count >= SIZE && elapsed_s >= settle->least_s) {
        for (size_t i = 0; i < TOOL_SETTLE_WINDOW; i++) {
            older[i] = settle->recent[(settle->count + i) % SIZE];
            newer[i] = settle->recent[(settle->count + TOOL_SETTLE_WINDOW + i) % SIZE];
        }
        const double before = tool_median(older, TOOL_SETTLE_WINDOW);
        if (!apart(tool_median(newer, TOOL_SETTLE_WINDOW), before, TOOL_SETTLE_SHARE)) return TOOL_SETTLED;
    }
    return elapsed_s >= settle->most_s ? TOOL_GAVE_UP : TOOL_WARMING;
}

double tool_settle_low(const tool_settle *settle) {
    enum { SIZE = 2 * TOOL_SETTLE_WINDOW };
    double recent[SIZE];
    const size_t count = settle->count < SIZE ? settle->count : SIZE;
    memcpy(recent, settle->recent, sizeof recent);
    return tool_lower_quartile(recent, count);
}

bool tool_sampled_enough(const tool_sampling *wanted, int count, double spent_s, double part) {
    const bool enough = count >= part * wanted->samples && spent_s >= part * wanted->seconds;
    return enough || (count >= part * wanted->fewest && spent_s > part * (10.0 * wanted->seconds + 1.0));
}
