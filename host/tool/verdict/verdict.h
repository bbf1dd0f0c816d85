/*
 * verdict.h - which device is better at what, and why, in sentences. `compare` begins with it, `run` ends
 * with it, `report` shows it.
 */
#pragma once

#include "verdict/contest.h"

/* For two subjects or more: first all algorithms together, then a sentence for each: who is faster in how
   many problems and by how much, who in the others, and why in the widest. Lines are long: the printer wraps
   them (wrap.h). */
void tool_verdict_tell(const tool_contests *contests, tool_teller *to, void *reader);

/* For one subject: its best of each problem, and how near its limit that came. */
void tool_verdict_tell_alone(const tool_contests *contests, tool_teller *to, void *reader);

/* A line for each group of devices that are one processor under several drivers. */
void tool_verdict_processors(const tool_contests *contests, tool_teller *to, void *reader);

extern const char tool_verdict_legend[];
