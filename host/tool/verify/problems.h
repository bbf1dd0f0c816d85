/* problems.h - random problems over all parameters of an algorithm, drawn only from its table. */
#pragma once

#include "cases/random.h"
#include "options/select.h"

/* The largest drawn problem: elements of all arrays, and operations by the table's cost. Run-time sizes are
   halved until it fits. */
typedef struct tool_problem_limits {
    double elements, operations;
} tool_problem_limits;

/* Which values are drawn; others in problem->value stay. */
typedef enum tool_drawn { TOOL_DRAW_ALL, TOOL_DRAW_RUNTIME } tool_drawn;

/* Draws values into problem->value: both ends of a range and their neighbours, numbers around powers of two
   and multiples of the sub-group and the work-group (problem->width, group_size), and others, log-uniform.
   What `given` sets ("n=1000 buckets=256") keeps its value. The result passes the algorithm's own check and
   reads back the same from its text. False: none of many draws did. */
bool tool_problem_draw(const tool_case *cs, const char *given, tool_drawn drawn,
                       const tool_problem_limits *limits, tool_random *random, xl__problem *problem);

/* "name=value name=value" of all parameters; false: no room. */
bool tool_problem_text(const xl__algorithm *algorithm, const xl__problem *problem,
                       char out[TOOL_SETTINGS_TEXT]);

/* One of the inputs that the case has for verify. */
const char *tool_problem_distribution(const tool_case *cs, tool_random *random);
