/* The results document, its check, and its description in docs/. CSV: test_csv.c. */
#include "records/results.h"
#include "support/scratch.h"
#include "support/suite.h"
#include <math.h>

static json_t *make_header(void) {
    json_t *const header =
        json_pack("{s:{s:s, s:s, s:s, s:s}, s:{s:s, s:s}, s:s}", "tool", "name", "crosslane", "version",
                  "0.1.0", "commit", "d7e4628", "compiler", "cc 1.0", "machine", "processor", "A processor",
                  "system", "A system 1.0", "label", "a label");
    ck_assert_ptr_nonnull(header);
    return header;
}

static json_t *make_device(const char *id) {
    return json_pack("{s:s, s:s, s:s, s:[i,i], s:{s:i}}", "id", id, "status", "ok", "name", "A device",
                     "sub_group_sizes", 8, 16, "facts", "images", 1);
}

static json_t *make_record(void) {
    json_t *const record = tool_record_make("verify", "ok");
    ck_assert_ptr_nonnull(record);
    ck_assert_int_eq(
        json_object_update_new(
            record,
            json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:{s:i, s:s}, s:s, s:{s:[i,i]}, s:o}", "device", "d0",
                      "algorithm", "lerp", "strategy", "serial", "backend", "local", "width_requested", 16,
                      "width_measured", 16, "params", "channels", 3, "model", "linear", "type", "f32",
                      "shape", "x", 2, 3, "checksum", tool_json_digits(0x1234))),
        0);
    return record;
}

static json_t *make_bench(void) {
    json_t *const record = make_record();
    ck_assert_int_eq(
        json_object_update_new(
            record, json_pack("{s:s, s:[f,f,f], s:f, s:f, s:f, s:b, s:s, s:s, s:[i,i], s:[i,i]}", "kind",
                              "bench", "samples_ns", 10.5, 11.0, 12.0, "median_ns", 11.0, "mad_ns", 0.5,
                              "min_ns", 10.5, "noisy", 0, "timed_by", "events", "timing", "single",
                              "round_samples", 2, 1, "round_began_ms", 1000, 2000)),
        0);
    return record;
}

