/* Processes that end with this one, as crosslane-check-worker asks the system for it. */
#ifndef XL_CHECK_OS_END_WITH_H
#define XL_CHECK_OS_END_WITH_H

#include <spawn.h>
#include <stdbool.h>
#include <sys/types.h>

/* Next to the file that holds this function, or CROSSLANE_CHECK_WORKER. */
bool worker_path(char path[512]);

/* On PATH, or at `name` with a slash. False: none that can be run. */
bool program_path(const char *name, char path[512]);

/* Starts words[0], a path (NULL: the worker itself). 0 or errno. */
int start_ending_with_us(char *const words[], const posix_spawn_file_actions_t *actions, pid_t *child);

#endif
