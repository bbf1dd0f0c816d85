#include "hints/compiler_errors.h"
#include "text/display.h"
#include <stdio.h>
#include <string.h>

enum { LINE = 512 };

/* The first line from `at` on with an error; NULL: none. */
static const char *find_error(const char *at) {
    const char *found = strstr(at, "error:");
    while (found && found > at && found[-1] != '\n') found--;
    return found;
}

static const char *end_of(const char *line) {
    return line + strcspn(line, "\n");
}

char *tool_first_error(const char *log, char *out, size_t size) {
    const char *const found = find_error(log);
    return tool_text_first_line(found ? found : log, out, size);
}

char *tool_further_errors(const char *log, int most, const char *indent, char *out, size_t size) {
    char line[LINE];
    int left_out = 0;
    const char *at = find_error(log);
    out[0] = '\0';
    while (at && (at = find_error(end_of(at))) != NULL) {
        tool_text_first_line(at, line, sizeof line);
        if (most-- > 0)
            tool_text_append(out, size, "\n%s%s", indent, line);
        else
            left_out++;
    }
    if (left_out > 0)
        tool_text_append(out, size, "\n%sand %d more error%s", indent, left_out, left_out > 1 ? "s" : "");
    return out;
}

char *tool_build_errors(const xl_error *error, char *out, size_t size) {
    char what[LINE], first[LINE], further[XL_ERROR_TEXT];
    tool_text_first_line(error->text, what, sizeof what);
    tool_first_error(error->text, first, sizeof first);
    tool_further_errors(error->text, TOOL_ERRORS, "", further, sizeof further);
    const bool same = strcmp(what, first) == 0;
    snprintf(out, size, "%s%s%s%s", what, same ? "" : "; ", same ? "" : first, further);
    return out;
}
