/* print_inspected.h - `compare` of files of `inspect --json`. */
#pragma once

#include "options/options.h"

/* Takes two files, or one with two targets. Complains: TOOL_USAGE for a bad or third file, TOOL_NOTHING_DONE
   if the sides share no kernel. */
tool_exit cli_compare_inspected(const tool_options *options, const tool_words *files,
                                const tool_words *names);
