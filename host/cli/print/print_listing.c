#include "print/print_listing.h"
#include "base/text.h"
#include "system/os_terminal.h"
#include "text/display.h"
#include "text/os_memory.h"
#include "text/table.h"
#include "text/print.h"
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 8 };

static void add_asked(tool_table *table, const tool_asked_row *row) {
    const tool_asked *const asked = row->asked;
    const bool made = row->made;
    const char *const all = asked->column == 0 ? "(all of the line)" : "";
    const char *const file = strrchr(asked->file, '/');
    char place[200], words[200], lanes[24], instructions[24], cross[24], waterfall[24];
    snprintf(place, sizeof place, "%s:%d", file ? file + 1 : asked->file, asked->line);
    snprintf(words, sizeof words, "%s%s%s", made ? asked->words : "",
             made && *all && asked->words[0] ? " " : "", made ? all : "");
    snprintf(lanes, sizeof lanes, "%ld", tool_side_lanes(row->side));
    snprintf(instructions, sizeof instructions, "%d", made ? asked->instructions : 0);
    snprintf(cross, sizeof cross, "%d", made ? asked->cross_lane : 0);
    snprintf(waterfall, sizeof waterfall, "%d", made ? asked->waterfall_instructions : 0);
    const char *const cells[COLUMNS] = {place,     asked->name,  row->side->inspection->target->name,
                                        lanes,     instructions, cross,
                                        waterfall, words};
    tool_table_add(table, cells, made && asked->waterfall_instructions ? TOOL_WARN : TOOL_PLAIN);
}

static void print_title(const tool_listing *listing, FILE *screen) {
    char name[300], settings[300], kernel[160];
    const tool_inspection *const it = listing->side[0].inspection;
    tool_print(screen, "%s of %s%s%s", tool_text_clean(listing->side[0].code->kernel, kernel, sizeof kernel),
               tool_text_clean(it->name, name, sizeof name), it->settings[0] ? " " : "",
               tool_text_clean(it->settings, settings, sizeof settings));
}

void cli_print_asked(const tool_listings *listings, FILE *screen) {
    static const tool_column columns[COLUMNS] = {{"line", TOOL_LEFT, 0},
                                                 {"operation", TOOL_LEFT, 0},
                                                 {"target", TOOL_LEFT, 0},
                                                 {"lanes", TOOL_RIGHT, 0},
                                                 {"instr.", TOOL_RIGHT, 0},
                                                 {"cross-lane", TOOL_RIGHT, 0},
                                                 {"of a waterfall", TOOL_RIGHT, 0},
                                                 {"cross-lane instructions", TOOL_LEFT, 0}};
    for (int i = 0; i < listings->count; i++) {
        tool_table *const table = tool_table_make(columns, COLUMNS);
        int count = 0;
        tool_asked_row *const rows = tool_listing_asked(&listings->item[i], &count);
        for (int r = 0; r < count; r++) add_asked(table, &rows[r]);
        free(rows);
        if (count > 0) {
            const int width = tool_terminal_width(screen);
            tool_print(screen, "Operations of the layer in ");
            print_title(&listings->item[i], screen);
            tool_print(screen, ":\n");
            if (width > 0) tool_table_narrow(table, (size_t)width);
            tool_table_print(table, screen, width, tool_wants_colour(screen));
            fputc('\n', screen);
        }
        tool_table_free(table);
    }
}

typedef struct rows {
    char **item;
    int count;
} rows;

static void add_row(rows *all, xl__text *text) {
    char clean[1024];
    tool_text_clean(tool_need(text->data), clean, sizeof clean);
    all->item = tool_need(realloc(all->item, ((size_t)all->count + 1) * sizeof *all->item));
    all->item[all->count++] = tool_need(xl__copy_text(clean));
    xl__text_free(text);
}

static rows rows_of(const tool_side *side, int line) {
    rows all = {.count = 0};
    int before = -1;
    for (int i = 0; i < side->code->count; i++) {
        const tool_instruction *const it = &side->code->item[i];
        const int asked = side->asked.of[i];
        xl__text text = {0};
        if (side->line_of[i] != line) continue;
        if (asked >= 0 && asked != before) {
            const char *const name = side->asked.item[asked].name;
            xl__text_format(&text, "      %s:", name);
            add_row(&all, &text);
        }
        before = asked;
        xl__text_format(&text, "%5d%c%s%.*s", i, it->waterfall ? '~' : ' ', asked >= 0 ? "  " : "",
                        (int)tool_shown_size(it), it->text);
        add_row(&all, &text);
    }
    return all;
}

static void free_rows(rows *all) {
    for (int i = 0; i < all->count; i++) free(all->item[i]);
    free(all->item);
}

