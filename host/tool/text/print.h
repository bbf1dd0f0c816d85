/*
 * print.h - what people read on standard output and standard error.
 */
#pragma once

#include <stdio.h>

/* fprintf for a terminal: what an argument holds moves no cursor and hides no text (display.h). Line feeds
   and tabs stay. The only way to print outside of host/tool/text: a rule checks that. */
void tool_print(FILE *stream, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* The first `length` bytes of the text in green. */
void tool_print_green(FILE *stream, const char *text, size_t length);