static json_t *load(const char *name, size_t records, bool finished) {
    json_error_t wrong;
    xl_error error;
    json_t *const document = json_load_file(scratch_path(name), JSON_REJECT_DUPLICATES, &wrong);
    ck_assert_msg(document != NULL, "line %d: %s", wrong.line, wrong.text);
    ck_assert_msg(tool_results_check(document, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_uint_eq(json_array_size(json_object_get(document, "records")), records);
    ck_assert_int_eq(json_is_true(json_object_get(document, "finished")), finished);
    return document;
}

static tool_results *open_results(const char *path) {
    xl_error error;
    json_t *const header = make_header();
    tool_results *const results = tool_results_open(path, header, &error);
    ck_assert_msg(results != NULL, "%s", error.text);
    json_decref(header);
    return results;
}

static void add_device(tool_results *results, const char *id) {
    xl_error error;
    json_t *const device = make_device(id);
    ck_assert_msg(tool_results_add_device(results, device, &error) == XL_SUCCESS, "%s", error.text);
    json_decref(device);
}

static void append(tool_results *results, json_t *record) {
    xl_error error;
    ck_assert_msg(tool_results_append(results, record, &error) == XL_SUCCESS, "%s", error.text);
    json_decref(record);
}

AROUND(scratch_make, scratch_remove);

TEST(document_is_whole_after_every_row) {
    xl_error error;
    tool_results *const results = open_results(scratch_path("r.json"));
    json_decref(load("r.json", 0, false));
    add_device(results, "d0");
    json_decref(load("r.json", 0, false));
    append(results, make_record());
    json_decref(load("r.json", 1, false));
    for (size_t i = 2; i < 40; i++) {
        append(results, make_bench());
        json_decref(load("r.json", i, false));
        if (i == 20) add_device(results, "a second device");
    }
    ck_assert_int_eq(tool_results_close(results, true, &error), XL_SUCCESS);
    json_t *const document = load("r.json", 39, true);
    ck_assert_int_eq(json_integer_value(json_object_get(document, "schema")), TOOL_RESULTS_SCHEMA);
    ck_assert_uint_eq(json_array_size(json_object_get(document, "devices")), 2);
    ck_assert_str_eq(json_string_value(json_object_get(document, "label")), "a label");
    json_decref(document);
    ck_assert_uint_eq(scratch_count(), 1);
    ck_assert_int_eq(tool_results_check_file(scratch_path("r.json"), &error), XL_SUCCESS);
}

TEST(device_is_replaced) {
    xl_error error;
    json_t *const device = make_device("d0");
    tool_results *const results = open_results(scratch_path("r.json"));
    json_object_set_new(device, "backend_reason", json_string("a long reason that is gone in the next one"));
    ck_assert_int_eq(tool_results_add_device(results, device, &error), XL_SUCCESS);
    append(results, make_record());
    json_object_del(device, "backend_reason");
    ck_assert_int_eq(tool_results_add_device(results, device, &error), XL_SUCCESS); /* a shorter document */
    json_decref(load("r.json", 1, false));
    append(results, make_record());
    json_decref(load("r.json", 2, false));
    ck_assert_int_eq(tool_results_add_device(results, device, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_results_close(results, true, &error), XL_SUCCESS);
    json_t *const document = load("r.json", 2, true);
    ck_assert_uint_eq(json_array_size(json_object_get(document, "devices")), 1);
    json_decref(document);
    json_decref(device);
}

TEST(an_interrupted_document_is_marked) {
    xl_error error;
    tool_results *const results = open_results(scratch_path("r.json"));
    add_device(results, "d0");
    append(results, make_record());
    ck_assert_int_eq(tool_results_close(results, false, &error), XL_SUCCESS);
    json_decref(load("r.json", 1, false));
    ck_assert_int_eq(tool_results_close(NULL, true, &error), XL_SUCCESS);
}

TEST(unknown_is_null_and_order_is_fixed) {
    static const char *const few[] = {"kind", "probe", "status", "skipped"};
    xl_error error;
    size_t i = 0;
    const char *name;
    json_t *value, *const record = json_object();
    tool_results *const results = open_results(scratch_path("r.json"));
    add_device(results, "d0");
    json_object_set_new(record, "op",
                        json_string("ballot")); /* fields in another order, most of them missing */
    json_object_set_new(record, "reason", json_string("asked not to"));
    json_object_set_new(record, "device", json_string("d0"));
    for (size_t k = 0; k < 4; k += 2) json_object_set_new(record, few[k], json_string(few[k + 1]));
    append(results, record);
    ck_assert_int_eq(tool_results_close(results, true, &error), XL_SUCCESS);
    json_t *const document = load("r.json", 1, true);
    json_object_foreach(json_array_get(json_object_get(document, "records"), 0), name, value) {
        ck_assert_str_eq(name, tool_record_fields[i].name);
        i++;
    }
    ck_assert_ptr_null(tool_record_fields[i].name);
    json_decref(document);
}

TEST(numbers_that_are_none_are_null) {
    json_t *const values[] = {
        tool_json_number(NAN),       tool_json_number(-HUGE_VAL), tool_json_number(1.5), tool_json_value(NAN),
        tool_json_value(-HUGE_VAL),  tool_json_value(HUGE_VAL),   tool_json_value(-2.5), tool_json_text(NULL),
        tool_json_text("a\x1b\xff"), tool_json_digits(0xab1)};
    ck_assert(json_is_null(values[0]) && json_is_null(values[1]));
    ck_assert_double_eq(json_real_value(values[2]), 1.5);
    ck_assert_str_eq(json_string_value(values[3]), "nan");
    ck_assert_str_eq(json_string_value(values[4]), "-inf");
    ck_assert_str_eq(json_string_value(values[5]), "inf");
    ck_assert_double_eq(json_real_value(values[6]), -2.5);
    ck_assert(json_is_null(values[7]));
    ck_assert_str_eq(json_string_value(values[8]), "a??");
    ck_assert_str_eq(json_string_value(values[9]), "0000000000000ab1");
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) json_decref(values[i]);
}

/* A change that makes a valid row invalid, and the text of its error. */
static const struct {
    bool bench;
    const char *field, *value, *expected;
} bad_rows[] = {
    {false, "kind", "\"timing\"", "record.kind: expected probe|verify|bench"},
    {false, "kind", "null", "record.kind"},
    {false, "status", "\"good\"", "record.status: expected ok|mismatch"},
    {false, "status", "\"o\"", "record.status: expected ok|mismatch"},
    {false, "status", "\"\"", "record.status: expected ok|mismatch"},
    {false, "status", "\"ok|mismatch\"", "record.status: expected ok|mismatch"},
    {false, "status", "\"mismatch\"", "record.reason: must say why"},
    {false, "device", "null", "record.device"},
    {false, "device", "\"another\"", "no device of this id"},
    {false, "algorithm", "null", "record.algorithm: must not be null in a verify"},
    {false, "strategy", "7", "record.strategy: expected a text"},
    {false, "width_requested", "1.5", "record.width_requested: expected a whole number"},
    {false, "width_measured", "-1", "record.width_measured: expected a whole number"},
    {false, "params", "{\"n\": [1]}", "record.params: expected an object of"},
    {false, "shape", "{\"x\": [1, -2]}", "record.shape: expected an object of lists"},
    {false, "shape", "[2, 3]", "record.shape"},
    {false, "checksum", "\"1234\"", "record.checksum: expected 16 hexadecimal digits"},
    {false, "checksum", "\"000000000000000G\"", "record.checksum"},
    {false, "error_found", "-0.5", "record.error_found: expected a number of 0 or more"},
    {false, "cached", "1", "record.cached: expected true or false"},
    {false, "form", "\"real\"", "record.form: expected native"},
    {false, "mismatch", "{\"array\": \"x\"}", "record.mismatch.index is missing"},
    {false, "mismatch", "[]", "record.mismatch: expected an object"},
    {false, "medain_ns", "3", "record.medain_ns: no such field"},
    {true, "kind", "\"probe\"", "record.op: must not be null in a probe row"},
    {true, "samples_ns", "[]", "record.samples_ns: must not be empty"},
    {true, "samples_ns", "[1, null]", "record.samples_ns: expected a list of numbers"},
    {true, "samples_ns", "null", "record.samples_ns: must not be null"},
    {true, "median_ns", "null", "record.median_ns: must not be null"},
    {true, "min_ns", "11.5", "record.min_ns: is above the median"},
    {true, "noisy", "null", "record.noisy: must not be null"},
    {true, "round_samples", "[1, 1, 1]",
     "record.round_began_ms: expected as many as there are round_samples"},
    {true, "round_samples", "null", "record.round_began_ms: expected as many as there are round_samples"},
    {true, "round_samples", "[2, 2]", "record.round_samples: must be as many as the samples together"},
    {true, "round_samples", "[2, 1.5]", "record.round_samples: expected a list of whole numbers"},
    {true, "round_began_ms", "[-1]", "record.round_began_ms: expected a list of whole numbers"},
    {true, "timed_by", "\"clock\"", "record.timed_by: expected events|host clock or null"},
    {true, "timing", "\"once\"", "record.timing: expected single|batched or null"},
    {true, "limited_by", "\"memory\"", "record.limited_by"},
};

EACH_TEST(refuses_wrong_rows, bad_rows) {
    xl_error error = {0};
    tool_results *const results = open_results(scratch_path("r.json"));
    add_device(results, "d0");
    json_t *const right = bad_rows[_i].bench ? make_bench() : make_record();
    ck_assert_int_eq(tool_results_append(results, right, &error), XL_SUCCESS);
    json_object_set_new(right, bad_rows[_i].field, json_loads(bad_rows[_i].value, JSON_DECODE_ANY, NULL));
    ck_assert_int_eq(tool_results_append(results, right, &error), XL_BAD_VALUE);
    ck_assert_msg(strstr(error.text, bad_rows[_i].expected) != NULL, "'%s' does not say '%s'", error.text,
                  bad_rows[_i].expected);
    json_decref(right);
    json_decref(load("r.json", 1, false)); /* nothing was written */
    ck_assert_int_eq(tool_results_close(results, true, &error), XL_SUCCESS);
}

TEST(mismatch_rows_pass) {
    xl_error error;
    tool_results *const results = open_results(scratch_path("r.json"));
    add_device(results, "d0");
    json_t *const record = make_record();
    json_object_set_new(record, "status", json_string("mismatch"));
    json_object_set_new(record, "reason", json_string("element 7 differs"));
    json_object_set_new(record, "mismatch",
                        json_pack("{s:s, s:i, s:f, s:o, s:i, s:i, s:i, s:[f,f], s:[f,s], s:s}", "array", "c",
                                  "index", 7, "expected", 1.0, "got", tool_json_value(NAN), "group", 0,
                                  "sub_group", 0, "lane", 7, "expected_row", 1.0, 2.0, "got_row", 1.0, "nan",
                                  "repeat", "crosslane verify lerp/serial --seed 1"));
    append(results, record);
    ck_assert_int_eq(tool_results_close(results, true, &error), XL_SUCCESS);
    json_decref(load("r.json", 1, true));
}

static void edit_document(const char *what, json_t *value, const char *expected) {
    xl_error error = {0};
    json_t *const document = load("r.json", 1, true);
    if (value)
        json_object_set_new(document, what, value);
    else
        json_object_del(document, what);
    ck_assert_int_eq(tool_results_check(document, &error), expected ? XL_BAD_VALUE : XL_SUCCESS);
    if (expected)
        ck_assert_msg(strstr(error.text, expected) != NULL, "'%s' does not say '%s'", error.text, expected);
    json_decref(document);
}

TEST(reader_refuses_wrong_documents) {
    xl_error error;
    tool_results *const results = open_results(scratch_path("r.json"));
    add_device(results, "d0");
    append(results, make_record());
    ck_assert_int_eq(tool_results_close(results, true, &error), XL_SUCCESS);
    edit_document("future", json_integer(1), NULL); /* unknown fields are ignored */
    edit_document("schema", json_integer(2), "document.schema: expected 1 to 1, found 2");
    edit_document("schema", json_integer(0), "document.schema");
    edit_document("schema", json_string("1"), "document.schema: expected a whole number");
    edit_document("schema", NULL, "document.schema is missing");
    edit_document("tool", json_object(), "tool.name is missing");
    edit_document("machine", NULL, "document.machine is missing");
    edit_document("records", json_null(), "the lists devices and records");
    edit_document("records", json_pack("[{}]"), "records[0].kind is missing");
    edit_document("records", json_pack("[i]", 1), "records[0]: expected an object");
    edit_document("devices", json_array(), "records[0].device: no device has this id");
    edit_document("devices", json_pack("[{s:n}]", "id"), "devices[0].id");
    edit_document("finished", json_null(), "document.finished");
}

TEST(reader_refuses_rows_that_lack_something) {
    static const char *const fields[] = {"algorithm", "strategy", "samples_ns", "median_ns", "mad_ns",
                                         "min_ns",    "noisy",    "timed_by",   "timing"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        xl_error error = {0};
        json_t *const record = make_bench();
        json_object_set_new(record, fields[i], json_null());
        ck_assert_int_eq(tool_record_check(record, "record", false, &error), XL_BAD_VALUE);
        json_object_del(record, fields[i]);
        ck_assert_int_eq(tool_record_check(record, "record", false, &error), XL_BAD_VALUE);
        ck_assert_ptr_nonnull(strstr(error.text, fields[i]));
        json_decref(record);
    }
}

TEST(reader_ignores_unknown_fields_of_rows) {
    xl_error error;
    json_t *const record = make_record();
    json_object_set_new(record, "future", json_integer(1));
    ck_assert_int_eq(tool_record_check(record, "record", false, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_record_check(record, "record", true, &error), XL_BAD_VALUE);
    json_decref(record);
}

TEST(reader_refuses_every_truncation) {
    xl_error error;
    size_t size = 0;
    tool_results *const results = open_results(scratch_path("r.json"));
    add_device(results, "d0");
    append(results, make_bench());
    ck_assert_int_eq(tool_results_close(results, true, &error), XL_SUCCESS);
    char *const text = scratch_read("r.json", &size);
    for (size_t n = 0; n < size - 1; n++) { /* only the last newline may be missing */
        scratch_write("cut.json", text, n);
        ck_assert_int_eq(tool_results_check_file(scratch_path("cut.json"), &error), XL_IO);
    }
    /* Files from a Windows shell: the mark of UTF-8 is skipped; UTF-16 is refused and named. */
    FILE *const marked = fopen(scratch_path("marked.json"), "wb");
    ck_assert(marked && fprintf(marked, "\xef\xbb\xbf%s", text) > 0 && fclose(marked) == 0);
    ck_assert_int_eq(tool_results_check_file(scratch_path("marked.json"), &error), XL_SUCCESS);
    scratch_write("wide.json", "\xff\xfe{\0}\0", 6);
    ck_assert_int_eq(tool_results_check_file(scratch_path("wide.json"), &error), XL_IO);
    check_refusal(error.text,
                  scratch_path("wide.json: byte 0: expected a results file in UTF-8, found UTF-16"));
    scratch_write("half.json", "\xef\xbb{}", 4);
    ck_assert_int_eq(tool_results_check_file(scratch_path("half.json"), &error), XL_IO);
    free(text);
    ck_assert_int_eq(tool_results_check_file(scratch_path("none.json"), &error), XL_IO);
    check_refusal(error.text, scratch_path("none.json"));
    scratch_write("wrong.json", "{\"schema\":1}", 12);
    ck_assert_int_eq(tool_results_check_file(scratch_path("wrong.json"), &error), XL_BAD_VALUE);
    check_refusal(error.text, scratch_path("wrong.json: document.tool is missing"));
}

TEST(header_is_checked) {
    xl_error error;
    json_t *header = make_header();
    json_object_set_new(header, "records", json_array());
    ck_assert_ptr_null(tool_results_open(scratch_path("r.json"), header, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "records is written by the writer"));
    json_decref(header);
    header = make_header();
    json_object_del(header, "machine");
    ck_assert_ptr_null(tool_results_open(scratch_path("r.json"), header, &error));
    json_decref(header);
    ck_assert_uint_eq(scratch_count(), 0);
}

TEST(failure_is_reported_once) {
    xl_error error;
    if (access("/dev/full", W_OK) != 0) return; /* no such device on this system */
    json_t *const header = make_header();
    ck_assert_ptr_null(tool_results_open("/dev/full", header, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "No space left"));
    json_decref(header);
}

TEST(full_disk_leaves_a_whole_document) {
    xl_error error = {0};
    size_t size = 0, rows = 0;
    tool_results *const results = open_results(scratch_path("r.json"));
    add_device(results, "d0");
    append(results, make_record());
    free(scratch_read("r.json", &size));
    scratch_limit(size + 5000);
    json_t *const record = make_record();
    int status = XL_SUCCESS;
    for (; rows < 1000 && !status; rows += !status) status = tool_results_append(results, record, &error);
    scratch_limit(RLIM_INFINITY);
    ck_assert_int_eq(status, XL_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "r.json: cannot be written"));
    ck_assert_uint_gt(rows, 1);
    json_decref(load("r.json", 1 + rows, false));
    /* There is room again, but a row is missing: no second message, no more rows. */
    ck_assert_int_eq(tool_results_append(results, record, &error), XL_IO);
    ck_assert_str_eq(error.text, "");
    ck_assert_int_eq(tool_results_close(results, true, &error), XL_IO);
    ck_assert_str_eq(error.text, "");
    json_decref(load("r.json", 1 + rows, false));
    json_decref(record);
}

TEST(a_lost_file_is_reported) {
    xl_error error = {0};
    for (int removed = 0; removed < 2; removed++) {
        tool_results *const first = open_results(scratch_path("r.json"));
        tool_csv *const table = tool_csv_open(scratch_path("r.csv"), NULL, &error);
        add_device(first, "d0");
        append(first, make_record());
        tool_results *const second = removed ? NULL : open_results(scratch_path("r.json"));
        if (removed) ck_assert(remove(scratch_path("r.json")) == 0 && remove(scratch_path("r.csv")) == 0);
        append(first, make_record()); /* the file may only have been renamed */
        ck_assert_int_eq(tool_results_close(first, true, &error), XL_IO);
        ck_assert_ptr_nonnull(strstr(error.text, "r.json: was removed or replaced by another program"));
        ck_assert_int_eq(tool_csv_close(table, &error), removed ? XL_IO : XL_SUCCESS);
        ck_assert_int_eq(tool_results_close(second, true, &error), XL_SUCCESS);
        if (!removed) json_decref(load("r.json", 0, true));
    }
}

/* Runs a writer whose standard output is a file in the scratch folder. */
static void stream_to(const char *name, bool csv) {
    xl_error error;
    json_t *const record = make_bench();
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO);
    ck_assert_ptr_nonnull(freopen(scratch_path(name), "wb", stdout));
    if (csv) {
        tool_csv *const table = tool_csv_open("-", NULL, &error);
        if (table) tool_csv_append(table, record, NULL, &error);
        if (table) tool_csv_append(table, record, NULL, &error);
        tool_csv_close(table, &error);
    } else {
        json_t *const header = make_header(), *const device = make_device("d0");
        tool_results *const results = tool_results_open("-", header, &error);
        if (results) {
            tool_results_add_device(results, device, &error);
            tool_results_append(results, record, &error);
            tool_results_append(results, record, &error);
        }
        tool_results_close(results, true, &error);
        json_decref(header);
        json_decref(device);
    }
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    json_decref(record);
}

TEST(standard_output_is_streamed) {
    size_t size = 0;
    stream_to("out.json", false);
    json_decref(load("out.json", 2, true));
    stream_to("out.csv", true);
    char *const text = scratch_read("out.csv", &size);
    size_t lines = 0;
    for (const char *c = text; *c; c++) lines += *c == '\n';
    ck_assert_uint_eq(lines, 3);
    free(text);
}

TEST(old_file_stays_until_the_new_one_is_whole) {
    json_t *const header = json_object();
    xl_error error;
    size_t size = 0;
    scratch_write("r.json", "old", 3);
    ck_assert_ptr_null(tool_results_open(scratch_path("r.json"), header, &error));
    char *const text = scratch_read("r.json", &size);
    ck_assert_str_eq(text, "old");
    free(text);
    json_decref(header);
    tool_results *const results = open_results(scratch_path("r.json"));
    json_decref(load("r.json", 0, false));
    ck_assert_int_eq(tool_results_close(results, true, &error), XL_SUCCESS);
}

static json_t *schema_part(json_t *schema, const char *name) {
    json_t *const part = json_object_get(json_object_get(schema, "$defs"), name);
    ck_assert_msg(part != NULL, "the schema defines no %s", name);
    return part;
}

/* The schema of each kind of field, without null and description. */
static const char *const forms[] = {
    [TOOL_TEXT] = "{'type': ['string']}",
    [TOOL_CHOICE] = "{'enum': []}",
    [TOOL_INTEGER] = "{'type': ['integer'], 'minimum': 0}",
    [TOOL_NUMBER] = "{'type': ['number'], 'minimum': 0}",
    [TOOL_BOOLEAN] = "{'type': ['boolean']}",
    [TOOL_VALUE] = "{'type': ['number', 'string']}",
    [TOOL_NUMBERS] = "{'type': ['array'], 'items': {'type': 'number', 'minimum': 0}}",
    [TOOL_INTEGERS] = "{'type': ['array'], 'items': {'type': 'integer', 'minimum': 0}}",
    [TOOL_VALUES] = "{'type': ['array'], 'items': {'type': ['number', 'string']}}",
    [TOOL_DIGITS] = "{'type': ['string'], 'pattern': '^[0-9a-f]{16}$'}",
    [TOOL_SETTINGS] = "{'type': ['object'], 'additionalProperties': {'type': ['number', 'string']}}",
    [TOOL_MEASURES] = "{'type': ['object'], 'additionalProperties': {'type': 'number', 'minimum': 0}}",
    [TOOL_SHAPES] = ("{'type': ['object'], 'additionalProperties': {'type': 'array', "
                     "'items': {'type': 'integer', 'minimum': 0}}}"),
    [TOOL_MISMATCH] = "{'anyOf': [{'$ref': '#/$defs/mismatch'}]}",
    [TOOL_ANY_OBJECT] = "{'type': ['object']}"};

/* The schema of a field: with the words of a choice, and with null at the end of its list unless required. */
static json_t *form_of(const tool_field *f) {
    char text[160], word[32];
    snprintf(text, sizeof text, "%s", forms[f->kind]);
    for (char *at = text; (at = strchr(at, '\'')) != NULL;) *at = '"';
    json_t *const form = json_loads(text, 0, NULL), *list = json_object_get(form, "type");
    if (!list) list = json_object_iter_value(json_object_iter(form)); /* the only list */
    ck_assert_msg(json_is_array(list), "%s", f->name);
    for (const char *at = f->choices; at && *at; at += strcspn(at, "|") + (strchr(at, '|') != NULL)) {
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, "|"), at);
        json_array_append_new(list, json_string(word));
    }
    if (!f->required && f->kind == TOOL_CHOICE) json_array_append_new(list, json_null());
    if (!f->required && f->kind == TOOL_MISMATCH)
        json_array_append_new(list, json_pack("{s:s}", "type", "null"));
    if (!f->required && json_object_get(form, "type")) json_array_append_new(list, json_string("null"));
    if (json_object_get(form, "type") && json_array_size(list) == 1)
        json_object_set(form, "type",
                        json_array_get(list, 0)); /* the schema has a list only of several types */
    return form;
}

