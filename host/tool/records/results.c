#include "records/results.h"
#include "base/status.h"
#include "records/journal.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

struct tool_results {
    tool_journal journal;
    json_t *devices, *growth;
    size_t count; /* of records */
    bool whole;   /* tool_results_open_whole */
};

static int fail_memory(xl_error *error) {
    return xl__fail(error, XL_NO_MEMORY, "no memory for a row of results");
}

/* Null if missing; then the rest of `from`. NULL: no memory. */
static json_t *in_order(const json_t *from, const tool_field *fields) {
    json_t *const to = json_object();
    int failed = !to;
    for (const tool_field *f = fields; f->name && !failed; f++) {
        json_t *const value = json_object_get(from, f->name);
        failed = value ? json_object_set(to, f->name, value) : json_object_set_new(to, f->name, json_null());
    }
    if (!failed && json_object_update_missing(to, (json_t *)from) == 0) return to;
    json_decref(to);
    return NULL;
}

static char *dump(const json_t *value) {
    return json_dumps(value, JSON_COMPACT);
}

/* Both endings have equal length, so that close can overwrite the tail. Freed by the caller; NULL: no memory.
 */
static char *make_tail(const tool_results *results, bool finished) {
    const bool grows = json_array_size(results->growth) > 0;
    char *const devices = dump(results->devices), *const growth = dump(results->growth);
    const bool whole = devices && growth;
    xl__text text = {0};
    if (whole)
        xl__text_format(&text, "\n],\n\"devices\":%s,\n%s%s%s\"finished\":%s}\n", devices,
                        grows ? "\"growth\":" : "", grows ? growth : "", grows ? ",\n" : "",
                        finished ? "true " : "false");
    free(devices);
    free(growth);
    if (whole && !text.failed) return text.data;
    xl__text_free(&text);
    return NULL;
}

/* Up to the first record: the header's object without its closing brace. */
static char *make_head(const json_t *header) {
    static const tool_field head[] = {{"schema", TOOL_INTEGER, true, NULL},
                                      {"tool", TOOL_ANY_OBJECT, true, NULL},
                                      {"machine", TOOL_ANY_OBJECT, true, NULL},
                                      {"label", TOOL_TEXT, false, NULL},
                                      {NULL, TOOL_TEXT, false, NULL}};
    json_t *const object = in_order(header, head);
    xl__text text = {0};
    char *line = NULL;
    if (object && json_object_set_new(object, "schema", json_integer(TOOL_RESULTS_SCHEMA)) == 0)
        line = dump(object);
    json_decref(object);
    if (line) xl__text_format(&text, "%.*s,\"records\":[", (int)strlen(line) - 1, line);
    free(line);
    if (line && !text.failed) return text.data;
    xl__text_free(&text);
    return NULL;
}

static int check_header(const json_t *header, xl_error *error) {
    static const char *const ours[] = {"schema", "devices", "growth", "records", "finished"};
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        if (json_object_get(header, ours[i]))
            return xl__fail(error, XL_BAD_VALUE, "results header: %s is written by the writer", ours[i]);
    json_t *const document = json_pack("{s:i, s:[], s:[], s:b, s:n}", "schema", TOOL_RESULTS_SCHEMA,
                                       "devices", "records", "finished", 0, "label");
    int status =
        document && json_object_update(document, (json_t *)header) == 0 ? XL_SUCCESS : fail_memory(error);
    if (!status) status = tool_results_check(document, error);
    json_decref(document);
    return status;
}

static tool_results *open_results(const char *path, const json_t *header, bool whole, xl_error *error) {
    if (check_header(header, error)) return NULL;
    tool_results *results = calloc(1, sizeof *results);
    if (results) {
        results->whole = whole;
        results->devices = json_array();
        results->growth = json_array();
    }
    char *const head = make_head(header);
    char *const tail = results && results->devices && results->growth ? make_tail(results, false) : NULL;
    const int status = head && tail ? tool_journal_open(&results->journal, path, head, tail, whole, error)
                                    : fail_memory(error);
    free(head);
    free(tail);
    if (!status) return results;
    if (results) {
        json_decref(results->devices);
        json_decref(results->growth);
    }
    free(results);
    return NULL;
}

