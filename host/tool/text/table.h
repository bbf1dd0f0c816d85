/*
 * table.h - text tables. Rows may be printed as they come: widths are fixed by what is there at the first
 * print, so give columns that fill later a `least` width.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum tool_align { TOOL_LEFT, TOOL_RIGHT } tool_align;

/* Colour of a row, where there is colour. */
typedef enum tool_style { TOOL_PLAIN, TOOL_GOOD, TOOL_BAD, TOOL_WARN, TOOL_FAINT } tool_style;

/* Right-aligned cells are numbers and are never cut: a cut number lies. Left-aligned cells are cut, with an
   ellipsis, where the table would be wider than the terminal. */
typedef struct tool_column {
    const char *title;
    tool_align align;
    size_t least; /* columns of the terminal kept at least; 0 = as the cells need */
} tool_column;

typedef struct tool_table tool_table;

/* Copies the columns. Here and below memory that runs out ends the process (tool_need): a table with rows
   that are missing would lie. */
tool_table *tool_table_make(const tool_column *columns, size_t count);
void tool_table_free(tool_table *table);

/* Before the first print: if the table would be wider than `width` columns, one space separates its columns
 * instead of two. */
void tool_table_narrow(tool_table *table, size_t width);

/* If the table is wider than the terminal, another may begin with this column. */
void tool_table_part(tool_table *table, size_t column);

/* The columns of a screen that the rows added so far need, before the first print. */
size_t tool_table_width(tool_table *table);

/* Adds a row of as many cells as there are columns; they are copied and made safe (tool_text_clean), NULL
   shows as "-". */
void tool_table_add(tool_table *table, const char *const *cells, tool_style style);

/* Prints the rows added since the last print; the first print also prints the titles. `width` is the
 * terminal's, 0 = no terminal: nothing is cut. A table with parts that is wider becomes several tables: each
 * has the columns before the first part, as many of the other columns as fit, and the rows with content
 * there; it is printed once. false if the stream failed. */
bool tool_table_print(tool_table *table, FILE *stream, int width, bool colour);
