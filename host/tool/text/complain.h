/* complain.h - the command's messages to the user, apart from its results. */
#pragma once

/* One line to standard error: "crosslane: ...", printable whatever an argument holds. tool_complain_lines
   keeps line feeds: a compiler's log. */
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

/* From here on `take` gets each line, without the command's name, and standard error does not. NULL: as
 * before.
 */
void tool_complain_to(void (*take)(void *user, const char *line), void *user);
