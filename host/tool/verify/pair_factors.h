/* pair_factors.h - the factors of `verify --level pairs`, from the tables. */
#pragma once

#include "verify/cover.h"
#include "verify/problem_rows.h"

/* Parameters follow. */
enum { TOOL_F_STRATEGY, TOOL_F_TARGET, TOOL_F_TYPE, TOOL_F_POINT, TOOL_F_DISTRIBUTION, TOOL_F_PARAMS };

enum { TOOL_MOST_WORDS = 24 };

/* A number, relative to the row's width or work-group, or any. */
typedef enum tool_word_kind {
    TOOL_WORD_NUMBER,
    TOOL_WORD_LANES,
    TOOL_WORD_GROUP,
    TOOL_WORD_ANY
} tool_word_kind;

typedef struct tool_word {
    tool_word_kind kind;
    double number; /* or the offset to width or work-group size */
} tool_word;

typedef struct tool_param_factor {
    int factor, param;
    tool_word word[TOOL_MOST_WORDS];
    int count;
} tool_param_factor;

typedef struct tool_pair_factors {
    const tool_case *cs;
    const tool_problem_job *job;
    int choices[TOOL_MAX_VALUES]; /* this algorithm's indices in job->choices */
    int choice_count;
    xl_type types[XL__MAX_TYPES];
    int type_count;
    const tool_points *points;
    const char *distributions[TOOL_MAX_VALUES];
    int distribution_count;
    tool_param_factor params[XL__MAX_PARAMS];
    int param_count;
    uint32_t row, runs; /* a bit per factor: compiled in; may change with each run */
    tool_cover cover;
} tool_pair_factors;

/* Of the algorithm of job->choices[first]. Free in either case. */
int tool_pair_factors_make(const tool_problem_job *job, int first, tool_pair_factors *f, xl_error *error);
void tool_pair_factors_free(tool_pair_factors *f);

tool_config tool_pair_config(const tool_pair_factors *f, const int *choice);

/* "name=value ..." of the `wanted` parameters, after --set. False: one is out of range at this width. */
bool tool_pair_settings(const tool_pair_factors *f, uint32_t wanted, const int *choice, int width,
                        size_t group, char out[TOOL_SETTINGS_TEXT]);

/* "way=shuffle" */
void tool_pair_word(const tool_pair_factors *f, int factor, int value, char *out, size_t size);
const char *tool_pair_factor_name(const tool_pair_factors *f, int factor);
