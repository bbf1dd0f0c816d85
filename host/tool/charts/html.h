/* html.h - writes markup. */
#pragma once

#include "system/output_file.h"

/* Unescaped: only numbers may come from outside the program. */
void tool_put(tool_out *out, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Makes texts printable (tool_text_clean_lines) and escapes & < > " and '. */
void tool_put_text(tool_out *out, const char *text);

/* Scrolls if wider than the screen. `titles` end with NULL; '#' begins the title of a column of numbers,
 * aligned right.
 */
void tool_put_table_start(tool_out *out, const char *const *titles);
void tool_put_table_end(tool_out *out);
/* `kind`: class, NULL: none; a cell per title; NULL: a dash. */
void tool_put_row(tool_out *out, const char *kind, const char *const *titles, const char *const *cells);
