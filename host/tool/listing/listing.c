#include "listing/listing.h"
#include "program/source.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sides ------------------------------------------------------------------------------------------- */

static bool is_same_kernel(const tool_side *a, const tool_inspection *inspection, const tool_code *code) {
    return strcmp(a->inspection->name, inspection->name) == 0 &&
           strcmp(a->inspection->settings, inspection->settings) == 0 && a->code->program == code->program &&
           strcmp(a->code->kernel, code->kernel) == 0;
}

static tool_listing *find_listing(tool_listings *all, const tool_inspection *inspection,
                                  const tool_code *code) {
    for (int i = 0; i < all->count; i++)
        if (is_same_kernel(&all->item[i].side[0], inspection, code)) return &all->item[i];
    all->item = tool_need(realloc(all->item, ((size_t)all->count + 1) * sizeof *all->item));
    all->item[all->count] = (tool_listing){.side_count = 0};
    return &all->item[all->count++];
}

static void add_side(tool_listings *all, const tool_inspection *inspection, const tool_code *code) {
    tool_listing *const listing = find_listing(all, inspection, code);
    listing->side =
        tool_need(realloc(listing->side, ((size_t)listing->side_count + 1) * sizeof *listing->side));
    tool_side *const side = &listing->side[listing->side_count++];
    *side = (tool_side){.inspection = inspection,
                        .code = code,
                        .asked = tool_asked_find(code, tool_inspection_text(inspection, code)),
                        .line_of = tool_need(calloc((size_t)code->count + 1, sizeof *side->line_of))};
    for (int i = 0; i < code->count; i++) side->told = side->told || code->item[i].file;
}

/* ---- lines ------------------------------------------------------------------------------------------- */

/* Without a file there is one line. */
static int *list_of(const tool_listing *listing, const char *file, int line) {
    return &listing->first[file ? (unsigned)line % TOOL_LINE_LISTS : 0];
}

/* Into the list of its number, for find_line. */
static void enter_line(tool_listing *listing, int i) {
    int *const first = list_of(listing, listing->line[i].file, listing->line[i].line);
    listing->next[i] = *first;
    *first = i;
}

static void enter_lines(tool_listing *listing) {
    for (int i = 0; i < TOOL_LINE_LISTS; i++) listing->first[i] = -1;
    for (int i = 0; i < listing->line_count; i++) enter_line(listing, i);
}

static tool_listed_line *add_line(tool_listing *listing, const char *file, int line) {
    listing->line =
        tool_need(realloc(listing->line, ((size_t)listing->line_count + 1) * sizeof *listing->line));
    listing->next =
        tool_need(realloc(listing->next, ((size_t)listing->line_count + 1) * sizeof *listing->next));
    tool_listed_line *const added = &listing->line[listing->line_count++];
    *added = (tool_listed_line){.file = file, .line = line, .text = ""};
    enter_line(listing, listing->line_count - 1);
    const tool_side *const first = &listing->side[0];
    if (file)
        (void)xl__find_source_line(tool_inspection_text(first->inspection, first->code), file, (unsigned)line,
                                   &added->text, &added->size);
    return added;
}

static int find_line(const tool_listing *listing, const char *file, int line) {
    for (int i = *list_of(listing, file, line); i >= 0; i = listing->next[i]) {
        const tool_listed_line *const it = &listing->line[i];
        if (!file || !it->file ? it->file == file : it->line == line && strcmp(it->file, file) == 0) return i;
    }
    return -1;
}

/* By place in the program, then other lines by name. */
static int compare_lines(const void *a, const void *b) {
    const tool_listed_line *const x = a, *const y = b;
    if (!x->file != !y->file) return x->file ? -1 : 1;
    if (!x->text[0] != !y->text[0]) return x->text[0] ? -1 : 1;
    if (x->text[0]) return (x->text > y->text) - (x->text < y->text);
    const int names = x->file ? strcmp(x->file, y->file) : 0;
    return names ? names : x->line - y->line;
}

static void sort_lines(tool_listing *listing) {
    if (listing->line_count > 1)
        qsort(listing->line, (size_t)listing->line_count, sizeof *listing->line, compare_lines);
    enter_lines(listing);
}

static void add_made_lines(tool_listing *listing) {
    for (int s = 0; s < listing->side_count; s++)
        for (int i = 0; i < listing->side[s].code->count; i++) {
            const tool_instruction *const it = &listing->side[s].code->item[i];
            if (find_line(listing, it->file, it->line) < 0) add_line(listing, it->file, it->line);
        }
}

/* Between lines with instructions, unless there are many. */
static void add_lines_between(tool_listing *listing) {
    enum { MOST = 12 };
    const int count = listing->line_count;
    for (int i = 1; i < count; i++) {
        const char *const file = listing->line[i].file;
        const int from = listing->line[i - 1].line, to = listing->line[i].line;
        if (!file || strcmp(file, listing->line[i - 1].file) != 0 || to - from > MOST)
            listing->line[i].behind_gap = true;
        else
            for (int line = from + 1; line < to; line++) add_line(listing, file, line);
    }
}

