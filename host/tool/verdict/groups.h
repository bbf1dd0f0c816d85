/* groups.h - the problems of each algorithm, and their winners. */
#pragma once

#include "verdict/contest.h"

typedef struct tool_group {
    char algorithm[64];
    const tool_contest **item; /* a part of a list that all groups share */
    int count;
    int wins[TOOL_MAX_SUBJECTS], winners; /* problems won by each subject; number of subjects that won any */
    int same, unknown;                    /* problems without a winner: equal times; too few samples */
    int most;                             /* the subject that won most problems */
} tool_group;

/* One group per algorithm, in the order of the contests. Free with tool_groups_free. */
tool_group *tool_groups_make(const tool_contests *contests, size_t *count);
void tool_groups_free(tool_group *all);

/* Keeps the problems that one set of most subjects timed: means of different problems are not comparable.
   Returns how many it drops. */
int tool_group_narrow(tool_group *group, int subjects);

/* The problem that the subject won by the largest factor; NULL if it won none. */
const tool_contest *tool_group_widest(const tool_group *group, int subject);

/* The won problem whose ratio is nearest to `ratio`; NULL: none. */
const tool_contest *tool_group_nearest(const tool_group *group, int subject, double ratio);
