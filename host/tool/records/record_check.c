#include "records/record.h"
#include "base/status.h"
#include "system/os_file.h"
#include <string.h>

enum { PATH = 200 };

/* "a|b|c". */
static bool is_choice(const char *text, const char *choices) {
    const size_t length = strlen(text);
    if (length == 0 || strchr(text, '|')) return false;
    for (const char *c = choices; c; c = strchr(c, '|') ? strchr(c, '|') + 1 : NULL)
        if (strncmp(c, text, length) == 0 && (c[length] == '|' || !c[length])) return true;
    return false;
}

static bool is_value(const json_t *v) {
    return json_is_number(v) || json_is_string(v);
}

static bool is_natural(const json_t *v) {
    return json_is_integer(v) && json_integer_value(v) >= 0;
}

static bool is_magnitude(const json_t *v) {
    return json_is_number(v) && json_number_value(v) >= 0;
}

static bool all_of(const json_t *list, bool (*is)(const json_t *)) {
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!is(json_array_get(list, i))) return false;
    return json_is_array(list);
}

static bool is_naturals(const json_t *v) {
    return all_of(v, is_natural);
}

/* jansson's iteration takes non-const objects, but changes none. */
static bool all_members(const json_t *object, bool (*is)(const json_t *)) {
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)object, name, member) {
        if (!is(member)) return false;
    }
    return json_is_object(object);
}

static bool is_digits(const json_t *v) {
    const char *const text = json_string_value(v);
    return text && strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16;
}

static int check_fields(const json_t *object, const tool_field *fields, const char *where, xl_error *error);

static bool is_kind(const json_t *v, const tool_field *f) {
    switch (f->kind) {
    case TOOL_TEXT: return json_is_string(v);
    case TOOL_CHOICE: return json_is_string(v) && is_choice(json_string_value(v), f->choices);
    case TOOL_INTEGER: return is_natural(v);
    case TOOL_NUMBER: return is_magnitude(v);
    case TOOL_BOOLEAN: return json_is_boolean(v);
    case TOOL_VALUE: return is_value(v);
    case TOOL_NUMBERS: return all_of(v, is_magnitude);
    case TOOL_INTEGERS: return is_naturals(v);
    case TOOL_VALUES: return all_of(v, is_value);
    case TOOL_DIGITS: return is_digits(v);
    case TOOL_SETTINGS: return all_members(v, is_value);
    case TOOL_MEASURES: return all_members(v, is_magnitude);
    case TOOL_SHAPES: return all_members(v, is_naturals);
    case TOOL_MISMATCH:
    case TOOL_ANY_OBJECT: return json_is_object(v);
    }
    return false;
}

static const char *kind_text(const tool_field *f) {
    switch (f->kind) {
    case TOOL_TEXT: return "a text";
    case TOOL_CHOICE: return f->choices;
    case TOOL_INTEGER: return "a whole number of 0 or more";
    case TOOL_NUMBER: return "a number of 0 or more";
    case TOOL_BOOLEAN: return "true or false";
    case TOOL_VALUE: return "a number or a text";
    case TOOL_NUMBERS: return "a list of numbers of 0 or more";
    case TOOL_INTEGERS: return "a list of whole numbers of 0 or more";
    case TOOL_VALUES: return "a list of numbers or texts";
    case TOOL_DIGITS: return "16 hexadecimal digits in lower case";
    case TOOL_SETTINGS: return "an object of numbers and texts";
    case TOOL_MEASURES: return "an object of numbers of 0 or more";
    case TOOL_SHAPES: return "an object of lists of whole numbers";
    case TOOL_MISMATCH:
    case TOOL_ANY_OBJECT: return "an object";
    }
    return "";
}

static int check_field(const json_t *object, const tool_field *f, const char *where, xl_error *error) {
    char inner[PATH];
    const json_t *const v = json_object_get(object, f->name);
    /* Files of earlier versions lack later fields. */
    if (!v && !f->required) return XL_SUCCESS;
    if (!v) return xl__fail(error, XL_BAD_VALUE, "%s.%s is missing", where, f->name);
    if (json_is_null(v) && !f->required) return XL_SUCCESS;
    if (!is_kind(v, f))
        return xl__fail(error, XL_BAD_VALUE, "%s.%s: expected %s%s", where, f->name, kind_text(f),
                        f->required ? "" : " or null");
    if (f->kind != TOOL_MISMATCH) return XL_SUCCESS;
    snprintf(inner, sizeof inner, "%s.%s", where, f->name);
    return check_fields(v, tool_mismatch_fields, inner, error);
}

static int check_fields(const json_t *object, const tool_field *fields, const char *where, xl_error *error) {
    if (!json_is_object(object)) return xl__fail(error, XL_BAD_VALUE, "%s: expected an object", where);
    for (const tool_field *f = fields; f->name; f++) {
        const int status = check_field(object, f, where, error);
        if (status) return status;
    }
    return XL_SUCCESS;
}

