/* complain.h - messages to the user. */
#pragma once

/* "crosslane: ..." on standard error, made printable. tool_complain_lines keeps line feeds: a compiler's
   log. */
void tool_complain(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;
void tool_complain_lines(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/* On a terminal of this many columns tool_complain breaks lines at words; 0: never. */
void tool_complain_width(int columns);

/* `take` gets each line, without the command's name, in place of standard error. NULL: standard error. */
void tool_complain_to(void (*take)(void *user, const char *line), void *user);
