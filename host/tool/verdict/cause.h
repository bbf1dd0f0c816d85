/*
 * cause.h - one short reason why one device is faster than another at a problem.
 *
 * The reasons are a closed list: a demoted operation, memory, arithmetic, launch, native sub-groups, a
 * derived operation, compiled code, compute units. Where none of them explains the ratio, the text gives the
 * fraction of its limit that each device reaches.
 */
#pragma once

#include "verdict/contest.h"

enum { TOOL_CAUSE = 96 };

/* Why the fastest subject of the contest is faster than the next one, in at most ten words. */
const char *tool_cause_text(const tool_contests *contests, const tool_contest *contest, char out[TOOL_CAUSE]);
