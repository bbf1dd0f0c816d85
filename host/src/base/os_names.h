/*
 * os_names.h - what os_names.c and the system's own os.c need of each other.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The system's number that differs between two processes with the same process number, such as the start
 * time; 0: not known, or there is no such process. */
unsigned long long xl__os_process_began(long process);
/* The system's: whether it is there. */
bool xl__os_process_is_there(long process);

/* The system's: hands a folder's names without "." and ".." to `add`, in any order, until that returns an
   error. `add` takes over the name, NULL: no memory. 0 or errno. */
typedef int (*xl__os_add)(void *user, char *name);
int xl__os_each_name(const char *path, xl__os_add add, void *user);

/* The system's: removes a file whose writer has ended. The writer's lock is held until the name is gone: see
   xl__os_claim. */
void xl__os_remove_abandoned(const char *path);
