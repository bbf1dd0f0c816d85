/*
 * grade.h - the answers of a class: a folder with a folder per student, each answer checked in a process of
 * its own behind walls (os_jail.h).
 *
 * A student's folder has the kernels, NAME.cl, and progress.json, as `learn` makes them, or a folder
 * crosslane-learn with them. It is only read.
 */
#pragma once

#include "learn/exercise.h"
#include "options/options.h"

typedef struct tool_grading {
    const tool_options *options;
    const char *folder;
    const tool_exercise_name *names; /* of all exercises */
    int count;
    bool walls;
    char **students; /* names of folders, as they are; owned */
    size_t student_count;
    json_t *answers; /* learn/answers.h: each student's to all exercises, in their orders; owned */
    void (*progress)(void *user, size_t done, size_t of); /* NULL: nobody is told */
    void *user;
} tool_grading;

void tool_grading_close(tool_grading *grading);

/* Reads the folder: `answers` gets one per student and exercise, those that need no run already judged.
   Complains: TOOL_USAGE. */
tool_exit tool_grade_read(tool_grading *grading);

/* Whether walls can be made here and hide the folder. False, with the reason. */
bool tool_grade_has_walls(const tool_grading *grading, xl_error *error);

/* Runs what is left, as many at once as there are processors. First the exercises' own solutions, which are
   trusted: an exercise whose solution is not right on the device is not judged. Complains: TOOL_NO_DEVICE,
   TOOL_DEVICE_FAILED; TOOL_INTERRUPTED. */
tool_exit tool_grade_run(tool_grading *grading);
