/*
 * verify_level.h - the rows of verify: what the tables and the options cross, and which of them a level
 * takes.
 *
 * Compiling costs a hundred times as much as running, and nearly every row is a program. The default level
 * takes so few that every strategy meets every type, target and point of --set, and every value of a
 * parameter is met; if those are few there is room for more, in which strategies and types meet values. Every
 * row has all inputs and all sizes, but for sizes that need a program of their own, as they change a chosen
 * tuning value: a strategy has those once for each target. Among rows that meet as much the seed decides.
 */
#ifndef TOOL_VERIFY_LEVEL_H
#define TOOL_VERIFY_LEVEL_H

#include "run/config.h"
#include "run/targets.h"

/* LEVEL_FIRST: at each target and point the first combination of type and settings, what `run` asks for. */
typedef enum tool_level { TOOL_LEVEL_FIRST, TOOL_LEVEL_QUICK, TOOL_LEVEL_FULL } tool_level;

/* TOOL_QUICK_ROOM: of an algorithm the default level takes so many rows, or as many as have to be. */
enum { TOOL_QUICK_ROOM = 12 };

typedef struct tool_level_row {
    tool_config base;
    int choice; /* among those of the list, with what is crossed: */
    int target; /* 0 of a strategy without sub-groups */
    int type, point, own;
    bool first; /* the first combination of its target and point */
    bool taken;
    bool idle;  /* taken by the default level to tell why it does not run */
    bool whole; /* has all sizes, also those that need a program of their own */
} tool_level_row;

/* A tuning value that is tried in a row, in a program of its own. */
typedef struct tool_level_trial {
    size_t row;
    char settings[160];
} tool_level_trial;

/* Rows of the strategies of one algorithm, by strategy, target, point, type and the case's own settings. */
typedef struct tool_level_list {
    const tool_choice *choices;
    int choice_count;
    tool_level_row *row; /* owned */
    size_t rows, taken;
    tool_level_trial *trial; /* owned; by row */
    size_t trials;
    long met, left; /* of what strategies and types may meet; the default level's */
    json_t *names;  /* owned: some of what is left, "builtin with operator=xor" */
} tool_level_list;

void tool_level_make(const tool_session *session, const tool_choice *choices, int count,
                     const tool_target *targets, int target_count, tool_level level, tool_level_list *out);
void tool_level_free(tool_level_list *list);

/* The cases of a row: what runs with its configuration. */
enum { TOOL_MAX_CASES = 256 };

typedef struct tool_case_list {
    tool_config item[TOOL_MAX_CASES];
    bool tuning[TOOL_MAX_CASES]; /* tries a tuning value: left out where it changes nothing or does not run */
    int count;
} tool_case_list;

/* What decides which cases a row has, beside its configuration. */
typedef struct tool_case_plan {
    const char *given;             /* the point of --set */
    size_t group;                  /* work-group size of the base case */
    const tool_level_trial *trial; /* tuning values that are tried */
    size_t trials;
    tool_level level;
    bool whole; /* sizes that need a program of their own, too */
} tool_case_plan;

/* Inputs at the base size, then tuning values and sizes (climbing, one dimension at a time) with the first
 * input.
 */
void tool_level_cases(const tool_session *session, const tool_config *base, const tool_case_plan *plan,
                      tool_case_list *out);

#endif
