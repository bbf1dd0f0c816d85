/* A results file, for the reader that checks it. Accepted rows are written in both formats. The document
   must be accepted again with the same rows; the CSV table must have a cell for each column. */
#include "fuzz.h"
#include "records/results.h"
#include <string.h>

static const char name[] = "in.json";

static int check_file(const void *data, size_t size) {
    xl_error error = {.text = ""};
    fuzz_set_input(data, size, true);
    const int status = tool_results_check_file(name, &error);
    FUZZ_CHECK(!status || (strncmp(error.text, name, strlen(name)) == 0 && !strchr(error.text, '\n')));
    return status;
}

/* True if the written row has all fields of the row read, and null for the others. */
static bool is_same_row(const json_t *read, const json_t *written) {
    for (const tool_field *f = tool_record_fields; f->name; f++) {
        const json_t *const value = json_object_get(read, f->name);
        const json_t *const got = json_object_get(written, f->name);
        if (!got || !(value ? json_equal(value, got) : json_is_null(got))) return false;
    }
    return true;
}

/* ---- the document --------------------------------------------------------------------------------- */

static json_t *make_header(const json_t *document) {
    static const char *const ours[] = {"schema", "devices", "records", "finished"};
    json_t *const header = json_copy((json_t *)document);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) json_object_del(header, ours[i]);
    return header;
}

/* Moves the rows that a writer accepts to the front (a reader also accepts unknown fields), adds them and
   returns their number. */
static size_t add_rows(tool_results *results, json_t *records) {
    size_t taken = 0;
    for (size_t i = 0; i < json_array_size(records); i++) {
        json_t *const record = json_array_get(records, i);
        xl_error error = {.text = ""};
        const int status = tool_results_append(results, record, &error);
        FUZZ_CHECK(!status || (status == XL_BAD_VALUE && strstr(error.text, "no such field")));
        if (!status) json_array_set(records, taken++, record);
    }
    return taken;
}

static void check_document(const json_t *document) {
    const json_t *const devices = json_object_get(document, "devices");
    json_t *const header = make_header(document), *const records =
                                                      json_copy(json_object_get(document, "records"));
    const bool finished = json_is_true(json_object_get(document, "finished"));
    size_t size = 0;
    tool_results *const results = tool_results_open("out.json", header, NULL);
    FUZZ_CHECK(results != NULL);
    for (size_t i = 0; i < json_array_size(devices); i++)
        FUZZ_CHECK(tool_results_add_device(results, json_array_get(devices, i), NULL) == XL_SUCCESS);
    const size_t rows = add_rows(results, records);
    FUZZ_CHECK(tool_results_count(results) == (long long)rows);
    FUZZ_CHECK(tool_results_close(results, finished, NULL) == XL_SUCCESS);
    const void *const file = fuzz_output(&size);
    FUZZ_CHECK(check_file(file, size) == XL_SUCCESS);
    json_t *const again = json_loadb(file, size, 0, NULL);
    const json_t *const written = json_object_get(again, "records");
    FUZZ_CHECK(json_is_true(json_object_get(again, "finished")) == finished);
    FUZZ_CHECK(json_array_size(written) == rows);
    for (size_t i = 0; i < rows; i++)
        FUZZ_CHECK(is_same_row(json_array_get(records, i), json_array_get(written, i)));
    json_decref(again);
    json_decref(records);
    json_decref(header);
}

/* ---- the table ------------------------------------------------------------------------------------ */

/* Counts the cells of the line at *at (RFC 4180), which moves past its end. No cell may be a formula. */
static size_t count_cells(const char **at, const char *end) {
    size_t cells = 1;
    bool quoted = false, begins = true;
    for (;; (*at)++) {
        FUZZ_CHECK(*at < end);
        const char c = **at;
        if (quoted && c == '"' && end - *at > 1 && (*at)[1] == '"') {
            (*at)++; /* a quote in a quoted cell */
            continue;
        }
        if (quoted ? c == '"' : begins && c == '"') {
            quoted = !quoted;
            begins = quoted;
            continue;
        }
        if (!quoted && c == '\r') break;
        FUZZ_CHECK(!begins || !strchr("=+@\t", c) || c == '\0');
        FUZZ_CHECK(quoted || c != '\n');
        begins = !quoted && c == ',';
        cells += begins;
    }
    FUZZ_CHECK(end - *at >= 2 && (*at)[1] == '\n');
    *at += 2;
    return cells;
}

static void check_table(const json_t *records) {
    size_t size = 0;
    tool_csv *const csv = tool_csv_open("out.csv", NULL, NULL);
    FUZZ_CHECK(csv != NULL);
    for (size_t i = 0; i < json_array_size(records); i++)
        FUZZ_CHECK(tool_csv_append(csv, json_array_get(records, i), NULL, NULL) == XL_SUCCESS);
    FUZZ_CHECK(tool_csv_close(csv, NULL) == XL_SUCCESS);
    const char *at = (const char *)fuzz_output(&size), *const end = at + size;
    const size_t columns = count_cells(&at, end);
    for (size_t i = 0; i < json_array_size(records); i++) FUZZ_CHECK(count_cells(&at, end) == columns);
    FUZZ_CHECK(at == end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (check_file(data, size) != XL_SUCCESS) return 0;
    json_t *const document = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    FUZZ_CHECK(document != NULL);
    check_document(document);
    check_table(json_object_get(document, "records"));
    json_decref(document);
    return 0;
}
