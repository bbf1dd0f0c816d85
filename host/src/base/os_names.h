/*
 * os_names.h - what os_names.c and the system's own os.c need of each other.
 */
#pragma once

#include <stddef.h>

#define XL__OS_TEMPORARY ".tmp" /* ends the names of files that are not finished */

typedef struct xl__os_names {
    char **name;
    size_t count, capacity;
} xl__os_names;

/* Takes over `name`, which may be NULL: no memory. 0 or errno. */
int xl__os_names_add(xl__os_names *names, char *name);

/* The system's: adds a folder's names without "." and "..", in any order. 0 or errno, then too it may have
   added some. */
int xl__os_read_names(const char *path, xl__os_names *names);

/* The system's: removes a file whose writer has ended. The writer's lock is held until the name is gone: see
   xl__os_claim. */
void xl__os_remove_abandoned(const char *path);
