/* source_hints.h - finds mistakes in the source of a user's kernels (--kernel-dir), without a device. */
#pragma once

#include "cases/case.h"
#include "hints/failure_pattern.h"
#include "hints/kernel_check.h"
#include <jansson.h>

/* True if the strategy is a user's: made at run time, or with a source file that differs from the built-in
   one. */
bool tool_is_own_source(const char *kernel_dir, const xl__strategy *strategy);

/* Adds "lerp/mine.cl:12: ..." for each mistake that kernel_check finds in the user's kernels of the strategy.
   Returns how many. */
int tool_add_source_hints(const char *kernel_dir, const xl__strategy *strategy, tool_diagnosis *out);

/* Adds the sentences after a reason, one per line, before the options and the log of a failed build. */
void tool_add_sentences(json_t *record, const tool_diagnosis *sentences);
