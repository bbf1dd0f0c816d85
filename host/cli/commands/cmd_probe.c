/* cmd_probe.c - `crosslane probe`: the operations of each device, one line per operation and type. */
#include "text/os_memory.h"
#include "text/print.h"
#include "system/os_start.h"
#include "shared/cli.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_LINES = 600, MAX_COLUMNS = 24 };

/* Which form each operation has at each width. */
typedef struct probe_screen {
    struct {
        char name[64];
        char cell[MAX_COLUMNS][32];
    } line[MAX_LINES];
    int lines;
    char column[MAX_COLUMNS][40];
    int columns;
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
    memset(c->user, 0, sizeof(probe_screen));
    cli_device_line(c, device);
}

static void print_demoted(tool_campaign *c, const json_t *record, const char *name) {
    char backend[32], width[16], lane[16], expected[64], got[64];
    tool_print(tool_screen(c),
               "demoted: %s, backend %s, %s lanes: lane %s expected %s, got %s; the derived form is used\n",
               name, cli_text(record, "backend", backend, sizeof backend),
               cli_text(record, "width_requested", width, sizeof width),
               cli_text(record, "first_wrong_lane", lane, sizeof lane),
               cli_text(record, "expected", expected, sizeof expected),
               cli_text(record, "got", got, sizeof got));
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
    if (strcmp(form, "demoted") == 0) print_demoted(c, record, name);
    if (strcmp(status, "ok") != 0 && strcmp(status, "unsupported") != 0) cli_print_trouble(c, record);
    if (line >= 0 && at >= 0)
        snprintf(s->line[line].cell[at], sizeof s->line[0].cell[0], "%s",
                 strcmp(status, "mismatch") == 0 ? "WRONG"
                 : strcmp(form, "-")             ? form
                                                 : status);
}

static void on_device_end(tool_campaign *c, int device) {
    (void)device;
    probe_screen *s = c->user;
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

static void *make_screen(const tool_options *o) {
    (void)o;
    return tool_need(calloc(1, sizeof(probe_screen)));
}

const cli_view cli_probe_view = {.listener = {.device_begins = on_device,
                                              .detail = cli_print_detail,
                                              .record = on_record,
                                              .device_ends = on_device_end},
                                 .make = make_screen,
                                 .free = free};

tool_exit cli_probe(const tool_options *o) {
    if (o->names.count > 0) {
        tool_complain("probe takes no names: it probes operations, not algorithms");
        return TOOL_USAGE;
    }
    tool_campaign c;
    tool_exit status = cli_open(&c, o);
    if (status != TOOL_OK) return status;
    probe_screen *screen = make_screen(o);
    tool_campaign_run(&c, &cli_probe_view.listener, screen, false);
    free(screen);
    cli_print_summary(&c);
    return tool_campaign_close(&c, true);
}
