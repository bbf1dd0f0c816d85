/* wrap.h - breaks sentences at words. */
#pragma once

#include <stdio.h>

/* `width` 0: 80. Keeps the line's indentation; later lines are indented two columns more. A longer word has a
 * line of its own.
 */
void tool_wrap(const char *line, int width, FILE *stream);

/* A title unchanged, and a text from `column` on; on the next line if the title is too long. */
void tool_wrap_behind(const char *title, int column, const char *text, int width, FILE *stream);
