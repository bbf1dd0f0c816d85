/*
 * os_terminal.h - what the terminal is like: the only questions that the command asks of it.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

bool tool_is_terminal(FILE *stream);

/* Columns of the terminal behind `stream`; 0 when it is none, 80 when it does not tell. */
int tool_terminal_width(FILE *stream);

/* True when `stream` is a terminal that knows colour and NO_COLOR is unset or empty (no-color.org). */
bool tool_wants_colour(FILE *stream);

/* Whether text may hold characters outside of ASCII, by the locale's variables. */
bool tool_knows_unicode(void);
