/*
 * clock.h - whether a device's clock changed between rows: a fixed piece of work is timed before and after
 * them.
 *
 * The work is one work-group of multiply-adds that wait for each other (tool_ceilings_probe), so of a
 * processor one core. What comes in between, another process for example, only adds to its time: the shortest
 * of a few counts, and what differs from the time before is measured more often before it is believed.
 */
#ifndef TOOL_CLOCK_H
#define TOOL_CLOCK_H

/* How long the work takes now, nanoseconds; 0: not known. */
typedef double tool_clock_measure(void *of);

/* Changes up to this share are noise everywhere. Measured on two cores under a load of 10, two
   runtimes: of 800 neighbours, each the shortest of 6, none differed by as much, 8 by 5%. */
#define TOOL_CLOCK_SHARE 0.08

typedef struct tool_clock {
    tool_clock_measure *measure;
    void *of;
    double noise; /* changes up to this share say nothing on this device */
    double last;  /* the time when it was looked at last; 0: it has not been */
} tool_clock;

/* Looks a few times, and takes 8 times the median deviation of these looks as noise where that is more than
   TOOL_CLOCK_SHARE. */
void tool_clock_start(tool_clock *clock, tool_clock_measure *measure, void *of);

/* The time of the work now; *change: by which share the clock has changed since the last look. -0.12: it fell
   by 12%; 0: by no more than noise, or a time is not known. */
double tool_clock_look(tool_clock *clock, double *change);

#endif
