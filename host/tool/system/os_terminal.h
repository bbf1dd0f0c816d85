#pragma once

#include <stdbool.h>
#include <stdio.h>

bool tool_is_terminal(FILE *stream);

/* 0: no terminal; 80: unknown width. */
int tool_terminal_width(FILE *stream);

/* A terminal with TERM set and not "dumb". */
bool tool_takes_escapes(FILE *stream);

/* tool_takes_escapes, and NO_COLOR is unset or empty (no-color.org). */
bool tool_wants_colour(FILE *stream);
