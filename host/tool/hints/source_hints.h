/*
 * source_hints.h - what the source of a person's own kernels (--kernel-dir) says of a failure. No device is
 * needed.
 */
#pragma once

#include "cases/case.h"
#include "hints/failure_pattern.h"
#include "hints/kernel_check.h"
#include <jansson.h>

/* Whether the strategy is a person's own: made at run time, or the folder has a source file of it that is not
   the built-in one. */
bool tool_is_own_source(const char *kernel_dir, const xl__strategy *strategy);

/* Adds "lerp/mine.cl:12: ..." for each mistake that kernel_check finds in the strategy's kernels, as far as
   they are the person's own; `only` a TOOL_MISTAKES: all, else that one alone. Returns how many; that
   something was not looked at is said and not counted. */
int tool_add_source_hints(const char *kernel_dir, const xl__strategy *strategy, tool_mistake only,
                          tool_diagnosis *out);

/* Puts the sentences behind a reason, a line each, before the options and the log of a failed build. */
void tool_add_sentences(json_t *record, const tool_diagnosis *sentences);