/* False: they do not fit. */
static bool find_widths(const tool_listing *listing, int screen_width, size_t *widths) {
    size_t all = 0;
    for (int s = 0; s < listing->side_count; s++) {
        char name[TOOL_SIDE_NAME];
        widths[s] = tool_text_width(tool_side_name(&listing->side[s], name)) + 6;
        for (int l = 0; l < listing->line_count; l++) {
            rows r = rows_of(&listing->side[s], l);
            for (int i = 0; i < r.count; i++)
                if (tool_text_width(r.item[i]) > widths[s]) widths[s] = tool_text_width(r.item[i]);
            free_rows(&r);
        }
        all += widths[s] + 2;
    }
    return screen_width == 0 || all <= (size_t)screen_width;
}

/* `width` 0: last cell of a line. */
static void print_cell(FILE *screen, const char *text, size_t width) {
    const size_t has = tool_text_width(text);
    tool_print(screen, "%s%*s", text, width ? (int)(has < width ? width - has : 0) + 2 : 0, "");
}

static void print_names(const tool_listing *listing, const size_t *widths, FILE *screen) {
    for (int s = 0; s < listing->side_count; s++) {
        char name[TOOL_SIDE_NAME], cell[96];
        snprintf(cell, sizeof cell, "      %s", tool_side_name(&listing->side[s], name));
        print_cell(screen, cell, s + 1 < listing->side_count ? widths[s] : 0);
    }
    fputc('\n', screen);
}

static void print_beside(const tool_listing *listing, int line, const size_t *widths, FILE *screen) {
    rows *const all = tool_need(calloc((size_t)listing->side_count + 1, sizeof *all));
    int most = 0;
    for (int s = 0; s < listing->side_count; s++) {
        all[s] = rows_of(&listing->side[s], line);
        if (all[s].count > most) most = all[s].count;
    }
    for (int i = 0; i < most; i++) {
        int last = listing->side_count - 1;
        while (last > 0 && i >= all[last].count) last--;
        for (int s = 0; s <= last; s++)
            print_cell(screen, i < all[s].count ? all[s].item[i] : "", s < last ? widths[s] : 0);
        fputc('\n', screen);
    }
    for (int s = 0; s < listing->side_count; s++) free_rows(&all[s]);
    free(all);
}

static void print_below(const tool_listing *listing, int line, FILE *screen) {
    for (int s = 0; s < listing->side_count; s++) {
        char name[TOOL_SIDE_NAME];
        rows all = rows_of(&listing->side[s], line);
        if (all.count > 0 && listing->side_count > 1)
            tool_print(screen, "      %s:\n", tool_side_name(&listing->side[s], name));
        for (int i = 0; i < all.count; i++) tool_print(screen, "%s\n", all.item[i]);
        free_rows(&all);
    }
}

static void print_line(const tool_listing *listing, int index, FILE *screen) {
    const tool_listed_line *const it = &listing->line[index];
    const tool_listed_line *const before = index > 0 ? it - 1 : NULL;
    char clean[1024], text[1024];
    if (!it->file) {
        tool_print(screen, "\nwithout a source line:\n");
        return;
    }
    if (!before || strcmp(before->file, it->file) != 0)
        tool_print(screen, "\n%s:\n", tool_text_clean(it->file, clean, sizeof clean));
    else if (it->behind_gap)
        tool_print(screen, "  ...\n");
    snprintf(text, sizeof text, "%.*s", (int)(it->size < sizeof text ? it->size : sizeof text - 1), it->text);
    for (char *tab = text; (tab = strchr(tab, '\t')) != NULL;) *tab = ' ';
    tool_print(screen, "%5d | %s\n", it->line, tool_text_clean(text, clean, sizeof clean));
}

static void print_listing(const tool_listing *listing, FILE *screen) {
    size_t *const widths = tool_need(calloc((size_t)listing->side_count + 1, sizeof *widths));
    const bool beside = find_widths(listing, tool_terminal_width(screen), widths);
    char name[TOOL_SIDE_NAME];
    tool_print(screen, "---- ");
    print_title(listing, screen);
    fputc('\n', screen);
    for (int s = 0; s < listing->side_count; s++)
        if (!listing->side[s].told)
            tool_print(screen, "%s: its compiler reports no source lines\n",
                       tool_side_name(&listing->side[s], name));
    if (beside || listing->side_count == 1) print_names(listing, widths, screen);
    for (int l = 0; l < listing->line_count; l++) {
        print_line(listing, l, screen);
        if (beside)
            print_beside(listing, l, widths, screen);
        else
            print_below(listing, l, screen);
    }
    fputc('\n', screen);
    free(widths);
}

void cli_print_listings(const tool_listings *listings, FILE *screen) {
    for (int i = 0; i < listings->count; i++) print_listing(&listings->item[i], screen);
}
