/*
 * cause.h - one short reason why a device is faster than another at a problem. If none explains the ratio, or
 * a resource explains more or less, the text has the fraction of its limit that each device reaches.
 */
#pragma once

#include "verdict/contest.h"

enum { TOOL_CAUSE = 96 };

/* Why the fastest subject is faster than the next, in at most ten words. */
const char *tool_cause_text(const tool_contests *contests, const tool_contest *contest, char out[TOOL_CAUSE]);

/* True if both devices are drivers of the same processor, or of equal ones. */
bool tool_is_same_processor(const tool_subject *a, const tool_subject *b);
