/* cli_check.h - `crosslane check`, which parses its own words: another program's words follow "--". */
#pragma once

#include "options/options.h"

/* argv[0] is "check", or "trace" for a file. Returns the exit status. */
int cli_check(int argc, char **argv);

/* TOOL_NOTHING_DONE, with a complaint, if the checking device has no compiler; _for: if --device names it. */
tool_exit cli_need_clang(void);
tool_exit cli_need_clang_for(const tool_options *options);

bool cli_asks_for_check(const tool_options *options);

/* With the checking device as the only device, and its own backend. False: it was asked for anyway, is not
   here, or CROSSLANE_CHECK=0. */
bool cli_check_options(const tool_options *options, tool_options *out);
