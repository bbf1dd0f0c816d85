/* merge.c - several results files as one. */
#include "text/os_memory.h"
#include "recorded/merge.h"
#include "text/complain.h"
#include "text/display.h"
#include "records/facts.h"
#include "system/os_drivers.h"
#include "system/os_start.h"
#include "records/results.h"
#include <stdio.h>
#include <string.h>

/* ---- whether files belong together ------------------------------------------------------------------ */

/* Rows of two versions were made by different kernels, and would stand side by side as if by the same. */
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

/* Reads all files. */
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

/* ---- one document ------------------------------------------------------------------------------------- */

/* What all documents say alike in fields that are not known here is passed on. */
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

/* Ids that are taken, and of the file that is being added what its own became. */
typedef struct naming {
    json_t *taken, *renamed;
    long long nodes; /* of the files before */
} naming;

/* The device as it stands in the joint document. */
static json_t *place_device(naming *names, const json_t *document, const json_t *device) {
    json_t *const out = tool_need(json_deep_copy(device));
    const json_t *const old = json_object_get(device, "node");
    const long long node = names->nodes + (json_is_integer(old) ? json_integer_value(old) : 1);
    const char *const id = tool_text_of(device, "id");
    char own[TOOL_JOINT_ID];
    tool_joint_id(names->taken, id, node, own);
    json_object_set_new(names->renamed, id, json_string(own));
    json_object_set_new(out, "id", json_string(own));
    json_object_set_new(out, "node", json_integer(node));
    if (!json_is_object(json_object_get(out, "machine")))
        json_object_set(out, "machine", json_object_get(document, "machine"));
    if (!json_is_string(json_object_get(out, "label")))
        json_object_set(out, "label", json_object_get(document, "label"));
    return out;
}

static int add_devices(tool_results *results, naming *names, const json_t *document, xl_error *error) {
    const json_t *const devices = json_object_get(document, "devices");
    long long most = names->nodes + 1;
    int status = XL_SUCCESS;
    for (size_t i = 0; i < json_array_size(devices) && status == XL_SUCCESS; i++) {
        json_t *const device = place_device(names, document, json_array_get(devices, i));
        const long long node = json_integer_value(json_object_get(device, "node"));
        if (node > most) most = node;
        status = tool_results_add_device(results, device, error);
        json_decref(device);
    }
    names->nodes = most;
    return status;
}

static int add_growth(tool_results *results, const naming *names, const json_t *document, xl_error *error) {
    const json_t *const growth = json_object_get(document, "growth");
    int status = XL_SUCCESS;
    for (size_t i = 0; i < json_array_size(growth) && status == XL_SUCCESS; i++) {
        const json_t *const entry = json_array_get(growth, i);
        json_t *const device = json_object_get(names->renamed, tool_text_of(entry, "device"));
        json_t *const placed = device ? tool_need(json_copy((json_t *)entry)) : NULL;
        if (!placed) continue; /* of a device that the file does not have */
        json_object_set(placed, "device", device);
        status = tool_results_add_growth(results, placed, error);
        json_decref(placed);
    }
    return status;
}

static int add_document(tool_results *results, naming *names, const json_t *document, xl_error *error) {
    names->renamed = tool_need(json_object());
    int status = add_devices(results, names, document, error);
    const json_t *const records = json_object_get(document, "records");
    for (size_t i = 0; i < json_array_size(records) && status == XL_SUCCESS; i++) {
        json_t *const row = tool_need(json_copy(json_array_get(records, i)));
        json_object_set(row, "device", json_object_get(names->renamed, tool_text_of(row, "device")));
        status = tool_results_append(results, row, error);
        json_decref(row);
    }
    if (status == XL_SUCCESS) status = add_growth(results, names, document, error);
    json_decref(names->renamed);
    return status;
}

static tool_exit write_all(const tool_words *files, const json_t *documents, const char *out) {
    xl_error error = {0};
    naming names = {.taken = tool_need(json_object())};
    json_t *const header = header_of(documents);
    tool_results *const results = tool_results_open_whole(out, header, &error);
    int status = results ? XL_SUCCESS : XL_IO;
    bool finished = true;
    size_t i = 0;
    for (; i < json_array_size(documents) && status == XL_SUCCESS && !tool_interrupted(); i++) {
        const json_t *const document = json_array_get(documents, i);
        finished = finished && json_is_true(json_object_get(document, "finished"));
        status = add_document(results, &names, document, &error);
    }
    const bool whole = status == XL_SUCCESS && !tool_interrupted();
    if (whole)
        status = tool_results_close(results, finished, &error);
    else if (strcmp(out, "-") == 0)
        tool_results_close(results, false, NULL);
    else
        tool_results_drop(results);
    json_decref(header);
    json_decref(names.taken);
    if (status == XL_BAD_VALUE) { /* what its reader took */
        tool_complain("%s: %s", files->word[i - 1], error.text);
        return TOOL_USAGE;
    }
    if (status != XL_SUCCESS) {
        tool_complain("%s", error.text);
        return TOOL_OUTPUT;
    }
    if (!whole) return TOOL_INTERRUPTED;
    char shown[TOOL_PATH];
    if (strcmp(out, "-") != 0)
        printf("%zu files, %lld machines: %s\n", json_array_size(documents), names.nodes,
               tool_text_clean(out, shown, sizeof shown));
    return tool_flush(stdout);
}

tool_exit tool_merge(const tool_words *files, const char *out) {
    if (files->count < 2) {
        tool_complain("merge takes two results files or more: crosslane merge a.json b.json --json all.json");
        return TOOL_USAGE;
    }
    json_t *const documents = tool_need(json_array());
    tool_exit status = load(files, documents);
    if (status == TOOL_OK) status = write_all(files, documents, out);
    json_decref(documents);
    return status;
}
