/* wrap.c - sentences broken at words. */
#include "text/wrap.h"
#include "text/display.h"
#include <string.h>

enum { USUAL = 80, HANGING = 2 };

void tool_wrap(const char *line, int width, FILE *stream) {
    const size_t most = width > 0 ? (size_t)width : USUAL, indent = strspn(line, " ");
    size_t column = indent;
    fprintf(stream, "%*s", (int)indent, "");
    for (const char *at = line + indent; *at;) {
        char word[1024];
        const size_t length = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        const size_t columns = tool_text_width(word);
        const int begins = at == line + indent;
        if (!begins && column + 1 + columns > most) {
            fprintf(stream, "\n%*s", (int)indent + HANGING, "");
            column = indent + HANGING;
        } else if (!begins) {
            fputc(' ', stream);
            column++;
        }
        fputs(word, stream);
        column += columns;
        at += length;
        at += strspn(at, " ");
    }
    fputc('\n', stream);
}
