#include "inspect/inspected.h"
#include "base/os.h"
#include "base/status.h"
#include "inspect/inspection.h"
#include "records/record.h"
#include "system/os_file.h"
#include "text/os_memory.h"
#include <stdlib.h>
#include <string.h>

/* ---- reading ----------------------------------------------------------------------------------------- */

enum { LARGEST = 1 << 28 };

/* Looks for the first member, after an optional byte order mark. */
bool tool_is_inspected(const char *path) {
    char begin[64] = "";
    xl_error error;
    FILE *const stream = tool_file_is_regular(path) ? tool_file_open_read(path, &error) : NULL;
    if (!stream) return false;
    const size_t size = fread(begin, 1, sizeof begin - 1, stream);
    fclose(stream);
    begin[size] = '\0';
    const char *at = begin + strspn(begin, "\xef\xbb\xbf \t\r\n");
    if (*at != '{') return false;
    at++;
    at += strspn(at, " \t\r\n");
    return strncmp(at, "\"inspect\"", 9) == 0;
}

static int check_kernel(const json_t *kernel, const char *where, xl_error *error) {
    if (!json_is_string(json_object_get(kernel, "kernel")))
        return xl__fail(error, XL_BAD_VALUE, "%s.kernel: expected a text", where);
    for (size_t i = 0; tool_measure_name(i); i++) {
        const json_t *const number = json_object_get(kernel, tool_measure_name(i));
        const bool good =
            !number || json_is_null(number) || (json_is_integer(number) && json_integer_value(number) >= 0);
        if (!good)
            return xl__fail(error, XL_BAD_VALUE, "%s.%s: expected a whole number of 0 or more, or null",
                            where, tool_measure_name(i));
    }
    return XL_SUCCESS;
}

static int check_entry(const json_t *entry, size_t index, xl_error *error) {
    static const char *const texts[] = {"name", "target"};
    const json_t *const kernels = json_object_get(entry, "kernels");
    char where[80];
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!json_is_string(json_object_get(entry, texts[i])))
            return xl__fail(error, XL_BAD_VALUE, "inspections[%zu].%s: expected a text", index, texts[i]);
    if (!json_is_array(kernels))
        return xl__fail(error, XL_BAD_VALUE, "inspections[%zu].kernels: expected a list", index);
    for (size_t k = 0; k < json_array_size(kernels); k++) {
        snprintf(where, sizeof where, "inspections[%zu].kernels[%zu]", index, k);
        const int status = check_kernel(json_array_get(kernels, k), where, error);
        if (status != XL_SUCCESS) return status;
    }
    return XL_SUCCESS;
}

static int check(const json_t *document, xl_error *error) {
    const json_t *const format = json_object_get(document, "inspect");
    const json_t *const entries = json_object_get(document, "inspections");
    if (!json_is_integer(format) || json_integer_value(format) != 1)
        return xl__fail(error, XL_BAD_VALUE,
                        "inspect: expected 1, the format of 'inspect --json' that is known here");
    if (!json_is_array(entries)) return xl__fail(error, XL_BAD_VALUE, "inspections: expected a list");
    int status = XL_SUCCESS;
    for (size_t i = 0; i < json_array_size(entries) && status == XL_SUCCESS; i++)
        status = check_entry(json_array_get(entries, i), i, error);
    return status;
}

int tool_inspected_load(const char *path, json_t **document, xl_error *error) {
    char *text = NULL, what[256];
    size_t size = 0;
    xl_error inner = {.text = ""};
    *document = NULL;
    const int failed = xl__os_read_file(path, LARGEST, &text, &size);
    if (failed) return xl__fail(error, XL_IO, "%s: %s", path, xl__os_reason(failed, what, sizeof what));
    json_t *const loaded = tool_json_parse(text, size, what, sizeof what);
    free(text);
    if (!loaded) return xl__fail(error, XL_IO, "%s: %s", path, what);
    const int status = check(loaded, &inner);
    if (status == XL_SUCCESS) {
        *document = loaded;
        return XL_SUCCESS;
    }
    json_decref(loaded);
    return xl__fail(error, status, "%s: %s", path, inner.text);
}

int tool_inspected_listings(const char *path, json_t *listings, xl_error *error) {
    json_t *document = NULL;
    const int status = tool_inspected_load(path, &document, error);
    if (status != XL_SUCCESS) return status;
    const json_t *const found = json_object_get(document, "listings");
    const bool good = json_array_size(found) > 0;
    for (size_t i = 0; i < json_array_size(found); i++) json_array_append(listings, json_array_get(found, i));
    json_decref(document);
    return good ? XL_SUCCESS
                : xl__fail(error, XL_BAD_VALUE,
                           "%s: no lines are in it; 'crosslane inspect NAME --for TARGET --source --json "
                           "FILE' writes them",
                           path);
}

/* ---- kernels ----------------------------------------------------------------------------------------- */

