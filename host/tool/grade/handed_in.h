/*
 * handed_in.h - a class's folder: its students and their files.
 *
 * A student has a folder with kernels, in it or in its one inner folder ("crosslane-learn" first). Platforms
 * rename files: 01-LANE.CL, 01-lane (1).cl and 01-lane.cl.txt count as 01-lane.cl. Without folders,
 * name_123_456_01-lane.cl is a file of the student `name`. `notes` names other kernels and archives.
 */
#pragma once

#include "base/text.h"
#include "learn/exercise.h"
#include "system/os_drivers.h"

typedef struct tool_handed {
    char *file; /* its name in the student's folder; NULL: none */
    char *why;  /* why none of several files was taken; NULL */
} tool_handed;

typedef struct tool_student {
    char *name;
    char folder[TOOL_PATH]; /* with the kernels and progress.json */
    bool alone;             /* it has a folder of its own */
    tool_handed *handed;    /* by exercise */
} tool_student;

typedef struct tool_class {
    tool_student *student; /* folders by the bytes of their names, then those without a folder */
    size_t count;
    int exercises;
    xl__text notes; /* lines */
} tool_class;

typedef enum tool_file_name {
    TOOL_FILE_OTHER,  /* no answer's name */
    TOOL_FILE_LIKELY, /* as a platform renames it */
    TOOL_FILE_EXACT
} tool_file_name;

/* *begin: the exercise's name in the file's, unless OTHER. */
tool_file_name tool_file_answers(const char *file, const char *exercise, size_t *begin);

/* All fields are owned. An error number of xl__os_list_folder; 0: none. Free also after a failure. */
int tool_class_read(const char *folder, const tool_exercise_name *names, int count, tool_class *out);
void tool_class_free(tool_class *c);
