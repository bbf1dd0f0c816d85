/* timed.h - the problems of bench and tune, in their order. */
#pragma once

#include "run/config.h"

/* If --set names none: the first; each as its own problem; the same, but for a main algorithm's smallest
 * shape the first; or none yet.
 */
typedef enum tool_timed_inputs {
    TOOL_FIRST_INPUT,
    TOOL_EACH_INPUT,
    TOOL_EACH_LARGE_INPUT,
    TOOL_OPEN_INPUT
} tool_timed_inputs;

typedef struct tool_timed_problem {
    tool_config config; /* without a strategy and a target */
    bool one_width;     /* each strategy at one width: the published shape on a slow device */
} tool_timed_problem;

typedef struct tool_timed {
    tool_timed_problem *item; /* owned */
    size_t count;
} tool_timed;

/* Points with the case's bench settings: with all if the point gives no size, with one or two if `reduced`.
   Free the list. */
tool_timed tool_timed_list(const tool_choice *choices, int count, bool reduced, tool_timed_inputs inputs);
void tool_timed_free(tool_timed *list);

/* A user's kernel has a copy of its algorithm's case, and alternates with the algorithm's strategies. */
bool tool_same_problems(const tool_case *a, const tool_case *b);
