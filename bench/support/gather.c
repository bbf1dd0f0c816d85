#include "support.h"
#include "records/record.h"
#include <string.h>

const char *const support_status[SUPPORT_KINDS] = {"ok", "mismatch", "error", "unsupported", "skipped"};

const char *support_text(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static support_implementation *find(support_page *page, const json_t *document, json_t *device) {
    const char *label = support_text(document, "label"), *id = support_text(device, "id");
    if (!label[0]) label = support_text(device, "name");
    for (int i = 0; i < page->count; i++)
        if (strcmp(page->item[i].label, label) == 0 &&
            strcmp(support_text(page->item[i].device, "id"), id) == 0)
            return &page->item[i];
    if (page->count == SUPPORT_MOST) return NULL;
    support_implementation *made = &page->item[page->count++];
    *made = (support_implementation){.device = device,
                                     .label = label,
                                     .algorithms = json_object(),
                                     .operations = json_object(),
                                     .demoted = json_array(),
                                     .failed = json_array(),
                                     .refused = json_object()};
    return made;
}

static void count_status(support_counts *counts, const char *status, int rows) {
    for (int s = 0; s < SUPPORT_KINDS; s++)
        counts->of[s] += strcmp(status, support_status[s]) == 0 ? rows : 0;
}

/* How many rows of verify a recorded row stands for: bench/thin.py joins rows that agree. */
static int rows_of(const json_t *record) {
    const json_t *const rows = json_object_get(json_object_get(record, "measures"), "rows");
    return rows ? (int)json_integer_value(rows) : 1;
}

static json_t *member(json_t *object, const char *name, json_t *(*make)(void)) {
    json_t *found = json_object_get(object, name);
    if (found) return found;
    json_object_set_new(object, name, make());
    return json_object_get(object, name);
}

static void add_width(support_implementation *into, const json_t *record, json_int_t width) {
    const bool emulated = strcmp(support_text(record, "backend"), "local") == 0;
    for (int i = 0; i < SUPPORT_WIDTHS; i++)
        if (width == 1 << i) (emulated ? into->emulated : into->native)[i] = true;
}

static void add_probe(support_implementation *into, json_t *record) {
    const char *form = support_text(record, "form");
    const json_int_t width = json_integer_value(json_object_get(record, "width_requested"));
    if (strcmp(support_text(record, "backend"), "local") == 0 || !form[0]) return;
    json_t *types = member(into->operations, support_text(record, "op"), json_object);
    json_t *forms = member(types, support_text(record, "op_type"), json_object);
    json_array_append_new(member(forms, form, json_array), json_integer(width));
    if (strcmp(form, "demoted") == 0) json_array_append(into->demoted, record);
}

static void add_verify(support_implementation *into, json_t *record) {
    const char *status = support_text(record, "status");
    const int rows = rows_of(record);
    count_status(&into->verify, status, rows);
    if (strcmp(status, "ok") == 0) {
        add_width(into, record, json_integer_value(json_object_get(record, "width_measured")));
        json_object_set_new(into->algorithms, support_text(record, "algorithm"), json_true());
    }
    if (strcmp(status, "mismatch") == 0 || strcmp(status, "error") == 0)
        json_array_append(into->failed, record);
    if (strcmp(status, "unsupported") == 0) {
        const char *reason = support_text(record, "reason");
        const json_int_t so_far = json_integer_value(json_object_get(into->refused, reason));
        json_object_set_new(into->refused, reason, json_integer(so_far + rows));
    }
}

static bool add_document(support_page *page, const char *path, json_t *document) {
    xl_error error = {0};
    if (tool_results_check(document, &error) != XL_SUCCESS) {
        fprintf(stderr, "crosslane_support: %s: %s\n", path, error.text);
        return false;
    }
    const json_t *devices = json_object_get(document, "devices");
    size_t i = 0;
    json_t *record = NULL, *device = NULL;
    json_array_foreach(json_object_get(document, "records"), i, record) {
        size_t d = 0;
        json_array_foreach(devices, d, device) {
            if (strcmp(support_text(device, "id"), support_text(record, "device")) == 0) break;
        }
        support_implementation *into = find(page, document, json_array_get(devices, d));
        if (!into) {
            fprintf(stderr, "crosslane_support: %s: more than %d implementations\n", path, SUPPORT_MOST);
            return false;
        }
        if (strcmp(support_text(record, "kind"), "probe") == 0) add_probe(into, record);
        if (strcmp(support_text(record, "kind"), "verify") == 0) add_verify(into, record);
    }
    return true;
}

static bool add_defects(support_page *page, const json_t *defects) {
    size_t i = 0;
    json_t *defect = NULL;
    json_array_foreach(defects, i, defect) {
        if (strcmp(support_text(defect, "outcome"), "right") == 0) continue;
        if (json_array_append(page->defects, defect) != 0) return false;
    }
    return true;
}

bool support_add(support_page *page, const char *path) {
    json_error_t wrong;
    json_t *document = json_load_file(path, JSON_REJECT_DUPLICATES, &wrong);
    if (!document) {
        fprintf(stderr, "crosslane_support: %s: line %d: %s\n", path, wrong.line, wrong.text);
        return false;
    }
    if (!page->keep) page->keep = json_array();
    if (!page->defects) page->defects = json_array();
    if (!page->compiled) page->compiled = json_array();
    json_array_append_new(page->keep, document);
    json_t *defects = json_object_get(document, "defects"), *compiled = json_object_get(document, "compiled");
    if (defects) return add_defects(page, defects);
    if (compiled) return json_array_extend(page->compiled, compiled) == 0;
    return add_document(page, path, document);
}

void support_free(support_page *page) {
    for (int i = 0; i < page->count; i++) {
        json_decref(page->item[i].algorithms);
        json_decref(page->item[i].operations);
        json_decref(page->item[i].demoted);
        json_decref(page->item[i].failed);
        json_decref(page->item[i].refused);
    }
    json_decref(page->defects);
    json_decref(page->compiled);
    json_decref(page->keep);
}
