/*
 * stacks.h - which of a program's many calls are worth letting fail: of each different stack of callers the
 * first call, the second and the last. What the program does after a failure depends on who asked, hardly on
 * how often they had asked.
 *
 * Used by the preloaded library (inject.c) and by the fake driver (faults.c). Frames of libraries do not
 * count.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* Once, before the first call is counted: where the program's own code lies. */
void stacks_begin(void);

/* Call number `call` (from 1 on) is made now, by the callers that are on the stack. */
void stacks_note(long call);

/* Whether this is a call out of the program's own code. */
bool stacks_is_own(const void *caller);

/* The numbers of the calls to try, a line each, in no order. */
void stacks_write(FILE *stream);
