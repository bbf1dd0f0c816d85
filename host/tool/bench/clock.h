/*
 * clock.h - detects a changed clock by timing fixed work (tool_ceilings_probe). Interruptions only add time:
 * the shortest of a few counts, and a change is measured again.
 */
#pragma once

/* Nanoseconds; 0: unknown. */
typedef double tool_clock_measure(void *of);

/* Changes up to this share are noise: on two cores under a load of 10, of 800 successive pairs, each the
   shortest of 6, none differed by as much, 8 by 5%. */
#define TOOL_CLOCK_SHARE 0.08

typedef struct tool_clock {
    tool_clock_measure *measure;
    void *of;
    double noise; /* the same for this device */
    double last;  /* time at the last look; 0: none */
} tool_clock;

/* Noise: 8 times the median deviation of a few looks, at least TOOL_CLOCK_SHARE. */
void tool_clock_start(tool_clock *clock, tool_clock_measure *measure, void *of);

/* Returns the time. *change since the last look: -0.12: the clock fell by 12%; 0: noise, or unknown. */
double tool_clock_look(tool_clock *clock, double *change);