static void settle(tool_listing *listing) {
    listing->first = tool_need(malloc(TOOL_LINE_LISTS * sizeof *listing->first));
    enter_lines(listing);
    add_made_lines(listing);
    sort_lines(listing);
    add_lines_between(listing);
    sort_lines(listing);
    for (int s = 0; s < listing->side_count; s++)
        for (int i = 0; i < listing->side[s].code->count; i++) {
            const tool_instruction *const it = &listing->side[s].code->item[i];
            listing->side[s].line_of[i] = find_line(listing, it->file, it->line);
        }
}

tool_listings tool_listings_make(const tool_inspection *list, size_t count, long most) {
    tool_listings all = {.count = 0};
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < list[i].codes.count; k++) {
            const tool_code *const code = &list[i].codes.item[k];
            if (!tool_inspection_shows(&list[i], code)) continue;
            if (code->count > most) {
                all.left_out++;
                continue;
            }
            most -= code->count;
            add_side(&all, &list[i], code);
        }
    for (int i = 0; i < all.count; i++) settle(&all.item[i]);
    return all;
}

void tool_listings_free(tool_listings *listings) {
    for (int i = 0; i < listings->count; i++) {
        tool_listing *const listing = &listings->item[i];
        for (int s = 0; s < listing->side_count; s++) {
            tool_asked_free(&listing->side[s].asked);
            free(listing->side[s].line_of);
        }
        free(listing->side);
        free(listing->line);
        free(listing->first);
        free(listing->next);
    }
    free(listings->item);
    *listings = (tool_listings){.count = 0};
}

/* ---- operations ------------------------------------------------------------------------------------- */

static const tool_asked *find_asked(const tool_side *side, const tool_asked *wanted) {
    for (int i = 0; i < side->asked.count; i++) {
        const tool_asked *const it = &side->asked.item[i];
        if (it->line == wanted->line && strcmp(it->file, wanted->file) == 0 &&
            strcmp(it->name, wanted->name) == 0)
            return it;
    }
    return NULL;
}

/* A side that reports only lines lists all operations on a line. */
static bool has_line(const tool_side *side, const tool_asked *wanted) {
    for (int i = 0; i < side->asked.count; i++)
        if (side->asked.item[i].line == wanted->line && strcmp(side->asked.item[i].file, wanted->file) == 0)
            return true;
    return false;
}

static bool was_before(const tool_listing *listing, int side, const tool_asked *asked) {
    for (int s = 0; s < side; s++)
        if (find_asked(&listing->side[s], asked)) return true;
    return false;
}

/* Of one operation; side number `first` is the first to have it. */
static void add_asked(const tool_listing *listing, int first, const tool_asked *asked, tool_asked_row **rows,
                      int *count) {
    for (int s = first; s < listing->side_count; s++) {
        const tool_side *const side = &listing->side[s];
        const tool_asked *const there = find_asked(side, asked);
        if (!there && (!side->told || has_line(side, asked))) continue;
        *rows = tool_need(realloc(*rows, ((size_t)*count + 1) * sizeof **rows));
        (*rows)[(*count)++] = (tool_asked_row){side, there ? there : asked, there != NULL, 0};
    }
}

/* By the line's place, then by name; targets in the requested order. */
static int compare_rows(const void *a, const void *b) {
    const tool_asked_row *const x = a, *const y = b;
    const int names = strcmp(x->asked->name, y->asked->name);
    if (x->line != y->line) return x->line - y->line;
    return names ? names : (x->side > y->side) - (x->side < y->side);
}

tool_asked_row *tool_listing_asked(const tool_listing *listing, int *count) {
    tool_asked_row *rows = NULL;
    *count = 0;
    for (int s = 0; s < listing->side_count; s++)
        for (int i = 0; i < listing->side[s].asked.count; i++) {
            const tool_asked *const asked = &listing->side[s].asked.item[i];
            if (tool_asked_exchanges(asked->name) && !was_before(listing, s, asked))
                add_asked(listing, s, asked, &rows, count);
        }
    for (int i = 0; i < *count; i++)
        rows[i].line = find_line(listing, rows[i].asked->file, rows[i].asked->line);
    if (*count > 1) qsort(rows, (size_t)*count, sizeof *rows, compare_rows);
    return rows;
}

/* ---- names ------------------------------------------------------------------------------------------ */

const char *tool_side_name(const tool_side *side, char out[TOOL_SIDE_NAME]) {
    snprintf(out, TOOL_SIDE_NAME, "%s, %ld lanes", side->inspection->target->name, tool_side_lanes(side));
    return out;
}

long tool_side_lanes(const tool_side *side) {
    return side->code->numbers.lanes >= 0 ? side->code->numbers.lanes : (long)side->inspection->width;
}

size_t tool_shown_size(const tool_instruction *it) {
    const char *end = strstr(it->text, " // $");
    if (!end) return strlen(it->text);
    while (end > it->text && end[-1] == ' ') end--;
    return (size_t)(end - it->text);
}
