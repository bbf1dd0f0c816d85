/* os_tool.h - runs compilers and disassemblers, with limits of time and memory. */
#pragma once

#include "crosslane.h"
#include "system/os_folder.h"
#include <stdbool.h>

/* A name in PATH, or a path. */
bool tool_find_program(const char *name, char path[TOOL_PATH]);
/* The first program of several names, NULL at the end. */
bool tool_find_program_of(const char *const *names, char path[TOOL_PATH]);

/* `argv` ends with NULL; `settings` as for tool_environment_with. Standard output goes to the file `out`,
   standard error to `log`, maybe the same; NULL: discarded. The program and its children end after `seconds`
   or an interrupt, and have at most a worker's memory (tool_memory_limit). Returns the exit status, -signal,
   TOOL_RAN_TOO_LONG, or TOOL_CANNOT_RUN. */
enum { TOOL_RAN_TOO_LONG = -1001, TOOL_CANNOT_RUN = -1002 };
int tool_run_program(const char *const *argv, const char *const *settings, const char *out, const char *log,
                     double seconds);

/* Without the limit of memory: for a program that maps more than it uses. */
int tool_run_mapping(const char *const *argv, const char *const *settings, const char *out, const char *log,
                     double seconds);

/* The first line of its standard output, or "". */
void tool_ask_program(const char *const *argv, char *out, size_t size);

/* Until tool_show_drivers a loader that begins in this process finds no driver: it searches the folder
   `empty`. Call before the first OpenCL call. Started processes find drivers. */
void tool_hide_drivers(const char *empty);
void tool_show_drivers(void); /* also if they are not hidden */

/* Removed with its files. XL_IO with the reason. */
typedef struct tool_work_folder {
    char path[TOOL_PATH]; /* "": there is none */
    int mark;
} tool_work_folder;
int tool_work_folder_make(tool_work_folder *folder, xl_error *error);
void tool_work_folder_remove(tool_work_folder *folder);
