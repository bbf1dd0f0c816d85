/*
 * html.h - writes markup into an output file. All texts of drivers and files go through tool_put_text, which
 * escapes them for text and attributes, in HTML and in SVG.
 */
#pragma once

#include "system/output_file.h"

/* Writes markup unescaped. Its arguments must not come from outside the program, except numbers. */
void tool_put(tool_out *out, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Text of any origin and length: made printable (tool_text_clean_lines), then & < > " and ' as entities. */
void tool_put_text(tool_out *out, const char *text);

/* A table that scrolls by itself if it is wider than the screen. `titles` end with NULL; a title with '#'
 * heads a column of numbers, aligned right. */
void tool_put_table_start(tool_out *out, const char *const *titles);
void tool_put_table_end(tool_out *out);
/* A row: `kind` is its class, NULL: none; cells as many as titles, NULL shows as a dash. */
void tool_put_row(tool_out *out, const char *kind, const char *const *titles, const char *const *cells);
