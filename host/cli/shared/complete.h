/* complete.h - what a shell may offer for the word under the cursor. */
#pragma once

#include "system/exit_status.h"

/*
 * `crosslane complete WORD...`, for the scripts in cmake/completions. The last word is incomplete and may be
 * "". Prints a candidate per line, "word<TAB>what it is", whether or not it begins with that word. ":files"
 * and ":folders" stand for those of the shell.
 */
tool_exit cli_complete(int count, char *const *words);
