/*
 * clock.h - detects that a device's clock changed between rows, by timing a fixed work-group of dependent
 * multiply-adds (tool_ceilings_probe) before and after them. Interruptions only add to its time, so the
 * shortest of a few times counts, and a change is measured again.
 */
#pragma once

/* Nanoseconds that the work takes now; 0: not known. */
typedef double tool_clock_measure(void *of);

/* Changes up to this share are noise on every device. Measured on two cores under a load of 10 with two
   runtimes: of 800 successive pairs, each the shortest of 6, none differed by as much, 8 by 5%. */
#define TOOL_CLOCK_SHARE 0.08

typedef struct tool_clock {
    tool_clock_measure *measure;
    void *of;
    double noise; /* the same for this device */
    double last;  /* the time at the last look; 0: none yet */
} tool_clock;

/* Looks a few times. Noise is 8 times the median deviation of these looks, at least TOOL_CLOCK_SHARE. */
void tool_clock_start(tool_clock *clock, tool_clock_measure *measure, void *of);

/* The time of the work now; *change: the clock's change since the last look. -0.12: it fell by 12%; 0: within
   noise, or a time is not known. */
double tool_clock_look(tool_clock *clock, double *change);
