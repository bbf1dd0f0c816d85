/* cmd_promises.c - `crosslane promises`: what each device's driver guarantees beyond the standard. */
#include "promises/promise.h"
#include "promises/promise_words.h"
#include "records/record.h"
#include "text/display.h"
#include "text/os_memory.h"
#include "text/print.h"
#include "text/suggest.h"
#include "text/table.h"
#include "shared/cli.h"
#include <stdlib.h>
#include <string.h>

typedef struct promise_screen {
    json_t *rows; /* of the device */
    bool details;
} promise_screen;

static const json_t *details_of(const json_t *row) {
    return json_object_get(row, "promise");
}

static const tool_question *question_of(const json_t *row) {
    return tool_find_question(tool_text_of(row, "op"));
}

/* *differ: others of the line have another outcome. */
static const json_t *worst_of(const promise_screen *s, int line, bool *differ) {
    const json_t *worst = NULL;
    size_t i;
    json_t *row;
    *differ = false;
    json_array_foreach(s->rows, i, row) {
        const tool_question *const q = question_of(row);
        if (!q || q->line != line) continue;
        *differ = *differ || (worst && tool_promise_weight(worst) != tool_promise_weight(row));
        if (!worst || tool_promise_weight(row) > tool_promise_weight(worst)) worst = row;
    }
    return worst;
}

/* "for one that starts later, 8 lanes: " if the line's questions differ. */
static void name_row(const promise_screen *s, const json_t *row, char *out, size_t size) {
    const tool_question *const q = question_of(row);
    const long long width = (long long)json_integer_value(json_object_get(row, "width_requested"));
    bool several = false;
    size_t i;
    json_t *other;
    json_array_foreach(s->rows, i, other) several =
        several || (strcmp(tool_text_of(other, "op"), q->name) != 0 && question_of(other) &&
                    question_of(other)->line == q->line);
    snprintf(out, size, "%s", several ? q->words : "");
    if (width > 0) tool_text_append(out, size, "%s%lld lanes", out[0] ? ", " : "", width);
    if (out[0]) tool_text_append(out, size, ": ");
}

static void print_lines(tool_campaign *c, const promise_screen *s) {
    const tool_column columns[] = {{"guarantee", TOOL_LEFT, 0}, {"answer", TOOL_LEFT, 0}};
    tool_table *const table = tool_table_make(columns, 2);
    for (int line = 0; tool_promise_lines[line]; line++) {
        bool differ = false;
        const json_t *const row = worst_of(s, line, &differ);
        char answer[200], where[96] = "", whole[320];
        if (!row) continue;
        if (differ || tool_promise_weight(row) == TOOL_PROMISE_WORST) name_row(s, row, where, sizeof where);
        snprintf(whole, sizeof whole, "%s%s", where, tool_promise_answer(row, answer, sizeof answer));
        const char *const cells[] = {tool_promise_lines[line], whole};
        const int weight = tool_promise_weight(row);
        tool_table_add(table, cells,
                       weight == TOOL_PROMISE_WORST ? TOOL_WARN
                       : weight == 0                ? TOOL_FAINT
                                                    : TOOL_PLAIN);
    }
    tool_table_print(table, tool_screen(c), cli_width(c), cli_colour(c));
    tool_table_free(table);
}

static void print_details(tool_campaign *c, const promise_screen *s) {
    const tool_column columns[] = {{"question", TOOL_LEFT, 0}, {"lanes", TOOL_RIGHT, 0},
                                   {"outcome", TOOL_LEFT, 0},  {"broken", TOOL_RIGHT, 0},
                                   {"of", TOOL_RIGHT, 0},      {"mutant", TOOL_RIGHT, 0},
                                   {"of", TOOL_RIGHT, 0}};
    tool_table *const table = tool_table_make(columns, 7);
    size_t i;
    json_t *row;
    json_array_foreach(s->rows, i, row) {
        static const char *const fields[] = {"width_requested", "outcome",       "broken",
                                             "tries",           "mutant_broken", "mutant_tries"};
        char text[6][48];
        const char *cells[7] = {tool_text_of(row, "op")};
        for (int f = 0; f < 6; f++)
            cells[f + 1] = cli_text(f == 0 ? row : details_of(row), fields[f], text[f], sizeof text[f]);
        tool_table_add(table, cells, tool_promise_weight(row) == TOOL_PROMISE_WORST ? TOOL_WARN : TOOL_PLAIN);
    }
    tool_table_print(table, tool_screen(c), cli_width(c), cli_colour(c));
    tool_table_free(table);
    json_array_foreach(s->rows, i, row) if (tool_text_of(details_of(row), "example")[0])
        tool_print(tool_screen(c), "\n%s, the smallest program:\n%s", tool_text_of(row, "op"),
                   tool_text_of(details_of(row), "example"));
}

static void on_device(tool_campaign *c, int device) {
    promise_screen *const s = c->user;
    json_array_clear(s->rows);
    cli_device_line(c, device);
}

static void on_record(tool_campaign *c, int device, const json_t *record) {
    (void)device;
    const promise_screen *const s = c->user;
    json_array_append_new(s->rows, tool_need(json_deep_copy(record)));
    if (strcmp(tool_text_of(record, "status"), "error") == 0) cli_print_trouble(c, record);
}

static void on_device_end(tool_campaign *c, int device) {
    (void)device;
    const promise_screen *const s = c->user;
    if (json_array_size(s->rows) == 0) return;
    if (s->details)
        print_details(c, s);
    else
        print_lines(c, s);
}

static void *make_screen(const tool_options *o) {
    promise_screen *const s = tool_need(calloc(1, sizeof *s));
    s->rows = tool_need(json_array());
    s->details = o->details;
    return s;
}

static void free_screen(void *user) {
    promise_screen *const s = user;
    json_decref(s->rows);
    free(s);
}

const cli_view cli_promises_view = {
    .listener = {.device_begins = on_device, .record = on_record, .device_ends = on_device_end},
    .make = make_screen,
    .free = free_screen};

static tool_exit complain_name(const char *name) {
    const char *names[64], *nearest;
    size_t count = 0;
    for (const tool_question *q = tool_questions; q->name && count < 64; q++) names[count++] = q->name;
    nearest = tool_suggest(name, names, count);
    tool_complain("promises has no question '%s'%s%s%s; --details shows their names", name,
                  nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
    return TOOL_USAGE;
}

tool_exit cli_promises(const tool_options *o) {
    for (int i = 0; i < o->names.count; i++) {
        bool known = false;
        for (const tool_question *q = tool_questions; q->name; q++)
            known = known || tool_question_named(q, o->names.word[i]);
        if (!known) return complain_name(o->names.word[i]);
    }
    return cli_ask_devices(o, NULL, &cli_promises_view, NULL);
}
