/* wrap.h - sentences broken at words. */
#pragma once

#include <stdio.h>

/* Prints a line's words in lines of at most `width` columns (0: 80). What the line is indented by, all its
   lines are; those behind the first by two columns more. A word that is longer has a line of its own. */
void tool_wrap(const char *line, int width, FILE *stream);

/* A title as it is, and the words of a text behind it in a column of their own, which begins at `column`; the
   first line of them behind a title that is longer. */
void tool_wrap_behind(const char *title, int column, const char *text, int width, FILE *stream);
