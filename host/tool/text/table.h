/* table.h - text tables. The first print fixes the widths; columns that fill later need a `least` width. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum tool_align { TOOL_LEFT, TOOL_RIGHT } tool_align;

typedef enum tool_style { TOOL_PLAIN, TOOL_GOOD, TOOL_BAD, TOOL_WARN, TOOL_FAINT } tool_style;

/* Right-aligned cells are numbers, never cut. Left-aligned cells are cut, with an ellipsis, in too wide a
   table. */
typedef struct tool_column {
    const char *title;
    tool_align align;
    size_t least; /* in columns of the terminal; 0: as the cells need */
} tool_column;

typedef struct tool_table tool_table;

/* Copies the columns. Here and below lack of memory ends the process (tool_need). */
tool_table *tool_table_make(const tool_column *columns, size_t count);
void tool_table_free(tool_table *table);

/* Before the first print: a table wider than `width` has one space between columns instead of two. */
void tool_table_narrow(tool_table *table, size_t width);

/* If the table is wider than the terminal, another may begin with this column. */
void tool_table_part(tool_table *table, size_t column);

/* Of the rows added so far, before the first print. */
size_t tool_table_width(tool_table *table);

/* As many cells as columns, copied and made safe (tool_text_clean); NULL: "-". */
void tool_table_add(tool_table *table, const char *const *cells, tool_style style);

/* Prints the rows since the last print, the first time with titles. `width` 0: nothing is cut. A wider table
 * with parts is printed once, as several: each has the columns before the first part, as many others as fit,
 * and the rows with content there. False: the stream failed.
 */
bool tool_table_print(tool_table *table, FILE *stream, int width, bool colour);
