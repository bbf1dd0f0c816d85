/*
 * pair_factors.h - what a problem of an algorithm can be chosen from: the factors of `verify --level pairs`,
 * made from the algorithm's tables.
 */
#ifndef TOOL_PAIR_FACTORS_H
#define TOOL_PAIR_FACTORS_H

#include "verify/cover.h"
#include "verify/problem_rows.h"

/* The factors that are no parameters, by their numbers; the others follow. */
enum { TOOL_F_STRATEGY, TOOL_F_TARGET, TOOL_F_TYPE, TOOL_F_POINT, TOOL_F_DISTRIBUTION, TOOL_F_PARAMS };

enum { TOOL_MOST_WORDS = 24 };

/* A value of a parameter: a number, or one that the row's width or work-group gives, or any. */
typedef enum tool_word_kind {
    TOOL_WORD_NUMBER,
    TOOL_WORD_LANES,
    TOOL_WORD_GROUP,
    TOOL_WORD_ANY
} tool_word_kind;

typedef struct tool_word {
    tool_word_kind kind;
    double number; /* added to the width, to the work-group's size */
} tool_word;

typedef struct tool_param_factor {
    int factor, param;
    tool_word word[TOOL_MOST_WORDS];
    int count;
} tool_param_factor;

typedef struct tool_pair_factors {
    const tool_case *cs;
    const tool_problem_job *job;
    int choices[TOOL_MAX_VALUES]; /* into job->choices: those of this algorithm */
    int choice_count;
    xl_type types[XL__MAX_TYPES];
    int type_count;
    const tool_points *points;
    const char *distributions[TOOL_MAX_VALUES];
    int distribution_count;
    tool_param_factor params[XL__MAX_PARAMS];
    int param_count;
    uint32_t row, runs; /* a bit per factor: what is compiled in; what each run of it may change */
    tool_cover cover;
} tool_pair_factors;

/* All factors of the algorithm of job->choices[first], nothing met yet; freed in either case. */
int tool_pair_factors_make(const tool_problem_job *job, int first, tool_pair_factors *f, xl_error *error);
void tool_pair_factors_free(tool_pair_factors *f);

/* Strategy, target and type of a choice. */
tool_config tool_pair_config(const tool_pair_factors *f, const int *choice);

/* "name=value ..." of the chosen values of the parameters of `wanted` factors, behind those of --set. False:
   one of them is out of the parameter's range at this width. */
bool tool_pair_settings(const tool_pair_factors *f, uint32_t wanted, const int *choice, int width,
                        size_t group, char out[TOOL_SETTINGS_TEXT]);

/* "way=shuffle", for messages. */
void tool_pair_word(const tool_pair_factors *f, int factor, int value, char *out, size_t size);
/* "way". */
const char *tool_pair_factor_name(const tool_pair_factors *f, int factor);

#endif
