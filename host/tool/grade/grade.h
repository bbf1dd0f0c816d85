/*
 * grade.h - grades a class (handed_in.h). Each answer runs in its own sandbox (os_jail.h). The class's folder
 * is only read.
 *
 * An answer has the fields of learn/answers.h, and null or:
 *
 *   file             its name in the student's folder
 *   solution_shown   the student had the solution shown before the exercise was done
 *   serial           right, but the answer executed no operation of the sub-group, unlike the solution. Null:
 *                    not right, or not counted, because the checking device is not here
 *   same_as          students whose kernel has the same words (alike.h); same_as_solution; own_words
 */
#pragma once

#include "grade/handed_in.h"
#include "learn/exercise.h"
#include "options/options.h"

typedef struct tool_grading {
    const tool_options *options;
    const char *folder;
    const tool_exercise_name *names; /* all exercises */
    int name_count;
    const int *at; /* the graded ones, as indices in `names` */
    int count;
    bool walls;
    tool_class class;
    json_t *answers; /* by student and exercise, in order; owned */
    size_t kept;     /* judged before, in this run or an earlier one */
    bool counted;    /* collectives were counted */
    double processor_seconds;
    void (*progress)(void *user, size_t done, size_t of);
    void *user;
} tool_grading;

const char *tool_grade_exercise(const tool_grading *grading, int chosen);

void tool_grading_close(tool_grading *grading);

/* Sets `answers` and judges those that need no run. Complains: TOOL_USAGE. */
tool_exit tool_grade_read(tool_grading *grading);

/* False: no sandbox can hide the folder; `error` has the reason. */
bool tool_grade_has_walls(const tool_grading *grading, xl_error *error);

/* Runs the open answers, one per processor. The exercises' own solutions run first: if one is wrong on the
   device, its exercise is not judged. Complains: TOOL_NOTHING_DONE, TOOL_DEVICE_FAILED; TOOL_INTERRUPTED. */
tool_exit tool_grade_run(tool_grading *grading);
