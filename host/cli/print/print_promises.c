#include "print/print_promises.h"
#include "promises/promise_words.h"
#include "recorded/recorded.h"
#include "system/os_terminal.h"
#include "text/print.h"
#include "text/table.h"
#include "text/wrap.h"
#include "recorded/winners.h"

typedef struct screen {
    tool_table *table;
    int count, asked, width;
} screen;

static void count_devices(void *user, const tool_promise_side *side) {
    screen *const s = user;
    for (int d = 0; d < s->count; d++)
        if (side->row[d]) s->asked |= 1 << d;
}

static void add_question(void *user, const tool_promise_side *side) {
    const screen *const s = user;
    char text[TOOL_MAX_SUBJECTS][200];
    const char *cells[2 + TOOL_MAX_SUBJECTS] = {side->line, side->words};
    for (int d = 0; d < s->count; d++)
        cells[d + 2] = side->row[d] ? tool_promise_cell(side->row[d], text[d], sizeof text[d]) : "";
    tool_table_add(s->table, cells, side->differ ? TOOL_WARN : TOOL_PLAIN);
}

static void print_paragraph(void *user, const char *line) {
    const screen *const s = user;
    tool_wrap(line, s->width, stdout);
}

static void print(const tool_recorded *r, const tool_promise_device *devices, screen *s) {
    tool_column columns[2 + TOOL_MAX_SUBJECTS] = {{"guarantee", TOOL_LEFT, 0}, {"of", TOOL_LEFT, 0}};
    char title[TOOL_MAX_SUBJECTS][2];
    for (int d = 0; d < s->count; d++) {
        title[d][0] = tool_subject_letter(d);
        title[d][1] = '\0';
        columns[d + 2] = (tool_column){title[d], TOOL_LEFT, 0};
        tool_print(stdout, "%c: %s\n", tool_subject_letter(d), r->subject[d].name);
    }
    s->table = tool_table_make(columns, 2 + (size_t)s->count);
    tool_promises_compare(devices, s->count, add_question, s);
    tool_table_print(s->table, stdout, s->width, tool_wants_colour(stdout));
    tool_table_free(s->table);
    print_paragraph(s, tool_promise_legend);
    tool_promises_changes(devices, s->count, print_paragraph, s);
}

bool cli_compare_promises(const tool_words *files) {
    tool_recorded r;
    tool_promise_device devices[TOOL_MAX_SUBJECTS];
    screen s = {.width = tool_terminal_width(stdout)};
    bool several = false;
    if (tool_recorded_open(files, false, "compare", &r) == TOOL_OK) {
        s.count = r.count;
        for (int d = 0; d < r.count; d++)
            devices[d] = (tool_promise_device){r.subject[d].device, r.subject[d].records};
        tool_promises_compare(devices, s.count, count_devices, &s);
        several = (s.asked & (s.asked - 1)) != 0;
        if (several) print(&r, devices, &s);
    }
    tool_recorded_free(&r);
    return several;
}
