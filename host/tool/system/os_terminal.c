#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* TIOCGWINSZ, fileno */
#endif
#include "system/os_terminal.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool tool_is_terminal(FILE *stream) {
    return isatty(fileno(stream)) == 1;
}

int tool_terminal_width(FILE *stream) {
    struct winsize size;
    if (!tool_is_terminal(stream)) return 0;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 80;
}

bool tool_takes_escapes(FILE *stream) {
    const char *term = getenv("TERM");
    return term && *term && strcmp(term, "dumb") != 0 && tool_is_terminal(stream);
}

bool tool_wants_colour(FILE *stream) {
    const char *no = getenv("NO_COLOR");
    return (!no || !no[0]) && tool_takes_escapes(stream);
}
