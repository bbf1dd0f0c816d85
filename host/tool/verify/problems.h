/* problems.h - random problems over all parameters of an algorithm. */
#pragma once

#include "cases/random.h"
#include "options/select.h"

/* Run-time sizes are halved until both fit. */
typedef struct tool_problem_limits {
    double elements, operations;
} tool_problem_limits;

/* Others in problem->value stay. */
typedef enum tool_draw { TOOL_DRAW_ALL, TOOL_DRAW_RUNTIME } tool_draw;

/* Draws the ends of a range and their neighbours, numbers around powers of two and multiples of sub-group and
   work-group, and others, log-uniform. Keeps what `given` sets ("n=1000 buckets=256"). The result passes the
   algorithm's check and reads back the same from its text. False: none of many draws did. */
bool tool_problem_draw(const tool_case *cs, const char *given, tool_draw which,
                       const tool_problem_limits *limits, tool_random *random, xl__problem *problem);

/* "name=value ..." of all parameters; false: no room. */
bool tool_problem_text(const xl__algorithm *algorithm, const xl__problem *problem,
                       char out[TOOL_SETTINGS_TEXT]);

const char *tool_problem_distribution(const tool_case *cs, tool_random *random);
