#include "records/results.h"
#include "table/lookup.h"
#include "base/status.h"
#include "base/text.h"
#include "cases/case.h"
#include "records/journal.h"
#include "text/display.h"
#include <stdlib.h>
#include <string.h>

struct tool_csv {
    tool_journal journal;
    const char *label; /* NULL: none */
};

static const char *const mismatch_parts[] = {"array", "index", "expected", "got", "repeat"};
enum { PARTS = sizeof mismatch_parts / sizeof mismatch_parts[0] };

/* The apostrophe keeps a spreadsheet from running a driver's name as a formula. */
static void add_text(xl__text *line, const char *cell) {
    const char *const guard = cell[0] && strchr("=+-@\t\r", cell[0]) ? "'" : "";
    if (!strpbrk(cell, ",\"\r\n")) {
        xl__text_format(line, "%s%s", guard, cell);
        return;
    }
    xl__text_format(line, "\"%s", guard);
    for (const char *c = cell; *c; c++) {
        if (*c == '"') xl__text_add(line, "\"", 1);
        xl__text_add(line, c, 1);
    }
    xl__text_add(line, "\"", 1);
}

/* jansson writes numbers the same in any locale. Texts are made safe to print. */
static void add_scalar(xl__text *text, const json_t *value) {
    if (!value || json_is_null(value)) return;
    if (json_is_string(value)) {
        const size_t before = text->size;
        xl__text_format(text, "%s", json_string_value(value));
        if (!text->failed) tool_text_make_safe(text->data + before);
        return;
    }
    char *const number = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    if (number)
        xl__text_format(text, "%s", number);
    else
        text->failed = true;
    free(number);
}

/* "name=value name=value", lists as 2x3. */
static void add_members(xl__text *text, const json_t *object) {
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)object, name, member) {
        xl__text_format(text, "%s%s=", text->size ? " " : "", name);
        if (!json_is_array(member)) add_scalar(text, member);
        for (size_t i = 0; i < json_array_size(member); i++) {
            if (i) xl__text_add(text, "x", 1);
            add_scalar(text, json_array_get(member, i));
        }
    }
}

void tool_csv_cell(xl__text *line, const json_t *value) {
    xl__text cell = {0};
    if (json_is_object(value))
        add_members(&cell, value);
    else
        add_scalar(&cell, value);
    if (cell.failed)
        line->failed = true;
    else if (json_is_number(value)) /* its minus sign is no formula */
        xl__text_format(line, "%s", cell.data);
    else if (cell.data)
        add_text(line, cell.data);
    xl__text_free(&cell);
}

static void add_cell(xl__text *line, const json_t *value) {
    if (line->size) xl__text_add(line, ",", 1); /* the first cell, kind, is never empty */
    tool_csv_cell(line, value);
}

static void for_each_param(void (*take)(xl__text *line, const char *name, const json_t *params),
                           xl__text *line, const json_t *params) {
    for (int a = 0; tool_cases[a]; a++)
        for (int p = 0; p < tool_cases[a]->algorithm->param_count; p++) {
            const char *const name = tool_cases[a]->algorithm->params[p].name;
            bool seen = false;
            for (int b = 0; b < a && !seen; b++) seen = xl__find_param(tool_cases[b]->algorithm, name) >= 0;
            if (!seen) take(line, name, params);
        }
}

static void add_param_title(xl__text *line, const char *name, const json_t *params) {
    (void)params;
    xl__text_format(line, ",param_%s", name);
}

static void add_param_cell(xl__text *line, const char *name, const json_t *params) {
    add_cell(line, json_object_get(params, name));
}

static bool has_column(const tool_field *f) {
    return f->kind != TOOL_NUMBERS && f->kind != TOOL_INTEGERS && f->kind != TOOL_ANY_OBJECT;
}

static void add_titles(xl__text *line) {
    for (const tool_field *f = tool_record_fields; f->name; f++) {
        if (!has_column(f)) continue;
        for (size_t i = 0; i < (f->kind == TOOL_MISMATCH ? PARTS : 1); i++)
            xl__text_format(line, "%s%s%s%s", line->size ? "," : "", f->name,
                            f->kind == TOOL_MISMATCH ? "_" : "",
                            f->kind == TOOL_MISMATCH ? mismatch_parts[i] : "");
    }
    xl__text_format(line, ",label,device_name");
    for_each_param(add_param_title, line, NULL);
    xl__text_add(line, "\r\n", 2);
}

static void add_cells(xl__text *line, const json_t *record, const json_t *device, const char *label_text) {
    for (const tool_field *f = tool_record_fields; f->name; f++) {
        const json_t *const value = json_object_get(record, f->name);
        if (!has_column(f)) continue;
        if (f->kind != TOOL_MISMATCH) {
            add_cell(line, value);
            continue;
        }
        for (size_t i = 0; i < PARTS; i++) add_cell(line, json_object_get(value, mismatch_parts[i]));
    }
    json_t *const label = label_text ? tool_json_text(label_text) : NULL;
    add_cell(line, label);
    json_decref(label);
    add_cell(line, json_object_get(device, "name"));
    for_each_param(add_param_cell, line, json_object_get(record, "params"));
    xl__text_add(line, "\r\n", 2);
}

static tool_csv *open_table(const char *path, const char *label, bool late, xl_error *error) {
    xl__text titles = {0};
    tool_csv *const csv = calloc(1, sizeof *csv);
    add_titles(&titles);
    const int status = csv && !titles.failed
                           ? tool_journal_open(&csv->journal, path, titles.data, "", late, error)
                           : xl__fail(error, XL_NO_MEMORY, "no memory for a CSV table");
    xl__text_free(&titles);
    if (!status) csv->label = label;
    if (!status) return csv;
    free(csv);
    return NULL;
}

tool_csv *tool_csv_open(const char *path, const char *label, xl_error *error) {
    return open_table(path, label, false, error);
}

tool_csv *tool_csv_open_whole(const char *path, xl_error *error) {
    return open_table(path, NULL, true, error);
}

int tool_csv_append(tool_csv *csv, const json_t *record, const json_t *device, xl_error *error) {
    return tool_csv_append_labelled(csv, record, device, csv->label, error);
}

int tool_csv_append_labelled(tool_csv *csv, const json_t *record, const json_t *device, const char *label,
                             xl_error *error) {
    xl__text line = {0};
    if (!json_is_string(json_object_get(record, "kind")))
        return xl__fail(error, XL_BAD_VALUE, "record.kind: expected a text");
    add_cells(&line, record, device, label);
    const int status = line.failed ? xl__fail(error, XL_NO_MEMORY, "no memory for a row of results")
                                   : tool_journal_add(&csv->journal, line.data, "", error);
    xl__text_free(&line);
    return status;
}

bool tool_csv_stands(const tool_csv *csv) {
    return !csv || tool_journal_stands(&csv->journal);
}

int tool_csv_close(tool_csv *csv, xl_error *error) {
    if (!csv) return XL_SUCCESS;
    const int status = tool_journal_close(&csv->journal, error);
    free(csv);
    return status;
}

void tool_csv_drop(tool_csv *csv) {
    if (csv) tool_journal_drop(&csv->journal);
    free(csv);
}
