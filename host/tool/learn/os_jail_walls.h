/*
 * os_jail_walls.h - the walls of os_jail.c, each in a file of its own. Linux alone has them.
 */
#pragma once

#include "learn/os_jail.h"
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <sys/syscall.h>
#if defined(SYS_mount_setattr) && defined(SYS_io_uring_setup)
#define HAS_WALLS 1
#endif
#endif
#ifndef HAS_WALLS
#define HAS_WALLS 0
#endif

/* The step under way, for the process that started this one. */
typedef struct tool_step {
    const char *what;
    int failed; /* errno */
} tool_step;

bool tool_step_done(tool_step *step, const char *what, bool well);

/* "own/NAME"; "" where that is too long. */
const char *tool_jail_inside(const tool_jail *jail, const char *name, char path[TOOL_PATH]);

/* Makes the folders of `own` and writes the answer. */
bool tool_jail_fill(const tool_jail *jail, tool_step *step);

/* Files and folders that an answer's process reads and that are not the system's: this program and its
   libraries, the drivers', the exercises, what CROSSLANE_READABLE names. A list that ends with NULL, for
   tool_jail_paths_free. `program` is this program's file. */
char **tool_jail_paths(const tool_jail *jail, char program[TOOL_PATH]);
void tool_jail_paths_free(char **paths);

/* In the new process: a root that holds only the system's programs and libraries and `paths`, to be read, and
   `own`. */
bool tool_wall_files(const tool_jail *jail, char *const *paths, tool_step *step);

/* Allows the system calls that computing needs, and no others. */
bool tool_wall_calls(tool_step *step);