const char *tool_inspected_by(const tool_inspected *kernel, int by, char *out, size_t size) {
    static const char *const names[TOOL_BYS] = {"target", "width", "name", "settings", "kernel", "program"};
    const json_t *const value =
        json_object_get(by < TOOL_BY_KERNEL ? kernel->entry : kernel->kernel, names[by]);
    if (json_is_integer(value))
        snprintf(out, size, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else
        snprintf(out, size, "%s", json_is_string(value) ? json_string_value(value) : "");
    return out;
}

long tool_inspected_number(const tool_inspected *kernel, const char *measure) {
    const json_t *const value = json_object_get(kernel->kernel, measure);
    return json_is_integer(value) ? (long)json_integer_value(value) : -1;
}

static void put(tool_inspected_list *list, tool_inspected kernel) {
    list->item = tool_need(realloc(list->item, (list->count + 1) * sizeof *list->item));
    list->item[list->count++] = kernel;
}

void tool_inspected_add(tool_inspected_list *list, const json_t *document, tool_inspected_filter *wants,
                        const void *user) {
    const json_t *const entries = json_object_get(document, "inspections");
    for (size_t i = 0; i < json_array_size(entries); i++) {
        tool_inspected it = {.entry = json_array_get(entries, i)};
        const json_t *const kernels = json_object_get(it.entry, "kernels");
        for (size_t k = 0; k < json_array_size(kernels); k++) {
            it.kernel = json_array_get(kernels, k);
            if (!wants || wants(user, &it)) put(list, it);
        }
    }
}

void tool_inspected_free(tool_inspected_list *list) {
    free(list->item);
    *list = (tool_inspected_list){.count = 0};
}

/* ---- two sides --------------------------------------------------------------------------------------- */

enum { VALUE = 1200 };

static bool same(const tool_inspected *a, const tool_inspected *b, int by) {
    char one[VALUE], other[VALUE];
    return strcmp(tool_inspected_by(a, by, one, sizeof one), tool_inspected_by(b, by, other, sizeof other)) ==
           0;
}

static bool has_one_value(const tool_inspected_list *list, int by) {
    for (size_t i = 1; i < list->count; i++)
        if (!same(&list->item[0], &list->item[i], by)) return false;
    return true;
}

/* The first value, and one that all the others have. */
static bool has_two_values(const tool_inspected_list *list, int by) {
    const tool_inspected *other = NULL;
    for (size_t i = 1; i < list->count; i++) {
        if (same(&list->item[0], &list->item[i], by)) continue;
        if (other && !same(other, &list->item[i], by)) return false;
        other = &list->item[i];
    }
    return other != NULL;
}

bool tool_inspected_split(tool_inspected_list *all, tool_inspected_list *second) {
    int by = 0;
    while (by < TOOL_BY_PROGRAM && !has_two_values(all, by)) by++;
    if (by == TOOL_BY_PROGRAM) return false;
    const tool_inspected first = all->item[0];
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++)
        if (same(&first, &all->item[i], by))
            all->item[kept++] = all->item[i];
        else
            put(second, all->item[i]);
    all->count = kept;
    return true;
}

static bool match(const tool_inspected_pairs *pairs, const tool_inspected *a, const tool_inspected *b) {
    for (int by = 0; by < TOOL_BYS; by++)
        if (!pairs->alike[by] && !same(a, b, by)) return false;
    return true;
}

static void put_pair(tool_inspected_pairs *pairs, tool_inspected a, tool_inspected b) {
    pairs->item = tool_need(realloc(pairs->item, (pairs->count + 1) * sizeof *pairs->item));
    pairs->item[pairs->count][0] = a;
    pairs->item[pairs->count++][1] = b;
}

/* The first match in b that is not taken; b->count: none. */
static size_t find_match(const tool_inspected_pairs *pairs, const tool_inspected *a,
                         const tool_inspected_list *b, const bool *taken) {
    size_t i = 0;
    while (i < b->count && (taken[i] || !match(pairs, a, &b->item[i]))) i++;
    return i;
}

void tool_inspected_match(const tool_inspected_list *a, const tool_inspected_list *b,
                          tool_inspected_pairs *out) {
    static const tool_inspected none = {.entry = NULL};
    bool *const taken = tool_need(calloc(b->count + 1, sizeof *taken));
    size_t *const found = tool_need(calloc(a->count + 1, sizeof *found));
    *out = (tool_inspected_pairs){.count = 0};
    for (int by = 0; by < TOOL_BYS; by++) out->alike[by] = has_one_value(a, by) && has_one_value(b, by);
    for (size_t i = 0; i < a->count; i++) {
        found[i] = find_match(out, &a->item[i], b, taken);
        taken[found[i]] = true;
        if (found[i] < b->count) put_pair(out, a->item[i], b->item[found[i]]);
    }
    out->both = out->count;
    for (size_t i = 0; i < a->count; i++)
        if (found[i] == b->count) put_pair(out, a->item[i], none);
    for (size_t i = 0; i < b->count; i++)
        if (!taken[i]) put_pair(out, none, b->item[i]);
    free(taken);
    free(found);
}

void tool_inspected_pairs_free(tool_inspected_pairs *pairs) {
    free(pairs->item);
    *pairs = (tool_inspected_pairs){.count = 0};
}
