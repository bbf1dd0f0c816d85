/*
 * print_inspected.h - `compare` of files of `inspect --json`: before and after a change, or two targets.
 */
#pragma once

#include "options/options.h"

/* Takes two files, or one with two targets. Complains: TOOL_USAGE for a bad file or a third file,
   TOOL_NO_DEVICE if the sides share no kernel. */
tool_exit cli_compare_inspected(const tool_options *options, const tool_words *files,
                                const tool_words *names);