tool_results *tool_results_open(const char *path, const json_t *header, xl_error *error) {
    return open_results(path, header, false, error);
}

tool_results *tool_results_open_whole(const char *path, const json_t *header, xl_error *error) {
    return open_results(path, header, true, error);
}

static int write_row(tool_results *results, const char *text, bool finished, xl_error *error) {
    char *const tail = make_tail(results, finished);
    const int status = tail ? tool_journal_add(&results->journal, text, tail, error) : fail_memory(error);
    free(tail);
    return status;
}

/* The list's length if absent. */
static size_t find_device(const tool_results *results, const char *id) {
    size_t i = 0;
    while (i < json_array_size(results->devices) &&
           strcmp(json_string_value(json_object_get(json_array_get(results->devices, i), "id")), id) != 0)
        i++;
    return i;
}

int tool_results_add_device(tool_results *results, const json_t *device, xl_error *error) {
    json_t *const added = in_order(device, tool_device_fields);
    int status = added ? tool_device_check(added, "device", error) : fail_memory(error);
    if (!status) {
        const size_t at = find_device(results, json_string_value(json_object_get(added, "id")));
        const int failed = at < json_array_size(results->devices)
                               ? json_array_set(results->devices, at, added)
                               : json_array_append(results->devices, added);
        if (failed) status = fail_memory(error);
    }
    json_decref(added);
    return status ? status : write_row(results, "", false, error);
}

static bool knows_device(const tool_results *results, const json_t *record) {
    return find_device(results, json_string_value(json_object_get(record, "device"))) <
           json_array_size(results->devices);
}

int tool_results_append(tool_results *results, const json_t *record, xl_error *error) {
    json_t *const row = in_order(record, tool_record_fields);
    xl__text text = {0};
    int status = row ? tool_record_check(row, "record", !results->whole, error) : fail_memory(error);
    if (!status && !knows_device(results, row))
        status = xl__fail(error, XL_BAD_VALUE, "record.device: the document has no device of this id yet");
    if (!status) {
        char *const line = dump(row);
        if (line) xl__text_format(&text, "%s%s", results->count ? ",\n" : "\n", line);
        status = line && !text.failed ? write_row(results, text.data, false, error) : fail_memory(error);
        free(line);
        xl__text_free(&text);
    }
    if (!status) results->count++;
    json_decref(row);
    return status;
}

int tool_results_add_growth(tool_results *results, const json_t *growth, xl_error *error) {
    if (!json_is_object(growth)) return xl__fail(error, XL_BAD_VALUE, "results: how times grow is an object");
    if (json_array_append(results->growth, (json_t *)growth) != 0) return fail_memory(error);
    return write_row(results, "", false, error);
}

bool tool_results_stand(const tool_results *results) {
    return !results || tool_journal_stands(&results->journal);
}

int tool_results_close(tool_results *results, bool finished, xl_error *error) {
    xl_error late;
    if (!results) return XL_SUCCESS;
    int status = write_row(results, "", finished, error);
    const int closed = tool_journal_close(&results->journal, status ? &late : error);
    if (!status) status = closed;
    json_decref(results->devices);
    json_decref(results->growth);
    free(results);
    return status;
}

void tool_results_drop(tool_results *results) {
    if (!results) return;
    tool_journal_drop(&results->journal);
    json_decref(results->devices);
    json_decref(results->growth);
    free(results);
}

long long tool_results_count(const tool_results *results) {
    return results ? (long long)results->count : 0;
}

void tool_results_abandon(tool_results *results) {
    if (results) tool_journal_abandon(&results->journal);
}
