/* cmd_probe.c - `crosslane probe`: the form of each operation on each device. */
#include "base/text.h"
#include "text/display.h"
#include "text/os_memory.h"
#include "text/print.h"
#include "text/wrap.h"
#include "system/os_start.h"
#include "shared/cli.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_LINES = 600, MAX_COLUMNS = 24, MOST_TOLD = 6, MOST_NAMES = 12 };

/* Exceptions first. */
static const char *const forms[] = {"WRONG",  "error",   "demoted",  "absent",
                                    "native", "derived", "emulated", "unsupported"};
enum { FORMS = sizeof forms / sizeof *forms };

typedef struct probe_screen {
    struct {
        char name[64]; /* "shuffle f32" */
        char cell[MAX_COLUMNS][32];
    } line[MAX_LINES];
    int lines;
    char column[MAX_COLUMNS][40];
    int columns;
    int told;
    bool all;
} probe_screen;

static int find(char (*names)[40], int *count, int most, const char *name) {
    for (int i = 0; i < *count; i++)
        if (strcmp(names[i], name) == 0) return i;
    if (*count == most) return -1;
    snprintf(names[*count], 40, "%s", name);
    return (*count)++;
}

static int find_line(probe_screen *s, const char *name) {
    for (int i = 0; i < s->lines; i++)
        if (strcmp(s->line[i].name, name) == 0) return i;
    if (s->lines == MAX_LINES) return -1;
    snprintf(s->line[s->lines].name, sizeof s->line[0].name, "%s", name);
    return s->lines++;
}

static void on_device(tool_campaign *c, int device) {
    probe_screen *const s = c->user;
    *s = (probe_screen){.all = s->all};
    cli_device_line(c, device);
}

static void print_demoted(tool_campaign *c, const json_t *record, const char *name) {
    char backend[32], width[16], lane[16], expected[64], got[64], line[512];
    snprintf(line, sizeof line,
             "demoted: %s, backend %s, %s lanes: lane %s expected %s, got %s; the derived form is used", name,
             cli_text(record, "backend", backend, sizeof backend),
             cli_text(record, "width_requested", width, sizeof width),
             cli_text(record, "first_wrong_lane", lane, sizeof lane),
             cli_text(record, "expected", expected, sizeof expected),
             cli_text(record, "got", got, sizeof got));
    cli_line(c, line);
}

static void on_record(tool_campaign *c, int device, const json_t *record) {
    (void)device;
    probe_screen *s = c->user;
    char op[32], type[16], name[64], backend[16], width[8], column[40], form[16], status[16];
    cli_text(record, "op", op, sizeof op);
    cli_text(record, "op_type", type, sizeof type);
    snprintf(name, sizeof name, "%s%s%s", op, strcmp(type, "-") ? " " : "", strcmp(type, "-") ? type : "");
    snprintf(column, sizeof column, "%s %s", cli_text(record, "backend", backend, sizeof backend),
             cli_text(record, "width_requested", width, sizeof width));
    cli_text(record, "form", form, sizeof form);
    cli_text(record, "status", status, sizeof status);
    const int line = find_line(s, name), at = find(s->column, &s->columns, MAX_COLUMNS, column);
    const bool demoted = strcmp(form, "demoted") == 0;
    const bool trouble = strcmp(status, "ok") != 0 && strcmp(status, "unsupported") != 0;
    const bool tell = s->all || s->told < MOST_TOLD;
    if (demoted && tell) print_demoted(c, record, name);
    if (trouble && tell) cli_print_trouble(c, record);
    s->told += demoted || trouble;
    if (line >= 0 && at >= 0)
        snprintf(s->line[line].cell[at], sizeof s->line[0].cell[0], "%s",
                 strcmp(status, "mismatch") == 0 ? "WRONG"
                 : strcmp(form, "-")             ? form
                                                 : status);
}

static void print_all(tool_campaign *c, const probe_screen *s) {
    tool_column columns[MAX_COLUMNS + 1] = {{"operation", TOOL_LEFT, 24}};
    for (int i = 0; i < s->columns; i++) columns[i + 1] = (tool_column){s->column[i], TOOL_LEFT, 8};
    tool_table *table = tool_table_make(columns, (size_t)s->columns + 1);
    for (int l = 0; l < s->lines; l++) {
        const char *cells[MAX_COLUMNS + 1] = {s->line[l].name};
        tool_style style = TOOL_PLAIN;
        for (int i = 0; i < s->columns; i++) {
            const char *const cell = cells[i + 1] = s->line[l].cell[i];
            if (strcmp(cell, "WRONG") == 0) style = TOOL_BAD;
            if (strcmp(cell, "demoted") == 0 && style == TOOL_PLAIN) style = TOOL_WARN;
        }
        tool_table_add(table, cells, style);
    }
    tool_table_print(table, tool_screen(c), cli_width(c), cli_colour(c));
    tool_table_free(table);
}

static bool has(const probe_screen *s, int line, int column, int form) {
    return strcmp(s->line[line].cell[column], forms[form]) == 0;
}

static bool has_somewhere(const probe_screen *s, int line, int form) {
    bool found = false;
    for (int i = 0; i < s->columns && !found; i++) found = has(s, line, i, form);
    return found;
}

