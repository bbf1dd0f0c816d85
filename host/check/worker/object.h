/* A compiled program in the worker: loaded once, with its variables. */
#ifndef XL_CHECK_OBJECT_H
#define XL_CHECK_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

/* Sets machine.base, end and call. False: `why` has the reason. */
bool object_load(const char *libraries, uint32_t count, const char *path, const char *kernel, char why[],
                 uint32_t bytes);

/* Except work-group memory. */
void object_regions(void);

void object_local(void (*visit)(void *address, uint64_t bytes));

#endif
