/* promise.h - what a driver guarantees beyond the standard. */
#pragma once

#include "run/session.h"
#include "run/targets.h"

typedef enum tool_outcome {
    TOOL_PROMISE_HOLDS,      /* never broken, and the mutant was */
    TOOL_PROMISE_BROKEN,     /* broken at least once */
    TOOL_PROMISE_UNPROVEN,   /* never broken, but the mutant was not either */
    TOOL_PROMISE_FOUND,      /* an answer in words: nothing that could be broken */
    TOOL_PROMISE_IMPOSSIBLE, /* the device lacks what the question is about */
    TOOL_PROMISE_OUTCOMES
} tool_outcome;
const char *tool_outcome_name(tool_outcome outcome); /* "holds" */

typedef struct tool_promise {
    tool_outcome outcome;
    long long tries, broken, mutant_tries, mutant_broken;
    char words[160];    /* the answer of TOOL_PROMISE_FOUND, or why it is impossible; else "" */
    char example[2048]; /* the smallest one that shows the breach; "" : none */
} tool_promise;

/* The outcome of the four numbers. */
tool_outcome tool_promise_judge(const tool_promise *promise);

typedef struct tool_promise_place {
    tool_session *session;
    const tool_target *target; /* a native width; NULL: the question is not about sub-groups */
    const char *options;       /* of its kernels */
    double seconds;            /* for this question */
    uint64_t seed;
} tool_promise_place;

typedef struct tool_question tool_question;

/* Fills out[question->count]. Other than XL_SUCCESS: nothing could be measured. */
typedef int tool_measure(const tool_question *question, const tool_promise_place *place, tool_promise *out,
                         xl_error *error);

struct tool_question {
    const char *name;      /* in records: "together_if" */
    const char *words;     /* within its line: "later ones" */
    int line;              /* of the screen (tool_promise_lines) */
    bool lanes;            /* about sub-groups: asked at each native width */
    int count;             /* measured together, from this one on; 0: measured with an earlier one */
    tool_measure *measure; /* of questions that are measured first */
    int which;             /* of the questions that share the function */
};

/* Questions of a line are neighbours; ends with a NULL name. */
extern const tool_question tool_questions[];
const tool_question *tool_find_question(const char *name); /* NULL: none */
/* `name`, which may have wildcards, names the question or one measured with it. */
bool tool_question_named(const tool_question *question, const char *name);

/* A line of the screen: what holds, in a kernel writer's words; ends with NULL. */
extern const char *const tool_promise_lines[];

tool_measure tool_measure_order, tool_measure_progress, tool_measure_ability, tool_measure_handed,
    tool_measure_lanes, tool_measure_branches, tool_measure_interpreter, tool_measure_shuffle,
    tool_measure_sums;
