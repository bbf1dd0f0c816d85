#include "text/os_memory.h"
#include "recorded/tables.h"
#include "recorded/one_device.h"
#include "recorded/winners.h"
#include "records/results.h"
#include "base/text.h"
#include "text/display.h"
#include "text/print.h"
#include "system/os_start.h"
#include <stdlib.h>
#include <string.h>

/* By their ids; freed by the caller. */
static json_t *devices_of(const json_t *document) {
    json_t *const devices = json_object_get(document, "devices"), *const all = tool_need(json_object());
    for (size_t i = 0; i < json_array_size(devices); i++) {
        json_t *const device = json_array_get(devices, i);
        json_object_set(all, tool_text_of(device, "id"), device);
    }
    return all;
}

static int add_document(tool_csv *csv, const json_t *document, const tool_options *o, const tool_words *names,
                        xl_error *error) {
    json_t *const devices = devices_of(document), *record;
    size_t i;
    int status = XL_SUCCESS;
    json_array_foreach(json_object_get(document, "records"), i, record) {
        const json_t *const device = json_object_get(devices, tool_text_of(record, "device"));
        if (status != XL_SUCCESS || tool_interrupted() || !tool_recorded_wants(o, names, record)) continue;
        status = tool_csv_append_labelled(csv, record, device, tool_subject_label(document, device), error);
    }
    json_decref(devices);
    return status;
}

static tool_exit complain_of(const xl_error *error) {
    tool_complain("%s", error->text);
    return TOOL_OUTPUT;
}

tool_exit tool_recorded_csv(const char *path, const tool_recorded *r, const tool_options *o,
                            const tool_words *names) {
    xl_error error = {0};
    tool_csv *const csv = tool_csv_open_whole(path, &error);
    if (!csv) return complain_of(&error);
    int status = XL_SUCCESS;
    for (size_t i = 0; i < json_array_size(r->documents) && status == XL_SUCCESS; i++)
        status = add_document(csv, json_array_get(r->documents, i), o, names, &error);
    if (status != XL_SUCCESS || tool_interrupted())
        tool_csv_drop(csv);
    else
        status = tool_csv_close(csv, &error);
    if (tool_interrupted()) return TOOL_INTERRUPTED;
    return status == XL_SUCCESS ? TOOL_OK : complain_of(&error);
}

enum { MAX_COLUMNS = 8, CELL = 600 };

typedef struct layout {
    const char *kind, *heading;
    const char *titles[MAX_COLUMNS + 1]; /* # first: a column of numbers */
} layout;

static const layout layouts[] = {
    {"bench",
     "Timed",
     {"problem", "strategy", "#width", "#median", "#spread", "#of the limit", "limited by", "status"}},
    {"verify", "Verified", {"problem", "strategy", "#width", "#problems", "status"}},
    {"probe", "Operations", {"operation", "type", "#width", "form", "status"}},
};

void tool_markdown_add(xl__text *out, const char *text) {
    for (const char *c = text; *c; c++) {
        if (strchr("\\`*_{}[]<>()#+!|&~$", *c)) xl__text_add(out, "\\", 1);
        xl__text_add(out, *c == '\n' || *c == '\r' ? " " : c, 1);
    }
}

static void add_line(xl__text *out, char (*cells)[CELL], int count) {
    for (int i = 0; i < count; i++) {
        xl__text_add(out, "| ", 2);
        tool_markdown_add(out, cells[i]);
        xl__text_add(out, " ", 1);
    }
    xl__text_format(out, "|\n");
}

static void add_titles(xl__text *out, const layout *l) {
    xl__text_format(out, "\n### %s\n\n", l->heading);
    for (int i = 0; l->titles[i]; i++) xl__text_format(out, "| %s ", l->titles[i] + (l->titles[i][0] == '#'));
    xl__text_format(out, "|\n");
    for (int i = 0; l->titles[i]; i++) xl__text_format(out, "|%s", l->titles[i][0] == '#' ? "---:" : "---");
    xl__text_format(out, "|\n");
}

static void number_cell(const json_t *row, const char *title, char *out) {
    if (strcmp(title, "#median") == 0 && json_is_number(json_object_get(row, "median_ns")))
        tool_format_ns(tool_number_of(row, "median_ns"), out, CELL);
    if (strcmp(title, "#spread") == 0 && json_is_number(json_object_get(row, "mad_ns")))
        tool_format_ns(tool_number_of(row, "mad_ns"), out, CELL);
    if (strcmp(title, "#of the limit") == 0 && json_is_number(json_object_get(row, "fraction")))
        snprintf(out, CELL, "%.1f%%", 100.0 * tool_number_of(row, "fraction"));
    if (strcmp(title, "#problems") == 0 && json_is_integer(json_object_get(row, "cases")))
        snprintf(out, CELL, "%lld", (long long)json_integer_value(json_object_get(row, "cases")));
}

static void text_cell(const json_t *row, const char *title, char *out) {
    static const char *const fields[][2] = {{"operation", "op"},
                                            {"type", "op_type"},
                                            {"form", "form"},
                                            {"strategy", "strategy"},
                                            {"limited by", "limited_by"}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(title, fields[i][0]) == 0) tool_text_clean(tool_text_of(row, fields[i][1]), out, CELL);
    if (strcmp(title, "problem") == 0) tool_record_title(row, out, CELL);
    if (strcmp(title, "status") == 0) {
        char reason[CELL / 2];
        tool_text_first_line(tool_text_of(row, "reason"), reason, sizeof reason);
        snprintf(out, CELL, "%s%s%s", tool_text_of(row, "status"), reason[0] ? ": " : "", reason);
    }
}

static void add_row(xl__text *out, const layout *l, const json_t *row) {
    char cells[MAX_COLUMNS][CELL];
    int count = 0;
    for (; l->titles[count]; count++) {
        cells[count][0] = '\0';
        if (strcmp(l->titles[count], "#width") == 0) tool_record_width(row, cells[count], CELL);
        number_cell(row, l->titles[count], cells[count]);
        text_cell(row, l->titles[count], cells[count]);
    }
    add_line(out, cells, count);
}

static void add_kind(xl__text *out, const layout *l, const tool_subject *s, const tool_options *o,
                     const tool_words *names) {
    json_t *row;
    size_t i;
    bool any = false;
    json_array_foreach(s->records, i, row) {
        if (strcmp(tool_text_of(row, "kind"), l->kind) != 0 || !tool_recorded_wants(o, names, row)) continue;
        if (!any) add_titles(out, l);
        any = true;
        add_row(out, l, row);
    }
}

tool_exit tool_recorded_markdown(const tool_recorded *r, const tool_options *o, const tool_words *names) {
    xl__text text = {0};
    for (int s = 0; s < r->count && !tool_interrupted(); s++) {
        xl__text_format(&text, s ? "\n## " : "## ");
        tool_markdown_add(&text, r->subject[s].name);
        xl__text_add(&text, "\n", 1);
        for (size_t l = 0; l < sizeof layouts / sizeof *layouts; l++)
            add_kind(&text, &layouts[l], &r->subject[s], o, names);
    }
    tool_need(text.data);
    if (!tool_interrupted()) tool_print(stdout, "%s", text.data);
    xl__text_free(&text);
    return tool_interrupted() ? TOOL_INTERRUPTED : tool_flush(stdout);
}
