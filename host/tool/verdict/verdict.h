/*
 * verdict.h - which device is better at what, and why, in sentences. What `compare` begins with, `run` ends
 * with and `report` shows.
 */
#ifndef TOOL_VERDICT_H
#define TOOL_VERDICT_H

#include "verdict/contest.h"

/* Two subjects or more: first all algorithms together, then a sentence for each: who is faster in how many of
   its problems and how many times, who in the others; and why, where it was largest. Lines are long: whoever
   prints them breaks them (wrap.h). */
void tool_verdict_tell(const tool_contests *contests, tool_teller *tell, void *user);

/* Of one subject: its best of each problem, how near to what limit it came. */
void tool_verdict_tell_alone(const tool_contests *contests, tool_teller *tell, void *user);

/* What the words mean. */
extern const char tool_verdict_legend[];

#endif
