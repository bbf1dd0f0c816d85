/* A compiled program in the worker: loaded once, with its variables. */
#ifndef XL_CHECK_OBJECT_H
#define XL_CHECK_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

/* Loads the libraries and the program that the request names, and sets machine.base, end and call. False:
 * `why`. */
bool object_load(const char *libraries, uint32_t count, const char *path, const char *kernel, char why[],
                 uint32_t bytes);

/* Adds a region for each of the program's variables; those of work-group memory are the work-group's. */
void object_regions(void);

/* The program's variables of work-group memory, one after the other: calls visit() for each. */
void object_local(void (*visit)(void *address, uint64_t bytes));

#endif
