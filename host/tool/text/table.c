#include "text/os_memory.h"
#include "text/table.h"
#include "text/display.h"
#include <stdlib.h>
#include <string.h>

enum { GAP = 2, LEAST_CUT = 6, LINE = 1024 };

typedef struct row {
    char **cells;
    tool_style style;
} row;

struct tool_table {
    tool_column *columns; /* the titles are owned copies */
    size_t *widths;       /* 0 until the first print */
    size_t count;
    row *rows; /* those not printed yet */
    size_t row_count, row_room;
    size_t gap, narrow; /* spaces between columns; the width from which on it is one, 0 = never */
    bool started;
};

static char *clean_copy(const char *text) {
    const size_t size = strlen(text) + 1; /* cleaning never lengthens */
    char *const copy = tool_need(malloc(size));
    return tool_text_clean(text, copy, size);
}

static void free_row(row *r, size_t count) {
    for (size_t i = 0; r->cells && i < count; i++) free(r->cells[i]);
    free(r->cells);
}

tool_table *tool_table_make(const tool_column *columns, size_t count) {
    tool_table *const table = tool_need(calloc(1, sizeof *table));
    table->count = count;
    table->gap = GAP;
    table->columns = tool_need(calloc(count, sizeof *table->columns));
    table->widths = tool_need(calloc(count, sizeof *table->widths));
    for (size_t i = 0; i < count; i++) {
        table->columns[i] = columns[i];
        table->columns[i].title = clean_copy(columns[i].title);
    }
    return table;
}

void tool_table_free(tool_table *table) {
    if (!table) return;
    for (size_t i = 0; i < table->row_count; i++) free_row(&table->rows[i], table->count);
    for (size_t i = 0; table->columns && i < table->count; i++) free((char *)table->columns[i].title);
    free(table->rows);
    free(table->columns);
    free(table->widths);
    free(table);
}

void tool_table_narrow(tool_table *table, size_t width) {
    table->narrow = width;
}

void tool_table_add(tool_table *table, const char *const *cells, tool_style style) {
    if (table->row_count == table->row_room) {
        const size_t room = table->row_room ? table->row_room * 2 : 16;
        table->rows = tool_need(realloc(table->rows, room * sizeof *table->rows));
        table->row_room = room;
    }
    row added = {.cells = tool_need(calloc(table->count, sizeof *added.cells)), .style = style};
    for (size_t i = 0; i < table->count; i++) added.cells[i] = clean_copy(cells[i] ? cells[i] : "-");
    table->rows[table->row_count++] = added;
}

static size_t total_width(const tool_table *table) {
    size_t total = table->count ? (table->count - 1) * table->gap : 0;
    for (size_t i = 0; i < table->count; i++) total += table->widths[i];
    return total;
}

/* Widths from titles, hints and rows; then the widest left-aligned column gives way, column by column of the
   terminal, until the table fits or none can. */
static void fix_widths(tool_table *table, size_t limit) {
    for (size_t i = 0; i < table->count; i++) {
        size_t width = tool_text_width(table->columns[i].title);
        if (width < table->columns[i].least) width = table->columns[i].least;
        for (size_t r = 0; r < table->row_count; r++) {
            const size_t cell = tool_text_width(table->rows[r].cells[i]);
            if (width < cell) width = cell;
        }
        table->widths[i] = width;
    }
    if (table->narrow && total_width(table) > table->narrow) table->gap = 1;
    while (limit && total_width(table) > limit) {
        size_t *widest = NULL;
        for (size_t i = 0; i < table->count; i++)
            if (table->columns[i].align == TOOL_LEFT && table->widths[i] > LEAST_CUT &&
                (!widest || table->widths[i] > *widest))
                widest = &table->widths[i];
        if (!widest) break;
        --*widest;
    }
}

size_t tool_table_width(tool_table *table) {
    fix_widths(table, 0);
    return total_width(table);
}

static void put_spaces(FILE *stream, size_t n) {
    for (; n > 0; n--) putc(' ', stream);
}

/* Off a terminal a longer cell is left whole and pushes its row to the right. */
static void put_cells(const tool_table *table, char *const *cells, FILE *stream, bool cut) {
    char text[LINE];
    for (size_t i = 0; i < table->count; i++) {
        const bool left = table->columns[i].align == TOOL_LEFT;
        const char *const cell =
            left && cut ? tool_text_cut(cells[i], table->widths[i], text, sizeof text) : cells[i];
        const size_t width = tool_text_width(cell);
        const size_t pad = width < table->widths[i] ? table->widths[i] - width : 0;
        if (!left) put_spaces(stream, pad);
        fputs(cell, stream);
        if (i + 1 < table->count)
            put_spaces(stream, (left ? pad : 0) + table->gap); /* no spaces at a line's end */
    }
}

static void put_line(const tool_table *table, char *const *cells, const char *color, FILE *stream, bool cut) {
    if (color) fputs(color, stream);
    put_cells(table, cells, stream, cut);
    if (color) fputs("\033[0m", stream);
    putc('\n', stream);
}

bool tool_table_print(tool_table *table, FILE *stream, int width, bool colour) {
    static const char *const colors[] = {NULL, "\033[32m", "\033[31m", "\033[33m", "\033[2m"};
    const bool cut = width > 0;
    if (!table->started) {
        fix_widths(table, cut ? (size_t)width : 0);
        char **const titles = tool_need(malloc((table->count ? table->count : 1) * sizeof *titles));
        for (size_t i = 0; i < table->count; i++) titles[i] = (char *)table->columns[i].title;
        put_line(table, titles, colour ? "\033[1m" : NULL, stream, cut);
        free(titles);
        table->started = true;
    }
    for (size_t r = 0; r < table->row_count; r++) {
        put_line(table, table->rows[r].cells, colour ? colors[table->rows[r].style] : NULL, stream, cut);
        free_row(&table->rows[r], table->count);
    }
    table->row_count = 0;
    return fflush(stream) == 0 && !ferror(stream);
}
