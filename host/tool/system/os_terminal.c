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

bool tool_wants_colour(FILE *stream) {
    const char *no = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return (!no || !no[0]) && term && strcmp(term, "dumb") != 0 && tool_is_terminal(stream);
}

bool tool_knows_unicode(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"}; /* the first that is set decides */
    for (int i = 0; i < 3; i++) {
        const char *const value = getenv(names[i]);
        if (value && value[0])
            return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8");
    }
    return false;
}
