/* Guarantees that the fake driver breaks: it compiles kernels with another text. */
#pragma once

#include "faults.h"
#include <stddef.h>

/* The joined texts, edited for the fault breaks=QUESTION or breaks=all; owned. NULL: nothing to break. */
char *break_source(unsigned count, const char *const *texts, const size_t *lengths);
