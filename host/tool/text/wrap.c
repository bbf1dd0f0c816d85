#include "text/wrap.h"
#include "text/display.h"
#include "text/print.h"
#include <stdbool.h>
#include <string.h>

enum { USUAL = 80, HANGING = 2 };

/* From column `at` on, in lines that begin at `indent`. */
static void print_words(const char *text, size_t at, size_t indent, int width, FILE *stream) {
    const size_t most = width > 0 ? (size_t)width : USUAL;
    bool begins = true;
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        char word[1024];
        const size_t length = strcspn(text, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        const size_t columns = tool_text_width(word);
        if (!begins && at + 1 + columns > most) {
            fprintf(stream, "\n%*s", (int)indent, "");
            at = indent;
        } else if (!begins) {
            fputc(' ', stream);
            at++;
        }
        tool_print(stream, "%s", word);
        at += columns;
        text += length;
        begins = false;
    }
    fputc('\n', stream);
}

void tool_wrap(const char *line, int width, FILE *stream) {
    const size_t indent = strspn(line, " ");
    fprintf(stream, "%*s", (int)indent, "");
    print_words(line, indent, indent + HANGING, width, stream);
}

void tool_wrap_behind(const char *title, int column, const char *text, int width, FILE *stream) {
    const size_t used = tool_text_width(title), begin = (size_t)column;
    tool_print(stream, "%s%*s", title, used < begin ? (int)(begin - used) : 0, "");
    print_words(text, used < begin ? begin : used, begin, width, stream);
}
