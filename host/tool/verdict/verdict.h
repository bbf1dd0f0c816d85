/* verdict.h - sentences about which device is better at what, and why, for `compare`, `run` and `report`. */
#pragma once

#include "verdict/contest.h"
#include "verdict/short_names.h"

/* For two or more subjects: all algorithms, then a sentence for each: which subject is faster in how many
   problems, by how much, and why in the widest. The printer wraps the lines (wrap.h). */
void tool_verdict_tell(const tool_contests *contests, tool_teller *to, void *reader);

/* For one subject: its best of each problem, and the fraction of its limit. */
void tool_verdict_tell_alone(const tool_contests *contests, tool_teller *to, void *reader);

/* A line for each group of drivers of one processor. `names`: of the subjects; NULL: letters. */
void tool_verdict_processors(const tool_contests *c, char (*names)[TOOL_SHORT], tool_teller *tell,
                             void *user);

extern const char tool_verdict_legend[];
