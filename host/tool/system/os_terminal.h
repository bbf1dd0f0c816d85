/*
 * os_terminal.h - what the terminal is like: the only questions that the command asks of it.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

bool tool_is_terminal(FILE *stream);

/* Columns of the terminal of `stream`; 0 if it is no terminal, 80 if it does not report its width. */
int tool_terminal_width(FILE *stream);

/* True when `stream` is a terminal that understands escape sequences: TERM is set and not "dumb". */
bool tool_takes_escapes(FILE *stream);

/* True when `stream` takes escapes and NO_COLOR is unset or empty (no-color.org). */
bool tool_wants_colour(FILE *stream);
