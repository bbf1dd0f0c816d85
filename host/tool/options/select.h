/* select.h - which strategies NAME chooses, and which points --set gives. */
#pragma once

#include "cases/case.h"
#include "options/options.h"

enum { TOOL_MAX_CHOICES = 512, TOOL_AUTO_STRATEGY = -1, TOOL_SETTINGS_TEXT = 512 };

typedef struct tool_point {
    char settings[TOOL_SETTINGS_TEXT]; /* "n=1000 buckets=256": only what was given */
    xl_type type;                      /* XL_TYPE_NONE: not given */
    const char *distribution;          /* NULL: not given */
} tool_point;

typedef struct tool_points {
    tool_point *item; /* owned */
    size_t count;
} tool_points;

typedef struct tool_choice {
    const tool_case *cs;
    int strategy;              /* index, or TOOL_AUTO_STRATEGY */
    const tool_points *points; /* of --set for the case, shared by its choices */
} tool_choice;

/* In table order, each once; no name: all. `run` with a limit in seconds puts the main algorithms first, then
   those of run_order.def. Wildcards choose planted strategies only with --plant. Complains, TOOL_USAGE: a
   name chooses nothing. */
tool_exit tool_select_strategies(const tool_options *options, tool_choice out[TOOL_MAX_CHOICES], int *count);

/* Parts of `run` with a limit: the main algorithms, then one each. Returns the end of the part that starts at
   `from`. */
int tool_next_part(const tool_choice *choices, int count, int from);

const char *tool_choice_name(const tool_choice *choice);

/* It runs once for all widths. */
bool tool_needs_no_sub_groups(const tool_choice *choice);

bool tool_only_auto(const tool_choice *choices, int count, const tool_case *cs);

/* A parameter, type, distribution or shape. */
bool tool_case_knows(const tool_case *cs, const char *name);

/* Checks the value; XL_BAD_NAME or XL_BAD_VALUE with the reason. */
int tool_point_set(const tool_case *cs, tool_point *point, const char *name, const char *value,
                   xl_error *error);
/* Crosses values of every --set that the algorithm knows; without any, one empty point. XL_BAD_NAME,
   XL_BAD_VALUE with the reason. */
int tool_points_expand(const tool_case *cs, const tool_words *settings, tool_points *out, xl_error *error);
void tool_points_free(tool_points *points);

/* Freed by tool_seen_free. */
typedef struct tool_seen {
    char **text;
    size_t count;
} tool_seen;

/* True: new, as every text without memory. */
bool tool_seen_add(tool_seen *seen, const char *text);
void tool_seen_free(tool_seen *seen);

/* `out` has room for `count` lists; the caller frees `*lists` of them in any case. Complains of wrong values,
 * and of a --set unknown to all chosen algorithms.
 */
tool_exit tool_select_points(const tool_options *options, tool_choice *choices, int count, tool_points *out,
                             int *lists);

/* Of its first array with several types, else only XL_TYPE_NONE; returns how many. */
int tool_plan_types(const xl__algorithm *algorithm, xl_type out[XL__MAX_TYPES]);

/* `strong` overrides settings of `weak` with the same name, and the other form of a product
 * (xl__algorithm.product). Algorithm NULL: only the same name, so contradictions stay visible.
 */
void tool_settings_join(const xl__algorithm *algorithm, const char *weak, const char *strong,
                        char out[TOOL_SETTINGS_TEXT]);
bool tool_settings_have(const char *settings, const char *name);
/* True also if the text sets what determines `name`. */
bool tool_settings_decide(const xl__algorithm *algorithm, const char *settings, const char *name);
