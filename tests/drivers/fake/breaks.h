/* Guarantees that the fake driver breaks: it compiles kernels with another text. */
#pragma once

#include "faults.h"
#include <stddef.h>

/* With the fault breaks=QUESTION or breaks=all (tool_questions of promises/promise_list.c): the joined texts
   with their edits, to free. NULL: there is nothing to break. */
char *break_source(unsigned count, const char *const *texts, const size_t *lengths);
