/* cmd_learn.h - shared by the files of `learn`. */
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

/* Indices in `names`. A named exercise must have a kernel; "all" and ranges skip those without. */
typedef struct cli_chosen {
    int at[TOOL_MOST_EXERCISES];
    bool named[TOOL_MOST_EXERCISES];
    int count;
} cli_chosen;

tool_exit cli_lesson_refuse(const xl_error *error);

/* -1: all are done. */
int cli_lesson_next(const cli_lesson *lesson);

/* NULL or "next": the next exercise. Complains and sets *at to -1 if there is none. */
tool_exit cli_lesson_find(const cli_lesson *lesson, const char *word, int *at);

/* From word `first` on ("3", "4-9", "lane", "all"), each once; without a word the next one. Complains. */
tool_exit cli_lesson_choose(const cli_lesson *lesson, int first, cli_chosen *chosen);

/* `path` gets the name of the student's kernel. */
bool cli_lesson_has_kernel(const cli_lesson *lesson, const char *name, char path[TOOL_PATH]);

tool_exit cli_learn_look(const cli_lesson *lesson, const char *name);

/* Prints what is wrong; --json receives the results. */
tool_exit cli_learn_check(cli_lesson *lesson, const cli_chosen *chosen);

tool_exit cli_learn_test(const cli_lesson *lesson);

tool_exit cli_learn_grade(cli_lesson *lesson);

/* Writes the course into the folder of --site. */
tool_exit cli_learn_site(const tool_options *options);

/* A new reference: the record, with findings in the compiled code if the results are right and the exercise
   checks code. `testing`: the kernel is the exercise's. */
json_t *cli_learn_with_code(const tool_options *options, const json_t *record, bool testing);

/* Adds lines about a record. */
void cli_learn_answer(const json_t *record, double timeout, xl__text *out);

bool cli_learn_is_right(const json_t *record);

/* About a driver that crashed after the comparison: the kernel may have damaged its memory. `right`: the
   results were right. */
void cli_learn_death(const char *file, bool right, const char *reason, xl__text *out);

/* How a kernel without results ended: "does not compile". */
const char *cli_learn_ending(const json_t *record);

json_t *cli_learn_json(const json_t *record, const char *lines);