/* At each width; returns 0 if none has it. */
static int count_form(const probe_screen *s, int form, char cells[MAX_COLUMNS][32]) {
    int most = 0;
    for (int i = 0; i < s->columns; i++) {
        int count = 0;
        for (int l = 0; l < s->lines; l++) count += has(s, l, i, form);
        snprintf(cells[i], sizeof cells[i], "%d", count);
        most = count > most ? count : most;
    }
    return most;
}

static const char *type_of(const char *name) {
    const char *const space = strchr(name, ' ');
    return space ? space + 1 : "";
}

static bool same_op(const char *a, const char *b) {
    const size_t length = strcspn(a, " ");
    return strcspn(b, " ") == length && strncmp(a, b, length) == 0;
}

static bool is_first(const probe_screen *s, int line, bool (*alike)(const char *, const char *)) {
    for (int l = 0; l < line; l++)
        if (alike(s->line[l].name, s->line[line].name)) return false;
    return true;
}

static bool same_type(const char *a, const char *b) {
    return strcmp(type_of(a), type_of(b)) == 0;
}

/* True if all operations of the line's type have the form at some width. */
static bool is_whole_type(const probe_screen *s, int line, int form) {
    if (!type_of(s->line[line].name)[0]) return false;
    for (int l = 0; l < s->lines; l++)
        if (same_type(s->line[l].name, s->line[line].name) && !has_somewhere(s, l, form)) return false;
    return true;
}

static void add_name(xl__text *out, int *names, const char *before, const char *name, const char *types) {
    if ((*names)++ < MOST_NAMES)
        xl__text_format(out, "%s%s%s%s", *names > 1 ? ", " : "", before, name, types);
}

/* The operation's types unless all types of the device have the form. */
static void add_op(const probe_screen *s, int first, int form, xl__text *out, int *names) {
    const char *const name = s->line[first].name;
    char op[64], types[160] = "";
    bool part = false;
    for (int l = first; l < s->lines; l++) {
        if (!same_op(s->line[l].name, name)) continue;
        if (!has_somewhere(s, l, form))
            part = part || !has_somewhere(s, l, FORMS - 1);
        else if (!is_whole_type(s, l, form))
            tool_text_append(types, sizeof types, " %s", type_of(s->line[l].name));
    }
    snprintf(op, sizeof op, "%.*s", (int)strcspn(name, " "), name);
    if (types[0]) add_name(out, names, "", op, part ? types : "");
}

/* "all of f16, ballot, shuffle f32 f64 and 3 more" */
static void list_names(const probe_screen *s, int form, xl__text *out) {
    int names = 0;
    for (int l = 0; l < s->lines; l++)
        if (is_first(s, l, same_type) && is_whole_type(s, l, form))
            add_name(out, &names, "all of ", type_of(s->line[l].name), "");
    for (int l = 0; l < s->lines; l++)
        if (is_first(s, l, same_op)) add_op(s, l, form, out, &names);
    if (names > MOST_NAMES) xl__text_format(out, " and %d more", names - MOST_NAMES);
}

static void print_kinds(tool_campaign *c, const probe_screen *s) {
    FILE *const out = tool_screen(c);
    tool_column columns[MAX_COLUMNS + 1] = {{"operations", TOOL_LEFT, 11}};
    char counts[FORMS][MAX_COLUMNS][32];
    int count[FORMS], usual = 0;
    for (int i = 0; i < s->columns; i++) columns[i + 1] = (tool_column){s->column[i], TOOL_RIGHT, 8};
    tool_table *const table = tool_table_make(columns, (size_t)s->columns + 1);
    for (int f = 0; f < FORMS; f++) {
        const char *cells[MAX_COLUMNS + 1] = {forms[f]};
        count[f] = count_form(s, f, counts[f]);
        if (count[f] > count[usual]) usual = f;
        for (int i = 0; i < s->columns; i++) cells[i + 1] = counts[f][i];
        if (count[f] > 0) tool_table_add(table, cells, f == 0 ? TOOL_BAD : f == 2 ? TOOL_WARN : TOOL_PLAIN);
    }
    tool_table_print(table, out, cli_width(c), cli_colour(c));
    tool_table_free(table);
    for (int f = 0; f < FORMS; f++) {
        xl__text names = {0};
        if (count[f] == 0 || f == usual) continue;
        list_names(s, f, &names);
        tool_wrap_behind(forms[f], 13, tool_need(names.data), cli_width(c), out);
        xl__text_free(&names);
    }
    if (s->told > MOST_TOLD) tool_print(out, "%d more are wrong, demoted or failed\n", s->told - MOST_TOLD);
    tool_print(out, "%d operations, by type; --all lists each\n", s->lines);
}

static void on_device_end(tool_campaign *c, int device) {
    (void)device;
    const probe_screen *const s = c->user;
    if (s->lines > 0 && s->all)
        print_all(c, s);
    else if (s->lines > 0)
        print_kinds(c, s);
}

static void *make_screen(const tool_options *o) {
    probe_screen *const s = tool_need(calloc(1, sizeof *s));
    s->all = o->all;
    return s;
}

const cli_view cli_probe_view = {.listener = {.device_begins = on_device,
                                              .detail = cli_print_detail,
                                              .record = on_record,
                                              .device_ends = on_device_end},
                                 .make = make_screen,
                                 .free = free};

tool_exit cli_probe(const tool_options *o) {
    return cli_ask_devices(o, "probe takes no names: it probes operations, not algorithms", &cli_probe_view,
                           NULL);
}
