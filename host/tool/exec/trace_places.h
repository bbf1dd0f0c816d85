/*
 * trace_places.h - where the steps of a trace are in the kernel's source.
 */
#pragma once

#include "table/algorithm.h"
#include <jansson.h>

/* Adds to each step its "file", if an SG_SHOW of this name is in its line; and "turn" and "turns", from 1,
   among several steps of its name. `kernel_dir` may be NULL. */
void tool_trace_add_places(json_t *steps, const xl__strategy *strategy, const char *kernel_dir);
