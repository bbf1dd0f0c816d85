/*
 * cause.h - one short reason why a device is faster than another at a problem: a demoted operation,
 * memory, arithmetic, launch, native sub-groups, a derived operation, compiled code, or compute units. If
 * none explains the ratio, the text has the fraction of its limit that each device reaches.
 */
#pragma once

#include "verdict/contest.h"

enum { TOOL_CAUSE = 96 };

/* Why the fastest subject of the contest is faster than the next, in at most ten words. */
const char *tool_cause_text(const tool_contests *contests, const tool_contest *contest, char out[TOOL_CAUSE]);
