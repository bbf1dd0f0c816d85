#include "inspect/place.h"
#include "inspect/code.h"
#include "program/source.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tool_place_read(const char *text, size_t size, tool_place *out) {
    const char *end = text + size;
    *out = (tool_place){.line = 0};
    while (end > text && strchr(" \r", end[-1])) end--;
    const char *colon[2] = {NULL, NULL}; /* before the line, before the column */
    for (const char *at = end; at > text && !colon[0];)
        if (*--at == ':') colon[colon[1] == NULL] = at;
    if (!colon[0] || colon[0] == text || atoi(colon[0] + 1) <= 0) return; /* line 0: of several lines */
    out->line = atoi(colon[0] + 1);
    out->column = atoi(colon[1] + 1);
    snprintf(out->file, sizeof out->file, "%.*s", (int)(colon[0] - text), text);
}

static void read_loc(const char *line, size_t size, char remark, tool_place *out) {
    const char *const begins = memchr(line, remark, size);
    const size_t before = begins ? (size_t)(begins - line) + 1 : size;
    const size_t blank = before < size && line[before] == ' ';
    tool_place_read(line + before + blank, size - before - blank, out);
}

bool tool_place_passes(const char *line, size_t size, char remark, tool_place *out) {
    const size_t blanks = strspn(line, " \t\r");
    const char *const text = line + blanks;
    if (blanks >= size || *text == remark) return true;
    if (tool_begins(text, ".loc")) read_loc(line, size, remark, out);
    return *text == '.';
}

static bool is_of_layer(const char *file) {
    static const char whole[] = "crosslane_sg.h";
    const size_t size = strlen(file), end = sizeof whole - 1;
    if (strncmp(file, "sg/", 3) == 0) return xl__find_embedded(file) != NULL;
    return size >= end && strcmp(file + size - end, whole) == 0 &&
           (size == end || file[size - end - 1] == '/');
}

/* *layer: the file belongs to the layer. */
static bool read_marker(const char *line, size_t size, bool *layer) {
    char text[320], name[256];
    snprintf(text, sizeof text, "%.*s", (int)size, line);
    if (tool_scan(text, "#line %*u \"%255[^\"]\"", name) != 1) return false;
    *layer = is_of_layer(name);
    return true;
}

void tool_place_wrap(const char *program, xl__text *out) {
    static const char begins[] =
        "#pragma clang attribute push(__attribute__((nodebug)), apply_to=hasType(functionType))\n";
    static const char ends[] = "#pragma clang attribute pop\n";
    bool inside = false, layer = false;
    size_t size = 0;
    for (const char *rest = program, *at; (at = tool_next_line(&rest, &size)) != NULL;) {
        if (*at == '#' && read_marker(at, size, &layer) && layer != inside) {
            xl__text_format(out, "%s", layer ? begins : ends);
            inside = layer;
        }
        xl__text_add(out, at, size);
        xl__text_add(out, "\n", 1);
    }
    if (inside) xl__text_format(out, "%s", ends);
}
