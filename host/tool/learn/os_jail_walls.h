/*
 * os_jail_walls.h - the parts of the sandbox of os_jail.c, on Linux only.
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

typedef struct tool_step {
    const char *what;
    int failed; /* errno */
} tool_step;

bool tool_step_done(tool_step *step, const char *what, bool well);

/* "FOLDER/NAME"; "": too long. */
const char *tool_jail_inside(const tool_jail *jail, const char *name, char path[TOOL_PATH]);

/* The folders of `folder`, and the answer. */
bool tool_jail_fill(const tool_jail *jail, tool_step *step);

/* What an answer's process reads besides the system's files: this program with its libraries, drivers,
   exercises, and CROSSLANE_READABLE. Ends with NULL; free with tool_jail_paths_free. `program`: the path
   of this program. */
char **tool_jail_paths(const tool_jail *jail, char program[TOOL_PATH]);
void tool_jail_paths_free(char **paths);

/* In the new process: enters a root with read-only system programs, libraries and `paths`, and the
   writable `folder`. */
bool tool_wall_files(const tool_jail *jail, char *const *paths, tool_step *step);

bool tool_wall_calls(tool_step *step);
