/* candidates.h - what auto could take for a problem. */
#pragma once

#include "run/config.h"
#include "run/targets.h"

enum { TOOL_MOST_CANDIDATES = 256 };

typedef struct tool_candidates {
    tool_config item[TOOL_MOST_CANDIDATES];
    int count;
} tool_candidates;

/* Every chosen strategy, neither planted nor waiting, at each target; without sub-groups once. `base` has the
   problem and the inputs. */
void tool_candidates_list(const tool_choice *choices, int count, const tool_config *base,
                          const tool_target *targets, int target_count, tool_candidates *out);

/* `from`, then variants with one tuning value changed: a choice to each other word, `group` to every size,
 * other numbers to half and twice the plan's.
 */
void tool_candidates_vary(const tool_session *session, const tool_config *from, tool_candidates *out);

/* "n=1048576 buckets=256": integers and non-default choices; factors for a product. False: no room. */
bool tool_problem_shape(const xl__problem *problem, char out[TOOL_SETTINGS_TEXT]);
