/*
 * why.h - why one row is faster than another of the same problem. A row's time is its limit (launch floor,
 * memory or arithmetic, measured in the same run) divided by the reached fraction of it. So a ratio of times
 * is a ratio of limits times one of fractions; the reason names the factor that explains it.
 */
#pragma once

#include "recorded/recorded.h"

/* What explains a difference. UNSAID: the records do not. */
typedef enum tool_carrier {
    TOOL_WHY_UNSAID,
    TOOL_WHY_LAUNCH,
    TOOL_WHY_MEMORY,
    TOOL_WHY_ARITHMETIC,
    TOOL_WHY_LIMITS,  /* different kinds of limits */
    TOOL_WHY_REACHED, /* one reaches more of its limit */
    TOOL_WHY_FAR      /* the limits differ, but neither row is near its own */
} tool_carrier;

typedef struct tool_why {
    tool_carrier carrier;
    char text[700]; /* a clause without a full stop */
} tool_why;

/* Letters name the subjects. UNSAID if limits and fractions explain the ratio with an error above 10%, a
   fraction is not between 0 and 1, or a limit does not follow from its parts (floor, bytes and bandwidth,
   operations and rate). */
tool_why tool_why_faster(const tool_recorded *recorded, int fast_subject, const json_t *fast,
                         int slow_subject, const json_t *slow);

/* A row's `limited_by` in words: "launch", "memory", "arithmetic". */
const char *tool_limit_word(const json_t *record);

/* True if limit, kind, fraction and their parts agree to 10%. */
bool tool_limit_is_sound(const json_t *record);
