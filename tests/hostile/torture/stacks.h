/* Selects the first, second and last call of each distinct call stack: the reaction to a failure depends on
   the callers. Frames of libraries do not count. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* Call once before counting. */
void stacks_begin(void);

/* Call number `call` (from 1 on), with its present stack. */
void stacks_note(long call);

bool stacks_is_own(const void *caller);

void stacks_write(FILE *stream);
