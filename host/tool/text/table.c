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
    bool *parts;          /* may begin a part */
    size_t *widths;       /* 0 until the first print */
    size_t count;
    row *rows; /* those not printed yet */
    size_t row_count, row_room;
    size_t gap, narrow; /* spaces between columns; from width `narrow` on one, 0: never */
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
    table->parts = tool_need(calloc(count, sizeof *table->parts));
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
    free(table->parts);
    free(table->widths);
    free(table);
}

void tool_table_narrow(tool_table *table, size_t width) {
    table->narrow = width;
}

void tool_table_part(tool_table *table, size_t column) {
    table->parts[column] = true;
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

/* Narrows the widest left-aligned column repeatedly. */
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

/* Without a terminal a longer cell stays whole. */
static void put_cells(const tool_table *table, char *const *cells, FILE *stream, bool cut) {
    char text[LINE];
    for (size_t i = 0; i < table->count; i++) {
        const bool left = table->columns[i].align == TOOL_LEFT;
        const char *const cell =
            left && cut ? tool_text_cut(cells[i], table->widths[i], tool_ellipsis(), text, sizeof text)
                        : cells[i];
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

/* Before the next part after `from`. */
static size_t part_end(const tool_table *table, size_t from) {
    size_t end = from + 1;
    while (end < table->count && !table->parts[end]) end++;
    return end;
}

/* The first `head` columns and those from `from` to `end`; rows with content there. */
static tool_table *take_part(const tool_table *whole, size_t head, size_t from, size_t end) {
    const size_t count = head + end - from;
    tool_column *const columns = tool_need(calloc(count, sizeof *columns));
    const char **const cells = tool_need(calloc(count, sizeof *cells));
    for (size_t i = 0; i < count; i++) columns[i] = whole->columns[i < head ? i : i - head + from];
    tool_table *const part = tool_table_make(columns, count);
    for (size_t r = 0; r < whole->row_count; r++) {
        bool something = false;
        for (size_t i = 0; i < count; i++) {
            cells[i] = whole->rows[r].cells[i < head ? i : i - head + from];
            something = something || (i >= head && cells[i][0]);
        }
        if (something) tool_table_add(part, cells, whole->rows[r].style);
    }
    tool_table_narrow(part, whole->narrow);
    free(columns);
    free((void *)cells);
    return part;
}

static bool print_parts(const tool_table *table, size_t head, FILE *stream, size_t width, bool colour) {
    bool printed = true;
    for (size_t from = head, end; from < table->count; from = end) {
        end = part_end(table, from);
        tool_table *part = take_part(table, head, from, end);
        while (end < table->count) {
            tool_table *const more = take_part(table, head, from, part_end(table, end));
            const bool fits = tool_table_width(more) <= width;
            tool_table_free(fits ? part : more);
            if (!fits) break;
            part = more;
            end = part_end(table, end);
        }
        if (part->row_count > 0) printed = tool_table_print(part, stream, (int)width, colour) && printed;
        tool_table_free(part);
    }
    return printed;
}

bool tool_table_print(tool_table *table, FILE *stream, int width, bool colour) {
    static const char *const colors[] = {NULL, "\033[32m", "\033[31m", "\033[33m", "\033[2m"};
    const bool cut = width > 0;
    const size_t head = table->count ? part_end(table, 0) : 0;
    if (cut && !table->started && head < table->count && tool_table_width(table) > (size_t)width)
        return print_parts(table, head, stream, (size_t)width, colour);
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
