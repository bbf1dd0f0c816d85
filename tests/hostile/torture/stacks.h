/*
 * stacks.h - selects the calls worth failing: the first, second and last call of each distinct call stack. A
 * program's reaction to a failure depends on the callers, hardly on the count.
 *
 * Used by the preloaded library (inject.c) and the fake driver (faults.c). Frames of libraries do not count.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* Call once before counting: finds the program's own code. */
void stacks_begin(void);

/* Notes call number `call` (from 1 on) with its present call stack. */
void stacks_note(long call);

/* True if the caller is in the program's own code. */
bool stacks_is_own(const void *caller);

/* The numbers of the calls to try, a line each, unordered. */
void stacks_write(FILE *stream);
