/*
 * candidates.h - what auto could take for a problem: strategies, widths, tuning values.
 */
#ifndef TOOL_CANDIDATES_H
#define TOOL_CANDIDATES_H

#include "run/config.h"
#include "run/targets.h"

enum { TOOL_MOST_CANDIDATES = 256 };

typedef struct tool_candidates {
    tool_config item[TOOL_MOST_CANDIDATES];
    int count;
} tool_candidates;

/* Every strategy of the case among the choices that auto could take (neither planted nor one that waits), at
   each target; one without sub-groups once. `base` has the problem and the inputs. */
void tool_candidates_list(const tool_choice *choices, int count, const tool_config *base,
                          const tool_target *targets, int target_count, tool_candidates *out);

/* `from` itself, then with one tuning value changed: a choice to each other word, `group` to every size that
   the device offers, another number to half and to twice of what the plan takes. */
void tool_candidates_vary(const tool_session *session, const tool_config *from, tool_candidates *out);

/* "n=1048576 buckets=256" of a problem: its whole numbers and the choices that are not at their default; of a
   size that is a product the factors. What it is measured as. False: it finds no room. */
bool tool_problem_shape(const xl__problem *problem, char out[TOOL_SETTINGS_TEXT]);

#endif
