/*
 * print_inspected.h - `compare` of what `inspect --json` wrote: before and after a change, or two targets.
 */
#pragma once

#include "options/options.h"

/* Two files, or one of two targets. Complains, and returns what the command ends with: TOOL_USAGE for a bad
   file or one too many, TOOL_NO_DEVICE where the sides have no kernel in common. */
tool_exit cli_compare_inspected(const tool_options *options, const tool_words *files,
                                const tool_words *names);
