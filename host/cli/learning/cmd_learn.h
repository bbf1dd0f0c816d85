/*
 * cmd_learn.h - declares what the files of `learn` share: cmd_learn.c (list, text, hint, solution, reset,
 * watch), learn_names.c (parses names of exercises), learn_check.c (check, test), learn_code.c (compiled
 * code), learn_grade.c (grade), learn_answer.c (text of results).
 */
#pragma once

#include "base/text.h"
#include "learn/exercise.h"
#include "learn/learned.h"
#include "shared/cli.h"

typedef struct cli_lesson {
    const tool_options *options;
    FILE *screen; /* tool_outputs_screen */
    tool_exercise_name names[TOOL_MOST_EXERCISES];
    int count;
    tool_learned learned;
} cli_lesson;

/* Indices in `names`. An exercise named explicitly must have a kernel; "all" and ranges skip exercises
   without one. */
typedef struct cli_chosen {
    int at[TOOL_MOST_EXERCISES];
    bool named[TOOL_MOST_EXERCISES];
    int count;
} cli_chosen;

tool_exit cli_lesson_refuse(const xl_error *error);

/* The first exercise that is not done; -1 if all are. */
int cli_lesson_next(const cli_lesson *lesson);

/* Finds the exercise of a word; NULL or "next": the next one. Complains and sets *at to -1 if there is
   none. */
tool_exit cli_lesson_find(const cli_lesson *lesson, const char *word, int *at);

/* Finds the exercises of the words from index `first` on ("3", "4-9", "lane", "all"), each once, in order;
   without a word, the next one. Complains. */
tool_exit cli_lesson_choose(const cli_lesson *lesson, int first, cli_chosen *chosen);

/* True if the student has a kernel for the exercise; `path` gets its name. */
bool cli_lesson_has_kernel(const cli_lesson *lesson, const char *name, char path[TOOL_PATH]);

/* Before a device is used: complains unless the exercise is sound and the kernel exists. */
tool_exit cli_learn_look(const cli_lesson *lesson, const char *name);

/* Checks the chosen kernels and prints what is wrong; --json receives the results. */
tool_exit cli_learn_check(cli_lesson *lesson, const cli_chosen *chosen);

/* Runs the solutions and known mistakes of the named exercises. */
tool_exit cli_learn_test(const cli_lesson *lesson);

/* Checks the answers of a class in the named folder. */
tool_exit cli_learn_grade(cli_lesson *lesson);

/* Returns a new reference: the record (host/tool/learn/learn.h), extended by findings in the compiled code if
   its results are right and its exercise checks code. `testing`: the kernel is a file of the exercise. */
json_t *cli_learn_with_code(const tool_options *options, const json_t *record, bool testing);

/* Adds lines about a record (host/tool/learn/learn.h): where it is right, or what is wrong. */
void cli_learn_answer(const json_t *record, double timeout, xl__text *out);

/* True if everything in the record is right. */
bool cli_learn_is_right(const json_t *record);

/* Adds lines about a driver that crashed after a kernel ran and its results were compared. The kernel may
   have damaged the driver's memory. `right`: the results were right. */
void cli_learn_death(const char *file, bool right, const char *reason, xl__text *out);

/* The record as an answer (learn/answers.h) with these lines. */
json_t *cli_learn_json(const json_t *record, const char *lines);
