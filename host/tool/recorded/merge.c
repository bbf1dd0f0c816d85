#include "text/os_memory.h"
#include "recorded/merge.h"
#include "text/complain.h"
#include "text/display.h"
#include "text/print.h"
#include "records/facts.h"
#include "system/os_drivers.h"
#include "system/os_start.h"
#include "records/results.h"
#include <stdio.h>
#include <string.h>

/* Versions may have different kernels. */
static bool same_version(const json_t *a, const json_t *b) {
    const json_t *const one = json_object_get(a, "tool"), *const other = json_object_get(b, "tool");
    return strcmp(tool_text_of(one, "version"), tool_text_of(other, "version")) == 0 &&
           strcmp(tool_text_of(one, "commit"), tool_text_of(other, "commit")) == 0;
}

static void tell_versions(const char *file, const json_t *a, const char *first, const json_t *b) {
    const json_t *const one = json_object_get(a, "tool"), *const other = json_object_get(b, "tool");
    tool_complain(
        "merge: %s was written by crosslane %s, commit %s, and %s by %s, commit %s; take files of one", file,
        tool_text_of(one, "version"), tool_text_of(one, "commit"), first, tool_text_of(other, "version"),
        tool_text_of(other, "commit"));
}

static bool same_rows(const json_t *a, const json_t *b) {
    const json_t *const one = json_object_get(a, "records"), *const other = json_object_get(b, "records");
    return json_array_size(one) > 0 && json_equal(one, other);
}

static tool_exit load(const tool_words *files, json_t *documents) {
    for (int i = 0; i < files->count; i++) {
        xl_error error = {0};
        json_t *document = NULL;
        if (tool_results_load(files->word[i], &document, &error) != XL_SUCCESS) {
            tool_complain("%s", error.text);
            return TOOL_USAGE;
        }
        json_array_append_new(documents, document);
        if (!same_version(document, json_array_get(documents, 0))) {
            tell_versions(files->word[i], document, files->word[0], json_array_get(documents, 0));
            return TOOL_USAGE;
        }
        for (int k = 0; k < i; k++) {
            if (!same_rows(document, json_array_get(documents, (size_t)k))) continue;
            tool_complain("merge: %s holds the same rows as %s", files->word[i], files->word[k]);
            return TOOL_USAGE;
        }
    }
    return TOOL_OK;
}

static void pass_unknown(json_t *header, const json_t *documents) {
    static const char *const known[] = {"schema",  "tool",    "machine", "label",
                                        "records", "devices", "growth",  "finished"};
    const char *name;
    json_t *value;
    json_object_foreach(json_array_get(documents, 0), name, value) {
        bool passes = true;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            passes = passes && strcmp(name, known[i]) != 0;
        for (size_t i = 0; i < json_array_size(documents); i++)
            passes = passes && json_equal(json_object_get(json_array_get(documents, i), name), value);
        if (passes) json_object_set(header, name, value);
    }
}

static json_t *header_of(const json_t *documents) {
    json_t *const machines = tool_need(json_array());
    for (size_t i = 0; i < json_array_size(documents); i++)
        json_array_append(machines, json_object_get(json_array_get(documents, i), "machine"));
    json_t *const header =
        json_pack("{s:O,s:o,s:n}", "tool", json_object_get(json_array_get(documents, 0), "tool"), "machine",
                  tool_joint_machine(machines), "label");
    json_decref(machines);
    pass_unknown(tool_need(header), documents);
    return header;
}

/* Outputs, NULL: not wanted; used ids; the file's devices. */
typedef struct joint {
    tool_results *results;
    tool_csv *csv;
    json_t *taken, *renamed;
    json_t *placed;  /* the file's id -> the joint document's device */
    long long nodes; /* of earlier files */
} joint;

static json_t *place_device(joint *all, const json_t *document, const json_t *device) {
    json_t *const out = tool_need(json_deep_copy(device));
    const json_t *const old = json_object_get(device, "node");
    const long long node = all->nodes + (json_is_integer(old) ? json_integer_value(old) : 1);
    const char *const id = tool_text_of(device, "id");
    char own[TOOL_JOINT_ID];
    tool_joint_id(all->taken, id, node, own);
    json_object_set_new(all->renamed, id, json_string(own));
    json_object_set_new(out, "id", json_string(own));
    json_object_set_new(out, "node", json_integer(node));
    if (!json_is_object(json_object_get(out, "machine")))
        json_object_set(out, "machine", json_object_get(document, "machine"));
    if (!json_is_string(json_object_get(out, "label")))
        json_object_set(out, "label", json_object_get(document, "label"));
    return out;
}

static int add_devices(joint *all, const json_t *document, xl_error *error) {
    const json_t *const devices = json_object_get(document, "devices");
    long long most = all->nodes + 1;
    int status = XL_SUCCESS;
    for (size_t i = 0; i < json_array_size(devices) && status == XL_SUCCESS; i++) {
        json_t *const device = place_device(all, document, json_array_get(devices, i));
        const long long node = json_integer_value(json_object_get(device, "node"));
        if (node > most) most = node;
        if (all->results) status = tool_results_add_device(all->results, device, error);
        json_object_set_new(all->placed, tool_text_of(device, "id"), device);
    }
    all->nodes = most;
    return status;
}

