/*
 * html.h - markup into an output file. What drivers and files say goes through tool_put_text, everywhere: it
 * is escaped for text and for attributes, in HTML and in SVG alike.
 */
#pragma once

#include "system/out.h"

/* Markup as it is. What comes from outside of the program is no argument of it, but for numbers. */
void tool_put(tool_out *out, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Text of any origin and length: made printable (tool_text_clean_lines), then & < > " and ' as entities. */
void tool_put_text(tool_out *out, const char *text);

/* A table that scrolls by itself where it is wider than the screen. `titles` end with NULL; one that begins
   with '#' stands over numbers, which are set to the right. */
void tool_put_table_start(tool_out *out, const char *const *titles);
void tool_put_table_end(tool_out *out);
/* A row: `kind` is its class, NULL: none; cells as many as titles, NULL shows as a dash. */
void tool_put_row(tool_out *out, const char *kind, const char *const *titles, const char *const *cells);
