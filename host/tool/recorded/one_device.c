#include "text/os_memory.h"
#include "recorded/one_device.h"
#include "records/record.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *tool_subject_label(const json_t *document, const json_t *device) {
    const char *const own = tool_text_of(device, "label");
    return own[0] ? own : tool_text_of(document, "label");
}

const json_t *tool_machine_of(const json_t *document, const json_t *device) {
    const json_t *const own = json_object_get(device, "machine");
    return json_is_object(own) ? own : json_object_get(document, "machine");
}

/* `size` letters and digits, in any case. */
static bool has_word(const char *text, const char *word, size_t size) {
    while (*text) {
        size_t length = 0;
        while (isalnum((unsigned char)text[length])) length++;
        bool same = length == size;
        for (size_t i = 0; same && i < size; i++)
            same = tolower((unsigned char)text[i]) == tolower((unsigned char)word[i]);
        if (same) return true;
        text += length + (text[length] != '\0');
    }
    return false;
}

const char *tool_telling_label(const json_t *document, const json_t *device) {
    const char *const label = tool_subject_label(document, device), *const name =
                                                                        tool_text_of(device, "name");
    for (const char *at = label; *at;) {
        size_t length = 0;
        while (isalnum((unsigned char)at[length])) length++;
        if (length > 0 && !has_word(name, at, length)) return label;
        if (length == 0 && (unsigned char)*at >= 0x80) return label;
        at += length > 0 ? length : 1;
    }
    return "";
}

void tool_device_key(const json_t *document, const json_t *device, xl__text *out) {
    const json_t *const machine = tool_machine_of(document, device);
    xl__text_format(out, "%s|%s|%s|%s", tool_text_of(device, "id"), tool_text_of(machine, "processor"),
                    tool_text_of(machine, "system"), tool_telling_label(document, device));
    tool_need(out->data);
}

bool tool_same_device(const json_t *document, const json_t *device, const json_t *other_document,
                      const json_t *other) {
    xl__text own = {0}, its = {0};
    tool_device_key(document, device, &own);
    tool_device_key(other_document, other, &its);
    const bool same = strcmp(own.data, its.data) == 0;
    xl__text_free(&own);
    xl__text_free(&its);
    return same;
}

json_t *tool_device_rows(const json_t *document, const char *id, tool_rows_wanted wanted) {
    json_t *const rows = tool_need(json_array()), *const records = json_object_get(document, "records");
    for (size_t i = 0; i < json_array_size(records); i++) {
        json_t *const record = json_array_get(records, i);
        const bool bench = strcmp(tool_text_of(record, "kind"), "bench") == 0;
        if (strcmp(tool_text_of(record, "device"), id) == 0 &&
            (wanted == TOOL_ALL_ROWS || bench == (wanted == TOOL_BENCH_ROWS)))
            json_array_append(rows, record);
    }
    return rows;
}

/* Identifies a row; freed by the caller. */
static char *key_of(const json_t *row) {
    static const char *const fields[] = {"kind",   "algorithm",    "strategy", "backend", "width_requested",
                                         "type",   "distribution", "seed",     "params",  "op",
                                         "op_type"};
    return tool_key_of(row, fields, sizeof fields / sizeof *fields);
}

static bool ran(const json_t *row) {
    const char *const status = tool_text_of(row, "status");
    return strcmp(status, "ok") == 0 || strcmp(status, "mismatch") == 0;
}

static bool is_newer(const json_t *row, const json_t *other) {
    if (ran(row) != ran(other)) return ran(row);
    return strcmp(tool_text_of(row, "recorded_at"), tool_text_of(other, "recorded_at")) >= 0;
}

long long tool_keep_latest(json_t *rows) {
    json_t *const places = tool_need(json_object()), *const kept = tool_need(json_array()), *row;
    const long long before = (long long)json_array_size(rows);
    size_t i;
    json_array_foreach(rows, i, row) {
        char *const key = key_of(row);
        const json_t *const there = json_object_get(places, key);
        const size_t place = there ? (size_t)json_integer_value(there) : json_array_size(kept);
        if (!there) {
            json_object_set_new(places, key, json_integer((json_int_t)place));
            json_array_append(kept, row);
        } else if (is_newer(row, json_array_get(kept, place))) {
            json_array_set(kept, place, row);
        }
        free(key);
    }
    json_array_clear(rows);
    json_array_extend(rows, kept);
    json_decref(places);
    json_decref(kept);
    return before - (long long)json_array_size(rows);
}
