/*
 * cmd_learn.h - what the parts of `learn` share: cmd_learn.c (list, text, hint, solution, reset, watch),
 * learn_names.c (which exercises a word means), learn_check.c (check, test), learn_code.c (compiled code),
 * learn_grade.c (grade), learn_answer.c (what is said).
 */
#pragma once

#include "base/text.h"
#include "learn/exercise.h"
#include "learn/learned.h"
#include "shared/cli.h"

/* What the words of one call come to. */
typedef struct cli_lesson {
    const tool_options *options;
    FILE *screen; /* tool_outputs_screen */
    tool_exercise_name names[TOOL_MOST_EXERCISES];
    int count;
    tool_learned learned;
} cli_lesson;

/* Exercises by their number in `names`. One that was named by itself has to be there; of "all" and of a range
   those that nobody has begun are passed over. */
typedef struct cli_chosen {
    int at[TOOL_MOST_EXERCISES];
    bool named[TOOL_MOST_EXERCISES];
    int count;
} cli_chosen;

/* Complains: TOOL_USAGE. */
tool_exit cli_lesson_refuse(const xl_error *error);

/* The first that is not done; -1: all are. */
int cli_lesson_next(const cli_lesson *lesson);

/* The exercise of a word; NULL or "next": the next one. Complains and sets *at to -1 where there is none. */
tool_exit cli_lesson_find(const cli_lesson *lesson, const char *word, int *at);

/* Those of the words from number `first` on, "3", "4-9", "lane", "all", in the order of the exercises, each
   once; no word: the next one. Complains. */
tool_exit cli_lesson_choose(const cli_lesson *lesson, int first, cli_chosen *chosen);

/* Whether the person has a kernel for it; `path` gets its name. */
bool cli_lesson_has_kernel(const cli_lesson *lesson, const char *name, char path[TOOL_PATH]);

/* Before any device is asked: the exercise is sound, and its kernel there. Complains. */
tool_exit cli_learn_look(const cli_lesson *lesson, const char *name);

/* Checks the chosen kernels and says what is wrong; --json takes the answers. */
tool_exit cli_learn_check(cli_lesson *lesson, const cli_chosen *chosen);

/* Runs the solution and the known mistakes of the exercises that are named. */
tool_exit cli_learn_test(const cli_lesson *lesson);

/* The answers of a class, in the folder that is named. */
tool_exit cli_learn_grade(cli_lesson *lesson);

/* The record (host/tool/learn/learn.h) of a kernel, a new reference: where its results are right and its
   exercise asks something of its compiled code, with what is found there. `testing`: it is a file of the
   exercise. */
json_t *cli_learn_with_code(const tool_options *options, const json_t *record, bool testing);

/* Adds lines about the record (host/tool/learn/learn.h): right and where, or what is wrong with the kernel.
 */
void cli_learn_answer(const json_t *record, double timeout, xl__text *out);

/* Whether all that the record tells of the kernel is as it has to be. */
bool cli_learn_is_right(const json_t *record);

/* Adds lines about a kernel behind which, its results compared, the driver's process died: the memory that it
   damaged may have been anybody's. `right`: they were right. */
void cli_learn_death(const char *file, bool right, const char *reason, xl__text *out);

/* The record as an answer of learn/answers.h, with these lines (consumed by nobody). */
json_t *cli_learn_json(const json_t *record, const char *lines);
