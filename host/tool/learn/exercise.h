/*
 * exercise.h - the exercises of `crosslane learn`. Each is a folder, of docs/exercises (built in) or of
 * --exercises:
 *
 *   exercise.json   what is computed: kernel, arrays, sizes, widths (docs/adding_exercise.md has the fields)
 *   text.md         the problem, and what to know for it
 *   hints.md        hints, one per paragraph, asked for one by one
 *   start.cl        the kernel with a hole to fill
 *   solution.cl     one that is right
 *   wrong_*.cl      typical wrong answers. The first line is a comment, "// Mistake: SENTENCE"; where their
 *                   results do not tell them from others, the second is "// Says: WORDS", which the answer to
 *                   them has to have in place of the sentence
 *   expected.cl     what is right: serial code in plain OpenCL C, run by one work-item, as
 *                   expected(inputs, outputs, uint n, uint width, uint group) on outputs that begin as 0
 *
 * From exercise.json an algorithm's table is made while the command runs, so that what makes plans, fills
 * buffers and compares is what verify uses.
 */
#pragma once

#include "base/text.h"
#include "cases/case.h"
#include "inspect/inspection.h"
#include "run/session.h"

enum {
    TOOL_MOST_EXERCISES = 100,
    TOOL_MOST_MISTAKES = 8,
    TOOL_MOST_DISTRIBUTIONS = 4,
    TOOL_MOST_MEASURES = 4,
    TOOL_MOST_CONDITIONS = 4,
    TOOL_EXERCISE_NAME = 64,
    TOOL_LARGEST_KERNEL = 1 << 20 /* bytes of a person's */
};

/* What an input is filled with: whole numbers from `least` on, `below` of them; or with `flag` a 1 for one
   number in `below`, else 0. */
typedef struct tool_fill {
    uint32_t below;
    int32_t least;
    bool flag;
} tool_fill;

/* One that is known: wrong_NAME.cl. */
typedef struct tool_known_mistake {
    char name[TOOL_EXERCISE_NAME];       /* wrong_NAME, as strategies are named */
    char source[2 * TOOL_EXERCISE_NAME]; /* the file, with the folder's name */
    char *text;                          /* the kernel; owned */
    char sentence[256], says[256];       /* says "": its results tell it from others */
    bool unsettled;                      /* sub-groups write to one place: results differ from run to run */
} tool_known_mistake;

typedef struct tool_exercise {
    xl__algorithm algorithm; /* first: the reference finds its exercise by it */
    tool_case cs;
    char name[TOOL_EXERCISE_NAME]; /* of the folder, "01-lane" */
    json_t *json;                  /* owns the texts of the tables */
    char *expected;                /* expected.cl; owned */
    xl__param params[2];           /* n, group */
    xl__array_desc arrays[XL__MAX_ARRAYS];
    tool_fill fill[XL__MAX_ARRAYS];
    double ulps[XL__MAX_ARRAYS];
    xl__strategy strategies[1 + TOOL_MOST_MISTAKES]; /* the person's, then the known mistakes */
    xl__pass passes[XL__MAX_ARRAYS + 2];
    int launch; /* which of them launches the kernel */
    xl__measure measures[TOOL_MOST_MEASURES + 1];
    const char *distributions[TOOL_MOST_DISTRIBUTIONS + 1];
    char any_order[256];
    bool whole;                  /* sizes are multiples of the work-group */
    int widths[TOOL_MAX_WIDTHS]; /* tried in this order unless --width asks for others */
    int width_count;
    tool_known_mistake mistake[TOOL_MOST_MISTAKES];
    int mistake_count;
    tool_condition
        compiled[TOOL_MOST_CONDITIONS]; /* what has to hold of the compiled code, each for its target */
    int compiled_count;
    tool_session *session; /* whose device computes what is expected; NULL: none yet */
} tool_exercise;

typedef char tool_exercise_name[TOOL_EXERCISE_NAME];

/* Names of all exercises, in their order. `folder` NULL: those that are built in. XL_IO, with the reason. */
int tool_exercise_list(const char *folder, tool_exercise_name names[TOOL_MOST_EXERCISES], int *count,
                       xl_error *error);

/* A file of an exercise, freed by the caller. XL_IO with the file's name where it cannot be read. */
int tool_exercise_file(const char *folder, const char *name, const char *file, char **text, xl_error *error);

/* The title alone; else "", with the reason in `error`. */
int tool_exercise_title(const char *folder, const char *name, char *title, size_t size, xl_error *error);

/* Reads an exercise and makes its tables. XL_IO, XL_BAD_VALUE: the error names the file and the place in it.
   Freed by tool_exercise_free, also after a failure. */
int tool_exercise_open(const char *folder, const char *name, tool_exercise **out, xl_error *error);
void tool_exercise_free(tool_exercise *exercise);

/* Makes `text`, which messages call `source`, the person's kernel. Both live as long as the exercise. */
void tool_exercise_set_kernel(tool_exercise *exercise, const char *source, const char *text);

/* Whether a kernel's text is start.cl, comments and spaces aside. */
bool tool_exercise_is_start(const char *folder, const char *name, const char *text);

/* For exercise_open alone (exercise_data.c): inputs by `fill`, and what expected.cl makes of them. */
int tool_exercise_generate(const xl__problem *problem, const char *distribution, uint64_t seed,
                           tool_data *data, xl_error *error);
int tool_exercise_reference(const xl__problem *problem, tool_data *data, xl_error *error);
