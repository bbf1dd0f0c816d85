/* print.h - prints for people. */
#pragma once

#include <stdio.h>

/* fprintf for a terminal: arguments cannot move the cursor or hide text (display.h). Line feeds and tabs
   stay. */
void tool_print(FILE *stream, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* The first `length` bytes in green. */
void tool_print_green(FILE *stream, const char *text, size_t length);
