/*
 * select.h - from words to work: which strategies NAME chooses, and which points --set spans.
 */
#pragma once

#include "cases/case.h"
#include "options/options.h"

enum { TOOL_MAX_CHOICES = 512, TOOL_AUTO_STRATEGY = -1, TOOL_SETTINGS_TEXT = 512 };

/* One point of a parameter sweep. */
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
    int strategy; /* index, or TOOL_AUTO_STRATEGY */
    const tool_points
        *points; /* what --set spans of the case, once that is known; all choices of it have them */
} tool_choice;

/* The strategies that the names choose, in table order, each once. No name: all. `run` with a limit in
   seconds has the main algorithms first, then those of run_order.def. Wildcards never choose planted
   strategies; only the pattern of --plant does. Complains and returns TOOL_USAGE for a name that chooses
   nothing. */
tool_exit tool_select_strategies(const tool_options *options, tool_choice out[TOOL_MAX_CHOICES], int *count);

/* The parts of `run` with a limit in seconds: the main algorithms, then one algorithm each. Returns the end
   of the part that begins at `from`. */
int tool_next_part(const tool_choice *choices, int count, int from);

const char *tool_choice_name(const tool_choice *choice);

/* True if it has no sub-groups, so that it runs once for all widths. */
bool tool_needs_no_sub_groups(const tool_choice *choice);

/* True if only the automatic choice is chosen for this algorithm. */
bool tool_only_auto(const tool_choice *choices, int count, const tool_case *cs);

/* Whether --set NAME means something to the case's algorithm: a parameter, type, distribution or shape. */
bool tool_case_knows(const tool_case *cs, const char *name);

/* Gives a point a value of type, distribution, shape or a parameter, which is checked; XL_BAD_NAME or
   XL_BAD_VALUE with the reason. */
int tool_point_set(const tool_case *cs, tool_point *point, const char *name, const char *value,
                   xl_error *error);
/* Crosses the values of every --set that the case's algorithm knows (its parameters, and type, distribution,
   shape). At least one point, an empty one. XL_BAD_NAME, XL_BAD_VALUE with the reason. */
int tool_points_expand(const tool_case *cs, const tool_words *settings, tool_points *out, xl_error *error);
void tool_points_free(tool_points *points);

/* Texts that have been met. Freed by tool_seen_free. */
typedef struct tool_seen {
    char **text;
    size_t count;
} tool_seen;

/* True if the text is new; adds it. Without memory every text counts as new. */
bool tool_seen_add(tool_seen *seen, const char *text);
void tool_seen_free(tool_seen *seen);

/* Gives the choices their points (tool_points_expand). Fills `out`, which has room for `count` lists, with
   *lists lists; the caller frees them in any case. Complains about a wrong value, and about a --set unknown
   to all chosen algorithms, with the nearest name. */
tool_exit tool_select_points(const tool_options *options, tool_choice *choices, int count, tool_points *out,
                             int *lists);

/* The types that a plan of this algorithm can have (those of its first array with several types, else only
 * XL_TYPE_NONE); returns how many. */
int tool_plan_types(const xl__algorithm *algorithm, xl_type out[XL__MAX_TYPES]);

/* Joins settings texts. `strong` overrides settings of `weak` with the same name, and for a size that may be
 * given as a product (xl__algorithm.product) also its other form. Algorithm NULL: only the same name, for
 * texts from one source, whose contradictions must stay visible. */
void tool_settings_join(const xl__algorithm *algorithm, const char *weak, const char *strong,
                        char out[TOOL_SETTINGS_TEXT]);
/* True when the text sets `name`. */
bool tool_settings_have(const char *settings, const char *name);
/* The same, or sets what the value of `name` follows from. */
bool tool_settings_decide(const xl__algorithm *algorithm, const char *settings, const char *name);
