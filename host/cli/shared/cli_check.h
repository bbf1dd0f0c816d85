/* cli_check.h - `crosslane check`, which parses its own words: another program's words follow "--". */
#pragma once

#include "options/options.h"

/* argv[0] is "check", or "trace" for a file. Returns the exit status. */
int cli_check(int argc, char **argv);

/* TOOL_NO_DEVICE, with a complaint, if the checking device has no compiler here; _for: if --device names that
   device. */
tool_exit cli_need_clang(void);
tool_exit cli_need_clang_for(const tool_options *options);
