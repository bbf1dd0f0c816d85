/*
 * learned.h - a student's progress, progress.json next to the kernels: {"schema": 1, "done": ["01-lane"],
 * "hints": {"02-sub-group": 2}, "shown": ["03-broadcast"]}. Shown: the solutions that the student had shown
 * before the exercise was done; files of earlier versions lack it.
 */
#pragma once

#include "crosslane.h"
#include "system/os_drivers.h"
#include <jansson.h>
#include <stdbool.h>

typedef struct tool_learned {
    char path[TOOL_PATH];
    json_t *json;
} tool_learned;

/* A missing file is an empty one. XL_IO, XL_BAD_VALUE: the error names the file and the place. */
int tool_learned_open(tool_learned *progress, const char *folder, xl_error *error);
void tool_learned_close(tool_learned *progress);

bool tool_learned_is_done(const tool_learned *progress, const char *exercise);
int tool_learned_hints(const tool_learned *progress, const char *exercise);

bool tool_learned_is_shown(const tool_learned *progress, const char *exercise);

/* These write the file, whole or not at all. XL_IO with the reason. */
int tool_learned_set_done(tool_learned *progress, const char *exercise, xl_error *error);
int tool_learned_set_open(tool_learned *progress, const char *exercise, xl_error *error);
int tool_learned_set_shown(tool_learned *progress, const char *exercise, xl_error *error);
int tool_learned_set_hints(tool_learned *progress, const char *exercise, int hints, xl_error *error);
