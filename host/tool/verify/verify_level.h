/*
 * verify_level.h - the rows of verify at a level. Compiling, for nearly every row, costs a hundred times as
 * much as running. At the default level every strategy meets every type, target and point of --set, and every
 * parameter value occurs; if room is left, pairs of strategies and types with values. Every row has all
 * inputs and sizes; sizes that need another program occur once per strategy and target. The seed decides
 * between equal rows.
 */
#pragma once

#include "run/config.h"
#include "run/targets.h"

/* LEVEL_FIRST, for `run`: at each target and point one combination of type and settings. */
typedef enum tool_level { TOOL_LEVEL_FIRST, TOOL_LEVEL_QUICK, TOOL_LEVEL_FULL } tool_level;

/* TOOL_QUICK_ROOM: rows of an algorithm at the default level; more if needed. */
enum { TOOL_QUICK_ROOM = 12 };

typedef struct tool_level_row {
    tool_config base;
    int choice; /* index in `choices`; the next are what is crossed */
    int target; /* 0 for a strategy without sub-groups */
    int type, point, extra;
    bool first; /* the first of its target and point */
    bool taken;
    bool idle;  /* only records why it does not run */
    bool whole; /* has all sizes, also sizes that need another program */
} tool_level_row;

typedef struct tool_level_trial {
    size_t row;
    char settings[160];
} tool_level_trial;

/* Of one algorithm, by strategy, target, point, type and the case's settings. */
typedef struct tool_level_list {
    const tool_choice *choices;
    int choice_count;
    tool_level_row *row; /* owned */
    size_t rows, taken;
    tool_level_trial *trial; /* owned; by row */
    size_t trials;
    long met, left; /* pairs of strategies and types with values, at the default level */
    json_t *names;  /* owned: some that are left, "builtin with operator=xor" */
} tool_level_list;

void tool_level_make(const tool_session *session, const tool_choice *choices, int count,
                     const tool_target *targets, int target_count, tool_level level, tool_level_list *out);
void tool_level_free(tool_level_list *list);

enum { TOOL_MAX_CASES = 256 };

typedef struct tool_case_list {
    tool_config item[TOOL_MAX_CASES];
    bool tuning[TOOL_MAX_CASES]; /* skipped if its tuning value changes nothing or does not run */
    int count;
} tool_case_list;

typedef struct tool_case_plan {
    const char *given;
    size_t group; /* of the base case */
    const tool_level_trial *trial;
    size_t trials;
    tool_level level;
    bool whole;
} tool_case_plan;

/* Inputs at the base size, then tuning values and sizes (ascending, one dimension at a time) with the
   first input. */
void tool_level_cases(const tool_session *session, const tool_config *base, const tool_case_plan *plan,
                      tool_case_list *out);
