/* display.h - makes texts safe for a terminal, counts columns, formats numbers with units. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* All write at most `size` bytes with the final 0 into out[] and return out; never half a character,
   except tool_text_append. */

/* Control, bidirectional and invisible characters and bytes that are not UTF-8 become '?', NULL "". */
char *tool_text_clean(const char *text, char *out, size_t size);

/* In place; line feeds and tabs stay. */
char *tool_text_make_safe(char *text);

/* A file's name, unique: control, bidirectional and invisible characters become \u200b, bytes that are not
   UTF-8 \xfc, a backslash is doubled. At most 4 bytes for each byte of the name. */
char *tool_text_name(const char *name, char *out, size_t size);

/* As tool_text_clean, but line feeds stay, except at the end: a compiler's log. */
char *tool_text_clean_lines(const char *text, char *out, size_t size);

/* The first line of tool_text_clean_lines. */
char *tool_text_first_line(const char *text, char *out, size_t size);

/* An ellipsis for files; for this process's terminal: "..." if its locale has no UTF-8. */
#define TOOL_ELLIPSIS "\xe2\x80\xa6"
const char *tool_ellipsis(void);

/* Clean text; a cut text ends with `mark`. */
char *tool_text_cut(const char *text, size_t columns, const char *mark, char *out, size_t size);

char *tool_text_append(char *out, size_t size, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Of clean text: 0 for combining marks, 2 for wide East Asian characters and emoji, 1 for the rest. */
size_t tool_text_width(const char *text);

/* Three significant digits and a unit; "-" for negative or not finite. ns: "4.70 us", "1.08 ms". Bytes:
   "16.0 MiB" (powers of 1024). Rate: "4.50 TB/s" (powers of 1000) with the given unit. */
char *tool_format_ns(double ns, char *out, size_t size);
char *tool_format_bytes(double bytes, char *out, size_t size);
char *tool_format_rate(double per_second, const char *unit, char *out, size_t size);

/* "none" for 0, "32", "emul 8". */
char *tool_format_width(long long lanes, bool emulated, char *out, size_t size);