static int add_growth(const joint *all, const json_t *document, xl_error *error) {
    const json_t *const growth = json_object_get(document, "growth");
    int status = XL_SUCCESS;
    for (size_t i = 0; i < json_array_size(growth) && status == XL_SUCCESS; i++) {
        const json_t *const entry = json_array_get(growth, i);
        json_t *const device = json_object_get(all->renamed, tool_text_of(entry, "device"));
        json_t *const placed = device ? tool_need(json_copy((json_t *)entry)) : NULL;
        if (!placed) continue; /* the file lacks this device */
        json_object_set(placed, "device", device);
        status = tool_results_add_growth(all->results, placed, error);
        json_decref(placed);
    }
    return status;
}

static int add_row(joint *all, const json_t *record, xl_error *error) {
    json_t *const row = tool_need(json_copy((json_t *)record)), *const id = json_object_get(
                                                                    all->renamed,
                                                                    tool_text_of(record, "device"));
    const json_t *const device = json_object_get(all->placed, json_string_value(id));
    json_object_set(row, "device", id);
    int status = all->results ? tool_results_append(all->results, row, error) : XL_SUCCESS;
    if (all->csv && status == XL_SUCCESS)
        status = tool_csv_append_labelled(all->csv, row, device, tool_text_of(device, "label"), error);
    json_decref(row);
    return status;
}

static int add_document(joint *all, const json_t *document, xl_error *error) {
    all->renamed = tool_need(json_object());
    all->placed = tool_need(json_object());
    int status = add_devices(all, document, error);
    const json_t *const records = json_object_get(document, "records");
    for (size_t i = 0; i < json_array_size(records) && status == XL_SUCCESS; i++)
        status = add_row(all, json_array_get(records, i), error);
    if (status == XL_SUCCESS && all->results) status = add_growth(all, document, error);
    json_decref(all->renamed);
    json_decref(all->placed);
    return status;
}

static int open_joint(joint *all, const json_t *documents, const char *json, const char *csv,
                      xl_error *error) {
    *all = (joint){.taken = tool_need(json_object())};
    json_t *const header = header_of(documents);
    if (json) all->results = tool_results_open_whole(json, header, error);
    json_decref(header);
    if (json && !all->results) return XL_IO;
    if (csv) all->csv = tool_csv_open_whole(csv, error);
    return csv && !all->csv ? XL_IO : XL_SUCCESS;
}

static int close_joint(joint *all, bool whole, bool finished, bool streamed, xl_error *error) {
    int status = XL_SUCCESS;
    json_decref(all->taken);
    if (whole) {
        status = tool_results_close(all->results, finished, error);
        if (status == XL_SUCCESS) return tool_csv_close(all->csv, error);
    } else if (streamed) {
        tool_results_close(all->results, false, NULL);
    } else {
        tool_results_drop(all->results);
    }
    tool_csv_drop(all->csv);
    return status;
}

static bool is_stream(const char *path) {
    return path && strcmp(path, "-") == 0;
}

static void tell(const json_t *documents, long long nodes, const char *json, const char *csv) {
    char shown[TOOL_PATH];
    if (is_stream(json) || is_stream(csv)) return;
    tool_print(stdout, "%zu files, %lld machines: %s", json_array_size(documents), nodes,
               tool_text_clean(json ? json : csv, shown, sizeof shown));
    if (json && csv) tool_print(stdout, ", %s", tool_text_clean(csv, shown, sizeof shown));
    putchar('\n');
}

static tool_exit write_all(const tool_words *files, const json_t *documents, const char *json,
                           const char *csv) {
    xl_error error = {0};
    joint all;
    int status = open_joint(&all, documents, json, csv, &error);
    bool finished = true;
    size_t i = 0;
    for (; i < json_array_size(documents) && status == XL_SUCCESS && !tool_interrupted(); i++) {
        const json_t *const document = json_array_get(documents, i);
        finished = finished && json_is_true(json_object_get(document, "finished"));
        status = add_document(&all, document, &error);
    }
    const bool whole = status == XL_SUCCESS && !tool_interrupted();
    const int closed = close_joint(&all, whole, finished, is_stream(json), &error);
    if (status == XL_SUCCESS) status = closed;
    if (status == XL_BAD_VALUE) { /* although its reader accepted it */
        tool_complain("%s: %s", files->word[i - 1], error.text);
        return TOOL_USAGE;
    }
    if (status != XL_SUCCESS) {
        tool_complain("%s", error.text);
        return TOOL_OUTPUT;
    }
    if (!whole) return TOOL_INTERRUPTED;
    tell(documents, all.nodes, json, csv);
    return tool_flush(stdout);
}

tool_exit tool_merge(const tool_words *files, const char *json, const char *csv) {
    if (files->count < 2) {
        tool_complain("merge takes two results files or more: crosslane merge a.json b.json --json all.json");
        return TOOL_USAGE;
    }
    json_t *const documents = tool_need(json_array());
    tool_exit status = load(files, documents);
    if (status == TOOL_OK) status = write_all(files, documents, json, csv);
    json_decref(documents);
    return status;
}
