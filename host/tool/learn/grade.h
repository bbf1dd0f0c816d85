/*
 * grade.h - grades the answers of a class: a folder with a folder per student. Each answer is checked in
 * its own sandboxed process (os_jail.h). A student's folder has kernels NAME.cl and progress.json, as
 * `learn` makes them, or a folder crosslane-learn with them. It is only read.
 */
#pragma once

#include "learn/exercise.h"
#include "options/options.h"

typedef struct tool_grading {
    const tool_options *options;
    const char *folder;
    const tool_exercise_name *names;
    int count;
    bool walls;
    char **students; /* names of folders, unchanged; owned */
    size_t student_count;
    json_t *answers; /* learn/answers.h: every student's answer to every exercise, in order; owned */
    void (*progress)(void *user, size_t done, size_t of);
    void *user;
} tool_grading;

void tool_grading_close(tool_grading *grading);

/* Reads the folder: `answers` receives one answer per student and exercise; answers that need no run are
   judged. Complains: TOOL_USAGE. */
tool_exit tool_grade_read(tool_grading *grading);

/* True if a sandbox is possible here and can hide the folder. If not, `error` has the reason. */
bool tool_grade_has_walls(const tool_grading *grading, xl_error *error);

/* Runs the open answers, one per processor in parallel. The exercises' own solutions, which are trusted, run
   first: if one is not right on the device, its exercise is not judged. Complains: TOOL_NO_DEVICE,
   TOOL_DEVICE_FAILED; TOOL_INTERRUPTED. */
tool_exit tool_grade_run(tool_grading *grading);
