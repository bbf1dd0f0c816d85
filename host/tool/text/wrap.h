/* wrap.h - sentences broken at words. */
#pragma once

#include <stdio.h>

/* Prints a line's words in lines of at most `width` columns (0: 80). Its indentation applies to all lines,
 * and later lines are indented two columns more. A longer word has a line of its own. */
void tool_wrap(const char *line, int width, FILE *stream);

/* Prints a title unchanged, and a text's words in a column that begins at `column`. If the title is too long,
 * the text begins on the next line. */
void tool_wrap_behind(const char *title, int column, const char *text, int width, FILE *stream);
