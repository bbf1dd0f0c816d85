/* report_promises.c - what drivers guarantee, device next to device. */
#include "promises/promise_words.h"
#include "text/os_memory.h"
#include "report/report_parts.h"
#include <stdlib.h>

typedef struct table {
    tool_out *out;
    const char *const *titles;
    int count;
} table;

static void put_question(void *user, const tool_promise_side *side) {
    const table *const t = user;
    const char **const cells = tool_need(calloc((size_t)t->count + 2, sizeof *cells));
    struct cell {
        char text[200];
    } *const text = tool_need(calloc((size_t)t->count + 1, sizeof *text));
    cells[0] = side->line;
    cells[1] = side->words;
    for (int d = 0; d < t->count; d++)
        cells[d + 2] =
            side->row[d] ? tool_promise_cell(side->row[d], text[d].text, sizeof text[d].text) : NULL;
    tool_put_row(t->out, side->differ ? "slower" : NULL, t->titles, cells);
    free(text);
    free(cells);
}

static void put_paragraph(void *user, const char *line) {
    tool_out *const out = user;
    tool_put(out, "<p>");
    tool_put_text(out, line);
    tool_put(out, "</p>\n");
}

static void ignore(void *user, const tool_promise_side *side) {
    (void)user;
    (void)side;
}

bool tool_put_promises(tool_out *out, const tool_promise_device *devices, const char *const *names,
                       int count) {
    if (tool_promises_compare(devices, count, ignore, NULL) == 0) return false;
    const char **const titles = tool_need(calloc((size_t)count + 3, sizeof *titles));
    titles[0] = "guarantee";
    titles[1] = "of";
    for (int d = 0; d < count; d++) titles[d + 2] = names[d];
    table t = {out, titles, count};
    tool_put(out, "<h2 id=\"promises\">What the drivers guarantee</h2>\n"
                  "<p>Measured by 'crosslane promises'; the worst answer over a device's widths.</p>\n");
    tool_promises_changes(devices, count, put_paragraph, out);
    tool_put_table_start(out, titles);
    tool_promises_compare(devices, count, put_question, &t);
    tool_put_table_end(out);
    put_paragraph(out, tool_promise_legend);
    free(titles);
    return true;
}

void tool_report_promises(tool_report *r) {
    tool_promise_device devices[TOOL_MAX_SUBJECTS];
    const char *names[TOOL_MAX_SUBJECTS];
    for (int s = 0; s < r->recorded->count; s++) {
        devices[s] = (tool_promise_device){r->recorded->subject[s].device, r->rows[s]};
        names[s] = r->recorded->subject[s].name;
    }
    tool_put_promises(&r->out, devices, names, r->recorded->count);
}
