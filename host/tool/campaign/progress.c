#include "campaign/progress.h"
#include "system/os_terminal.h"
#include "text/display.h"
#include <math.h>
#include <stdarg.h>

enum { LINE = 512 };

void tool_progress_start(tool_progress *progress, FILE *stream, bool quiet, double now_s) {
    *progress = (tool_progress){.stream = stream, .quiet = quiet, .live = tool_takes_escapes(stream)};
    progress->last = progress->live ? -HUGE_VAL : now_s;
}

void tool_progress_show(tool_progress *progress, double now_s, const char *format, ...) {
    char text[LINE], clean[LINE], line[LINE];
    va_list arguments;
    if (progress->quiet || now_s - progress->last < (progress->live ? 0.1 : 10.0)) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tool_text_clean(text, clean, sizeof clean);
    if (progress->live) {
        /* Keeps the last column free: a terminal that wraps could not erase the line. */
        const int width = tool_terminal_width(progress->stream);
        tool_text_cut(clean, width > 1 ? (size_t)width - 1 : 79, tool_ellipsis(), line, sizeof line);
        fprintf(progress->stream, "\r%s\033[K", line);
    } else {
        fprintf(progress->stream, "%s\n", clean);
    }
    fflush(progress->stream);
    progress->visible = progress->live;
    progress->last = now_s;
}

void tool_progress_clear(tool_progress *progress) {
    if (!progress->visible) return;
    fputs("\r\033[K", progress->stream);
    fflush(progress->stream);
    progress->visible = false;
    progress->last = -HUGE_VAL;
}
