/*
 * stats.h - what a set of times says: median, spread, minimum, and whether to trust them.
 *
 * Times are skewed (interrupts only ever add), so the median and the median absolute deviation describe them,
 * not mean and variance. All times are nanoseconds.
 */
#ifndef TOOL_STATS_H
#define TOOL_STATS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tool_stats {
    double median, mad, min; /* mad: the median of |sample - median|, not scaled */
    bool noisy;
} tool_stats;

enum { TOOL_STATS_FEW = 3 };

/* A row is noisy when its median cannot be relied on to 5%: fewer than TOOL_STATS_FEW samples, a median
   absolute deviation above 5% of the median, or a median of the later half of the samples (in the order they
   were taken) that lies more than 5% off that of the earlier half (a clock that moved). */
#define TOOL_NOISY_SHARE 0.05

/* In ascending order. */
void tool_sort(double *values, size_t n);

/* Median of n values; NAN for n = 0. Sorts `values`. The mean of the middle two when n is even. */
double tool_median(double *values, size_t n);

/* false when there is no sample, one is not finite, or memory ran out: *out is then all zero. */
bool tool_stats_of(const double *samples, size_t n, tool_stats *out);

/* Warm-up: launch until times settle.
   Settled: at least `least_s` seconds have passed since the start (a device takes about 0.3 s to wake) and
   the median of the last 5 times lies within 3% of the median of the 5 before. Given up: `most_s` seconds
   have passed. Samples taken afterwards say by themselves whether they are noisy. */
enum { TOOL_SETTLE_WINDOW = 5 };
#define TOOL_SETTLE_SHARE 0.03

typedef enum tool_settle_state { TOOL_WARMING, TOOL_SETTLED, TOOL_GAVE_UP } tool_settle_state;

typedef struct tool_settle {
    double least_s, most_s;
    double recent[2 * TOOL_SETTLE_WINDOW]; /* a ring */
    size_t count;                          /* of all samples so far */
} tool_settle;

void tool_settle_start(tool_settle *settle, double least_s, double most_s);

/* Adds the time of one launch, `elapsed_s` seconds after the start. */
tool_settle_state tool_settle_add(tool_settle *settle, double sample_ns, double elapsed_s);

/* A low one of the recent times, a quarter of them lie below: by which the launches of a batch go. Where
   another load comes by, most are far too long; and now and then one is far too short, because a driver noted
   late when the launch before it had ended. */
double tool_settle_low(const tool_settle *settle);

/* How long a row is sampled: until it has so many samples and has taken so many seconds. One that is slow
   gets no more than a second and 10 times the seconds asked for, but `fewest` samples. */
typedef struct tool_sampling {
    int samples, fewest;
    double seconds;
} tool_sampling;

/* Whether it has that part of them (1: all; 0.5: the first half). */
bool tool_sampled_enough(const tool_sampling *wanted, int count, double spent_s, double part);

#endif
