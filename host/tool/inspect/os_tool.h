/*
 * os_tool.h - compilers and disassemblers of others: found, run with a limit of time and memory, never
 * bundled.
 */
#pragma once

#include "crosslane.h"
#include "system/os_folder.h"
#include <stdbool.h>

/* Finds a program: a name in the folders of PATH, or a path. False: it is not there. */
bool tool_find_program(const char *name, char path[TOOL_PATH]);
/* The first program found of several names, NULL at the end. */
bool tool_find_program_of(const char *const *names, char path[TOOL_PATH]);

/* Runs the program argv[0] with the words `argv`, NULL at the end; `settings` as for tool_environment_with.
   Its standard output goes to the file `out`, its standard error to `log`, which may be the same; NULL:
   discarded. The program and its children end after `seconds` or an interrupt, and have at most a worker's
   memory (tool_memory_limit). Returns the exit status, -signal, TOOL_RAN_TOO_LONG, or TOOL_CANNOT_RUN. */
enum { TOOL_RAN_TOO_LONG = -1001, TOOL_CANNOT_RUN = -1002 };
int tool_run_program(const char *const *argv, const char *const *settings, const char *out, const char *log,
                     double seconds);

/* The first line that a program writes to its standard output, "" where there is none. */
void tool_ask_program(const char *const *argv, char *out, size_t size);

/* Until tool_show_drivers an OpenCL loader that begins finds no driver in this process: it looks in a folder
   that has none. To be called before its first call. What is started later finds them. */
void tool_hide_drivers(const char *empty);
void tool_show_drivers(void); /* also where they are not hidden */

/* A folder for what they read and write; removed with its files. XL_IO with the reason. */
typedef struct tool_work_folder {
    char path[TOOL_PATH]; /* "": there is none */
    int mark;
} tool_work_folder;
int tool_work_folder_make(tool_work_folder *folder, xl_error *error);
void tool_work_folder_remove(tool_work_folder *folder);
