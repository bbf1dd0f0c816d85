/* compiler_errors.h - the errors in a compiler's log. */
#pragma once

#include "crosslane.h"
#include <stdbool.h>

enum { TOOL_ERRORS = 20 }; /* errors shown; clang stops after as many */

/* The first error's line, or the log's first. Like tool_text_clean, these write at most `size` bytes with
   the closing 0 into out[] and return it. */
char *tool_first_error(const char *log, char *out, size_t size);

/* The next errors' lines, at most `most`, then "and N more errors". Each begins with a line feed and
   `indent`; "": none. */
char *tool_further_errors(const char *log, int most, const char *indent, char *out, size_t size);

/* A failed build's first line, its first error unless that line contains it, and the further errors. */
char *tool_build_errors(const xl_error *error, char *out, size_t size);

/* "'width' is not declared; did you mean SG_WIDTH, the number of lanes?", if a log's first undeclared name is
   one that texts use for something of the layer. */
bool tool_undeclared(const char *log, char *out, size_t size);
