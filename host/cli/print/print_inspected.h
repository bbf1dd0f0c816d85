/* print_inspected.h - `compare` of files of `inspect --json`. */
#pragma once

#include "options/options.h"

/* Takes two files, or one with two targets. Complains: TOOL_USAGE: a bad or third file; TOOL_NOTHING_DONE: no
   kernel in common. */
tool_exit cli_compare_inspected(const tool_options *options, const tool_words *files,
                                const tool_words *names);
