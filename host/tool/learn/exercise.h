/*
 * exercise.h - the exercises of `crosslane learn`. Each is a folder in docs/exercises (built in) or in
 * --exercises:
 *
 *   exercise.json   kernel, arrays, sizes, widths (docs/adding_exercise.md lists the fields)
 *   text.md         the problem, and the knowledge it needs
 *   hints.md        hints, one per paragraph
 *   start.cl        the kernel with a hole to fill
 *   solution.cl     a right kernel
 *   wrong_*.cl      typical wrong answers. The first line is a comment, "// Mistake: SENTENCE". If their
 *                   results do not identify them, the second is "// Says: WORDS", and the answer must
 *                   contain these words, not the sentence
 *   expected.cl     serial code in plain OpenCL C that computes the expected outputs in one work-item:
 *                   expected(inputs, outputs, uint n, uint width, uint group); outputs begin as 0
 *
 * exercise.json becomes an algorithm's table at run time, so exercises use the code of verify.
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
    TOOL_LARGEST_KERNEL = 1 << 20 /* bytes of a student's file */
};

/* Whole numbers: `below` of them from `least` on; with `flag`, 1 for one element in `below`, else 0. */
typedef struct tool_fill {
    uint32_t below;
    int32_t least;
    bool flag;
} tool_fill;

/* wrong_NAME.cl */
typedef struct tool_known_mistake {
    char name[TOOL_EXERCISE_NAME];       /* wrong_NAME, a name as for strategies */
    char source[2 * TOOL_EXERCISE_NAME]; /* the file, with the folder's name */
    char *text;                          /* the kernel; owned */
    char sentence[256], says[256];       /* says "": its results identify it */
    bool unsettled;                      /* results differ between runs, because sub-groups write to one
                                            place */
} tool_known_mistake;

typedef struct tool_exercise {
    xl__algorithm algorithm; /* first: from it the reference finds its exercise */
    tool_case cs;
    char name[TOOL_EXERCISE_NAME]; /* of the folder, "01-lane" */
    json_t *json;                  /* owns the texts of the tables */
    char *expected;                /* expected.cl; owned */
    xl__param params[2];           /* n, group */
    xl__array_desc arrays[XL__MAX_ARRAYS];
    tool_fill fill[XL__MAX_ARRAYS];
    double ulps[XL__MAX_ARRAYS];
    xl__strategy strategies[1 + TOOL_MOST_MISTAKES]; /* the student's, then the known mistakes */
    xl__pass passes[XL__MAX_ARRAYS + 2];
    int launch; /* the index of the kernel's launch */
    xl__measure measures[TOOL_MOST_MEASURES + 1];
    const char *distributions[TOOL_MOST_DISTRIBUTIONS + 1];
    char any_order[256];
    bool exchanges;              /* the kernel must call an operation of the sub-group */
    bool whole;                  /* sizes are multiples of the work-group */
    int widths[TOOL_MAX_WIDTHS]; /* in this order, unless --width is given */
    int width_count;
    tool_known_mistake mistake[TOOL_MOST_MISTAKES];
    int mistake_count;
    tool_condition compiled[TOOL_MOST_CONDITIONS]; /* each for a target */
    int compiled_count;
    tool_session *session; /* runs expected.cl; NULL: none yet */
} tool_exercise;

typedef char tool_exercise_name[TOOL_EXERCISE_NAME];

/* All names in order. `folder` NULL: built-in exercises. XL_IO with the reason. */
int tool_exercise_list(const char *folder, tool_exercise_name names[TOOL_MOST_EXERCISES], int *count,
                       xl_error *error);

/* The caller frees it. XL_IO with the file's name. */
int tool_exercise_file(const char *folder, const char *name, const char *file, char **text, xl_error *error);

/* "" with the reason in `error`. */
int tool_exercise_title(const char *folder, const char *name, char *title, size_t size, xl_error *error);

/* Reads an exercise and makes its tables. XL_IO, XL_BAD_VALUE: the error names the file and the place.
   Free with tool_exercise_free, also after a failure. */
int tool_exercise_open(const char *folder, const char *name, tool_exercise **out, xl_error *error);
void tool_exercise_free(tool_exercise *exercise);

/* `text`, called `source` in messages, becomes the student's kernel. Both must live as long as the
   exercise. */
void tool_exercise_set_kernel(tool_exercise *exercise, const char *source, const char *text);

/* Apart from comments and spaces. */
bool tool_exercise_is_start(const char *folder, const char *name, const char *text);

/* Only for exercise_open (exercise_data.c). */
int tool_exercise_generate(const xl__problem *problem, const char *distribution, uint64_t seed,
                           tool_data *data, xl_error *error);
int tool_exercise_reference(const xl__problem *problem, tool_data *data, xl_error *error);