static void compare_fields(const json_t *part, const tool_field *fields) {
    const json_t *const required = json_object_get(part, "required");
    size_t count = 0;
    const char *name;
    json_t *property;
    json_object_foreach(json_object_get(part, "properties"), name, property) {
        const tool_field *const f = &fields[count];
        ck_assert_msg(f->name != NULL, "the schema has a field that the table lacks: %s", name);
        ck_assert_str_eq(name, f->name);
        ck_assert_str_eq(json_string_value(json_array_get(required, count)), name);
        ck_assert_msg(json_object_del(property, "description") == 0, "%s is not described", name);
        json_t *const form = form_of(f);
        ck_assert_msg(json_equal(property, form), "%s differs between the schema and the table", name);
        json_decref(form);
        count++;
    }
    ck_assert_msg(fields[count].name == NULL, "the schema lacks the field %s", fields[count].name);
    ck_assert_uint_eq(json_array_size(required), count);
}

TEST(schema_equals_the_table) {
    json_error_t wrong;
    json_t *const schema =
        json_load_file(XL_TEST_SOURCE_DIR "/docs/results.schema.json", JSON_REJECT_DUPLICATES, &wrong);
    ck_assert_msg(schema != NULL, "line %d: %s", wrong.line, wrong.text);
    compare_fields(schema_part(schema, "record"), tool_record_fields);
    compare_fields(schema_part(schema, "mismatch"), tool_mismatch_fields);
    compare_fields(schema_part(schema, "device"), tool_device_fields);
    json_decref(schema);
}

TEST(page_explains_every_field) {
    static const tool_field *const tables[] = {tool_record_fields, tool_mismatch_fields, tool_device_fields};
    FILE *const stream = fopen(XL_TEST_SOURCE_DIR "/docs/results.md", "rb");
    ck_assert_ptr_nonnull(stream);
    char *const page = calloc(1, 1 << 17);
    ck_assert_ptr_nonnull(page);
    ck_assert_uint_gt(fread(page, 1, (1 << 17) - 1, stream), 0);
    fclose(stream);
    for (size_t t = 0; t < 3; t++) {
        for (const tool_field *f = tables[t]; f->name; f++) {
            char row[64];
            snprintf(row, sizeof row, "\n| `%s` |", f->name);
            ck_assert_msg(strstr(page, row) != NULL, "docs/results.md does not explain %s", f->name);
        }
    }
    free(page);
}