static int check_unknown(const json_t *record, const char *where, xl_error *error) {
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)record, name, member) {
        const tool_field *f = tool_record_fields;
        while (f->name && strcmp(f->name, name) != 0) f++;
        if (!f->name) return xl__fail(error, XL_BAD_VALUE, "%s.%s: no such field", where, name);
    }
    return XL_SUCCESS;
}

/* They must exist and not be null. */
static int demand(const json_t *record, const char *const *names, size_t count, const char *where,
                  const char *why, xl_error *error) {
    for (size_t i = 0; i < count; i++)
        if (!json_object_get(record, names[i]) || json_is_null(json_object_get(record, names[i])))
            return xl__fail(error, XL_BAD_VALUE, "%s.%s: must not be null %s", where, names[i], why);
    return XL_SUCCESS;
}

/* Of alternating devices: each sample belongs to one round. */
static int check_rounds(const json_t *record, const char *where, xl_error *error) {
    const json_t *const counts = json_object_get(record, "round_samples");
    const size_t rounds = json_array_size(counts);
    double samples = 0.0;
    for (size_t i = 0; i < rounds; i++) samples += json_number_value(json_array_get(counts, i));
    if (rounds != json_array_size(json_object_get(record, "round_began_ms")))
        return xl__fail(error, XL_BAD_VALUE, "%s.round_began_ms: expected as many as there are round_samples",
                        where);
    if (rounds > 0 && samples != (double)json_array_size(json_object_get(record, "samples_ns")))
        return xl__fail(error, XL_BAD_VALUE, "%s.round_samples: must be as many as the samples together",
                        where);
    return XL_SUCCESS;
}

static int check_times(const json_t *record, const char *where, xl_error *error) {
    static const char *const timed[] = {"samples_ns", "median_ns", "mad_ns", "min_ns",
                                        "noisy",      "timed_by",  "timing"};
    const int status =
        demand(record, timed, sizeof timed / sizeof timed[0], where, "in a bench row that is ok", error);
    if (status) return status;
    if (json_array_size(json_object_get(record, "samples_ns")) == 0)
        return xl__fail(error, XL_BAD_VALUE, "%s.samples_ns: must not be empty in a bench row that is ok",
                        where);
    if (json_number_value(json_object_get(record, "min_ns")) >
        json_number_value(json_object_get(record, "median_ns")))
        return xl__fail(error, XL_BAD_VALUE, "%s.min_ns: is above the median", where);
    return check_rounds(record, where, error);
}

int tool_record_check(const json_t *record, const char *where, bool strict, xl_error *error) {
    static const char *const probed[] = {"op"}, *const run[] = {"algorithm", "strategy"};
    int status = check_fields(record, tool_record_fields, where, error);
    if (!status && strict) status = check_unknown(record, where, error);
    if (status) return status;
    const char *const kind = json_string_value(json_object_get(record, "kind"));
    const bool probe = strcmp(kind, "probe") == 0 || strcmp(kind, "promise") == 0;
    const bool bench = strcmp(kind, "bench") == 0;
    const bool ok = strcmp(json_string_value(json_object_get(record, "status")), "ok") == 0;
    const char *const reason = json_string_value(json_object_get(record, "reason"));
    if (!ok && (!reason || !reason[0]))
        return xl__fail(error, XL_BAD_VALUE, "%s.reason: must say why the row is not ok", where);
    status = probe ? demand(record, probed, 1, where, "in a probe row", error)
                   : demand(record, run, 2, where, "in a verify or bench row", error);
    return status || !bench || !ok ? status : check_times(record, where, error);
}

int tool_device_check(const json_t *device, const char *where, xl_error *error) {
    return check_fields(device, tool_device_fields, where, error);
}

static bool names_device(const json_t *devices, const char *id) {
    for (size_t i = 0; i < json_array_size(devices); i++)
        if (strcmp(json_string_value(json_object_get(json_array_get(devices, i), "id")), id) == 0)
            return true;
    return false;
}

static int check_head(const json_t *document, xl_error *error) {
    static const tool_field head[] = {
        {"schema", TOOL_INTEGER, true, NULL},     {"tool", TOOL_ANY_OBJECT, true, NULL},
        {"machine", TOOL_ANY_OBJECT, true, NULL}, {"label", TOOL_TEXT, false, NULL},
        {"finished", TOOL_BOOLEAN, true, NULL},   {NULL, TOOL_TEXT, false, NULL}};
    static const tool_field tool[] = {{"name", TOOL_TEXT, true, NULL},
                                      {"version", TOOL_TEXT, true, NULL},
                                      {"commit", TOOL_TEXT, false, NULL},
                                      {"compiler", TOOL_TEXT, false, NULL},
                                      {NULL, TOOL_TEXT, false, NULL}};
    static const tool_field machine[] = {{"processor", TOOL_TEXT, false, NULL},
                                         {"system", TOOL_TEXT, false, NULL},
                                         {NULL, TOOL_TEXT, false, NULL}};
    int status = check_fields(document, head, "document", error);
    if (status) return status;
    const json_int_t schema = json_integer_value(json_object_get(document, "schema"));
    if (schema < 1 || schema > TOOL_RESULTS_SCHEMA)
        return xl__fail(error, XL_BAD_VALUE, "document.schema: expected 1 to %d, found %" JSON_INTEGER_FORMAT,
                        TOOL_RESULTS_SCHEMA, schema);
    status = check_fields(json_object_get(document, "tool"), tool, "tool", error);
    return status ? status : check_fields(json_object_get(document, "machine"), machine, "machine", error);
}

