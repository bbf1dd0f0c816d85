/* stats.h - median, median absolute deviation (interrupts only add time) and minimum, in nanoseconds. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct tool_stats {
    double median, mad, min; /* mad: the median of |sample - median|, not scaled */
    bool noisy;
} tool_stats;

enum { TOOL_STATS_FEW = 3 };

/* A row is noisy with fewer than TOOL_STATS_FEW samples, a median absolute deviation above 5% of the median,
   or medians of the earlier and later half that differ by more than 5% (the clock changed). */
#define TOOL_NOISY_SHARE 0.05

/* Sorts ascending. */
void tool_sort(double *values, size_t n);

/* NAN for n = 0. Sorts `values`. */
double tool_median(double *values, size_t n);

/* 0 for n = 0. Sorts `values`. For times that other load lengthens, and a few too short because a driver
 * noticed the previous launch's end late.
 */
double tool_lower_quartile(double *values, size_t n);

/* False: no sample, or one not finite; *out is then all zero. */
bool tool_stats_of(const double *samples, size_t n, tool_stats *out);

/* Launch until `least_s` seconds have passed (a device takes about 0.3 s to wake), and the median of the last
 * 5 times is within 3% of that of the previous 5; at most `most_s` seconds.
 */
enum { TOOL_SETTLE_WINDOW = 5 };
#define TOOL_SETTLE_SHARE 0.03

typedef enum tool_settle_state { TOOL_WARMING, TOOL_SETTLED, TOOL_GAVE_UP } tool_settle_state;

typedef struct tool_settle {
    double least_s, most_s;
    double recent[2 * TOOL_SETTLE_WINDOW]; /* a ring */
    size_t count;                          /* all samples so far */
} tool_settle;

void tool_settle_start(tool_settle *settle, double least_s, double most_s);

tool_settle_state tool_settle_add(tool_settle *settle, double sample_ns, double elapsed_s);

double tool_settle_low(const tool_settle *settle);

/* A slow row stops after 1 s plus 10 times the requested seconds, but gets `fewest` samples. */
typedef struct tool_sampling {
    int samples, fewest;
    double seconds;
} tool_sampling;

/* `part` 1: all; 0.5: the first half. */
bool tool_sampled_enough(const tool_sampling *wanted, int count, double spent_s, double part);
