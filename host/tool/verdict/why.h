/*
 * why.h - why one row is faster than another of the same problem, from what stands in both.
 *
 * A row's time is its limit (launch floor, memory or arithmetic, as measured in the same run) over the
 * fraction of it that was reached. So the ratio of two times is the ratio of their limits times the ratio of
 * their fractions, and a reason says which of the two carries it, and names it.
 */
#ifndef TOOL_WHY_H
#define TOOL_WHY_H

#include "recorded/recorded.h"

/* What carries a difference. UNSAID: the records do not say why. */
typedef enum tool_carrier {
    TOOL_WHY_UNSAID,
    TOOL_WHY_LAUNCH,
    TOOL_WHY_MEMORY,
    TOOL_WHY_ARITHMETIC,
    TOOL_WHY_LIMITS, /* limits of two kinds */
    TOOL_WHY_REACHED /* more of the limit is reached */
} tool_carrier;

typedef struct tool_why {
    tool_carrier carrier;
    char text[700]; /* a clause without a full stop */
} tool_why;

/* Why `fast` of one subject takes less time than `slow` of another; subjects have their letters. UNSAID where
   the ratio of the limits times that of the fractions is more than 10% off the ratio of the times, a fraction
   is not between 0 and 1, or a limit is not what its own parts (floor, bytes and bandwidth, operations and
   rate) come to. */
tool_why tool_why_faster(const tool_recorded *recorded, int fast_subject, const json_t *fast,
                         int slow_subject, const json_t *slow);

/* "launch", "memory", "arithmetic": a row's `limited_by` for people. */
const char *tool_limit_word(const json_t *record);

/* Whether a row's limit, its kind and its fraction agree with each other and with their parts, to 10%. */
bool tool_limit_is_sound(const json_t *record);

#endif
