/*
 * compiler_errors.h - what a compiler's log says is wrong, without warnings, quoted source and counts.
 */
#pragma once

#include "crosslane.h"

enum { TOOL_ERRORS = 20 }; /* are shown; clang stops after as many */

/* The line of the first error, else the log's first line. Like tool_text_clean, all of these write at most
   `size` bytes with the closing 0 into out[] and return out. */
char *tool_first_error(const char *log, char *out, size_t size);

/* The lines of the errors after the first, at most `most` of them and then "and N more errors". Each begins
   with a line feed and `indent`; "" if there are none. */
char *tool_further_errors(const char *log, int most, const char *indent, char *out, size_t size);

/* A failed build's first line, the first error if that line does not contain it, and the further errors. */
char *tool_build_errors(const xl_error *error, char *out, size_t size);
