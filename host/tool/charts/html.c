#include "text/os_memory.h"
#include "charts/html.h"
#include "text/display.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void tool_put(tool_out *out, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (length >= 0 && (size_t)length < sizeof text) {
        tool_out_write(out, text, (size_t)length);
    } else if (length >= 0) {
        char *const all = tool_need(malloc((size_t)length + 1));
        va_start(args, format);
        vsnprintf(all, (size_t)length + 1, format, args);
        va_end(args);
        tool_out_write(out, all, (size_t)length);
        free(all);
    }
}

static const char *entity_of(char c) {
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

void tool_put_text(tool_out *out, const char *text) {
    if (!text) return;
    const size_t size = strlen(text) + 2; /* cleaning never lengthens */
    char *const clean = tool_need(malloc(size));
    const char *from = tool_text_clean_lines(text, clean, size);
    for (const char *at = from;; at++) {
        const char *const entity = entity_of(*at);
        if (!entity && *at) continue;
        tool_out_write(out, from, (size_t)(at - from));
        if (!*at) break;
        tool_out_write(out, entity, strlen(entity));
        from = at + 1;
    }
    free(clean);
}

void tool_put_table_start(tool_out *out, const char *const *titles) {
    tool_put(out, "<div class=\"wide\" tabindex=\"0\"><table><thead><tr>");
    for (int i = 0; titles[i]; i++) {
        const bool number = titles[i][0] == '#';
        tool_put(out, number ? "<th class=\"n\" scope=\"col\">" : "<th scope=\"col\">");
        tool_put_text(out, titles[i] + number);
        tool_put(out, "</th>");
    }
    tool_put(out, "</tr></thead><tbody>\n");
}

void tool_put_table_end(tool_out *out) {
    tool_put(out, "</tbody></table></div>\n");
}

void tool_put_row(tool_out *out, const char *kind, const char *const *titles, const char *const *cells) {
    if (kind)
        tool_put(out, "<tr class=\"%s\">", kind);
    else
        tool_put(out, "<tr>");
    for (int i = 0; titles[i]; i++) {
        tool_put(out, titles[i][0] == '#' ? "<td class=\"n\">" : "<td>");
        tool_put_text(out, cells[i] ? cells[i] : "\xe2\x80\x93");
        tool_put(out, "</td>");
    }
    tool_put(out, "</tr>\n");
}
