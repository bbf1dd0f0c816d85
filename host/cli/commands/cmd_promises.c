/* cmd_promises.c - `crosslane promises`: what each device's driver guarantees beyond the standard. */
#include "promises/promise.h"
#include "records/record.h"
#include "text/display.h"
#include "text/os_memory.h"
#include "text/print.h"
#include "text/table.h"
#include "shared/cli.h"
#include <stdlib.h>
#include <string.h>

typedef struct promise_screen {
    json_t *rows; /* of the device */
    bool details;
} promise_screen;

/* ---- an answer in words -------------------------------------------------------------------------------- */

/* "12,000" */
static const char *grouped(long long n, char out[32]) {
    char digits[32];
    const int length = snprintf(digits, sizeof digits, "%lld", n);
    int at = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = '\0';
    return out;
}

static const json_t *details_of(const json_t *row) {
    return json_object_get(row, "promise");
}

static long long integer_of(const json_t *row, const char *field) {
    return (long long)json_integer_value(json_object_get(details_of(row), field));
}

static const char *outcome_of(const json_t *row) {
    return tool_text_of(details_of(row), "outcome");
}

static const char *answer_of(const json_t *row, char *out, size_t size) {
    char a[32], b[32];
    const char *const outcome = outcome_of(row);
    const long long tries = integer_of(row, "tries"), broken = integer_of(row, "broken");
    if (strcmp(outcome, "holds") == 0)
        snprintf(out, size, "never broken in %s tries", grouped(tries, a));
    else if (strcmp(outcome, "broken") == 0)
        snprintf(out, size, "broken: %s of %s", grouped(broken, a), grouped(tries, b));
    else if (strcmp(outcome, "unproven") == 0)
        snprintf(out, size, "could not be made to fail (%s tries)", grouped(tries, a));
    else if (strcmp(outcome, "found") == 0)
        snprintf(out, size, "%s", tool_text_of(details_of(row), "answer"));
    else
        snprintf(out, size, "%s", tool_text_of(row, "reason"));
    return out;
}

/* What a line tells first: a breach, then a failure, then what is not proven. */
static int weight_of(const json_t *row) {
    static const char *const outcomes[] = {"impossible", "holds", "found", "unproven", "broken"};
    for (int i = 0; i < 5; i++)
        if (strcmp(outcome_of(row), outcomes[i]) == 0) return i;
    return 3; /* it failed */
}

/* ---- the screen ---------------------------------------------------------------------------------------- */

static const tool_question *question_of(const json_t *row) {
    return tool_find_question(tool_text_of(row, "op"));
}

/* The row that a line is about; *differ: others of the line have another outcome. */
static const json_t *worst_of(const promise_screen *s, int line, bool *differ) {
    const json_t *worst = NULL;
    size_t i;
    json_t *row;
    *differ = false;
    json_array_foreach(s->rows, i, row) {
        const tool_question *const q = question_of(row);
        if (!q || q->line != line) continue;
        *differ = *differ || (worst && weight_of(worst) != weight_of(row));
        if (!worst || weight_of(row) > weight_of(worst)) worst = row;
    }
    return worst;
}

/* "for one that starts later, 8 lanes: " where the line's questions differ. */
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
        if (differ) name_row(s, row, where, sizeof where);
        snprintf(whole, sizeof whole, "%s%s", where, answer_of(row, answer, sizeof answer));
        const char *const cells[] = {tool_promise_lines[line], whole};
        const int weight = weight_of(row);
        tool_table_add(table, cells, weight == 4 ? TOOL_WARN : weight == 0 ? TOOL_FAINT : TOOL_PLAIN);
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
        tool_table_add(table, cells, weight_of(row) == 4 ? TOOL_WARN : TOOL_PLAIN);
    }
    tool_table_print(table, tool_screen(c), cli_width(c), cli_colour(c));
    tool_table_free(table);
    json_array_foreach(s->rows, i, row) if (tool_text_of(details_of(row), "example")[0])
        tool_print(tool_screen(c), "\n%s, the smallest program:\n%s", tool_text_of(row, "op"),
                   tool_text_of(details_of(row), "example"));
}

/* ---- listening ----------------------------------------------------------------------------------------- */

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

tool_exit cli_promises(const tool_options *o) {
    if (o->names.count > 0) {
        tool_complain("promises takes no names: it asks about the device, not about algorithms");
        return TOOL_USAGE;
    }
    tool_campaign c;
    const tool_exit status = cli_open(&c, o);
    if (status != TOOL_OK) return status;
    void *const screen = make_screen(o);
    tool_campaign_run(&c, &cli_promises_view.listener, screen, false);
    free_screen(screen);
    cli_print_summary(&c);
    return tool_campaign_close(&c, true);
}
