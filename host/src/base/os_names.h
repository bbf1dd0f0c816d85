/* What os_names.c and os_marks.c need of each system. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The start time, or a similar value that differs between processes of one number. 0: unknown, or no such
 * process.
 */
unsigned long long xl__os_process_began(long process);
bool xl__os_process_is_there(long process);

/* Passes names without "." and ".." to `add`, until that returns an error. `add` takes over the name; NULL:
   no memory. Returns 0 or errno. */
typedef int (*xl__os_add)(void *user, char *name);
int xl__os_each_name(const char *path, xl__os_add add, void *user);

/* Holds the writer's lock until the name is gone (xl__os_claim). */
void xl__os_remove_abandoned(const char *path);