int tool_results_check(const json_t *document, xl_error *error) {
    char where[40];
    int status = check_head(document, error);
    const json_t *const devices = json_object_get(document, "devices");
    const json_t *const records = json_object_get(document, "records");
    if (!status && (!json_is_array(devices) || !json_is_array(records)))
        status = xl__fail(error, XL_BAD_VALUE, "document: expected the lists devices and records");
    for (size_t i = 0; !status && i < json_array_size(devices); i++) {
        snprintf(where, sizeof where, "devices[%zu]", i);
        status = tool_device_check(json_array_get(devices, i), where, error);
    }
    for (size_t i = 0; !status && i < json_array_size(records); i++) {
        const json_t *const record = json_array_get(records, i);
        snprintf(where, sizeof where, "records[%zu]", i);
        status = tool_record_check(record, where, false, error);
        if (!status && !names_device(devices, json_string_value(json_object_get(record, "device"))))
            status = xl__fail(error, XL_BAD_VALUE, "%s.device: no device has this id", where);
    }
    return status;
}

/* Windows' shells and editors write a byte order mark. */
static const char mark[] = "\xef\xbb\xbf";

static bool is_utf16(int first) {
    return first == 0xff || first == 0xfe;
}

json_t *tool_json_parse(const char *text, size_t size, char *what, size_t what_size) {
    const size_t skip = size >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
    json_error_t wrong = {0};
    json_t *const json = json_loadb(text + skip, size - skip, JSON_REJECT_DUPLICATES, &wrong);
    if (!json && size > 0 && is_utf16((unsigned char)text[0]))
        snprintf(what, what_size, "byte 0: expected UTF-8, found UTF-16; convert it");
    else if (!json)
        snprintf(what, what_size, "line %d column %d: %s", wrong.line, wrong.column, wrong.text);
    return json;
}

/* NULL, or why it is unreadable. */
static const char *skip_mark(FILE *stream) {
    const int first = getc(stream);
    if (is_utf16(first))
        return "expected a results file in UTF-8, found UTF-16, as some shells write what is sent to a file "
               "with >; name the file in --json, or convert it";
    if (first != (unsigned char)mark[0]) {
        if (first != EOF) ungetc(first, stream);
        return NULL;
    }
    for (int i = 1; i < 3; i++)
        if (getc(stream) != (unsigned char)mark[i]) return "expected a results file";
    return NULL;
}

int tool_results_load(const char *path, json_t **document, xl_error *error) {
    json_error_t wrong;
    xl_error inner;
    *document = NULL;
    FILE *const stream = tool_file_open_read(path, error);
    if (!stream) return XL_IO;
    const char *const unread = skip_mark(stream);
    json_t *const loaded = unread ? NULL : json_loadf(stream, JSON_REJECT_DUPLICATES, &wrong);
    fclose(stream);
    if (unread) return xl__fail(error, XL_IO, "%s: byte 0: %s", path, unread);
    if (!loaded)
        return xl__fail(error, XL_IO, "%s: line %d column %d: %s", path, wrong.line, wrong.column,
                        wrong.text);
    const int status = tool_results_check(loaded, &inner);
    if (status == XL_SUCCESS) {
        *document = loaded;
        return XL_SUCCESS;
    }
    json_decref(loaded);
    return xl__fail(error, status, "%s: %s", path, inner.text);
}

int tool_results_check_file(const char *path, xl_error *error) {
    json_t *document = NULL;
    const int status = tool_results_load(path, &document, error);
    json_decref(document);
    return status;
}

/* True if the file begins with the writer's first member, or ends before: then it is damaged. */
static bool begins_as_ours(FILE *stream) {
    static const char first[] = "\"schema\"";
    char begin[256];
    const size_t size = fread(begin, 1, sizeof begin - 1, stream);
    begin[size] = '\0';
    rewind(stream);
    if (is_utf16((unsigned char)begin[0])) return true;
    const char *at = begin + (strncmp(begin, mark, strlen(mark)) == 0 ? strlen(mark) : 0);
    at += strspn(at, " \t\r\n");
    if (*at == '{') at += 1 + strspn(at + 1, " \t\r\n");
    const size_t rest = strlen(at), length = strlen(first);
    return strncmp(at, first, rest < length ? rest : length) == 0;
}

bool tool_results_are(const char *path) {
    FILE *const stream = tool_file_is_regular(path) ? tool_file_open_read(path, NULL) : NULL;
    bool ours = !stream || begins_as_ours(stream);
    json_t *const document = ours || skip_mark(stream) ? NULL : json_loadf(stream, 0, NULL);
    if (document) ours = json_object_get(document, "schema") && json_object_get(document, "records");
    json_decref(document);
    if (stream) fclose(stream);
    return ours;
}
