#include "records/results.h"
#include "support/scratch.h"
#include "support/suite.h"

static json_t *make_bench(void) {
    json_t *const record = tool_record_make("bench", "ok");
    ck_assert_ptr_nonnull(record);
    ck_assert_int_eq(
        json_object_update_new(
            record, json_pack("{s:s, s:s, s:s, s:{s:i, s:s}, s:{s:[i,i]}, s:o, s:[f,f], s:f, s:b, s:s}",
                              "device", "d0", "algorithm", "lerp", "strategy", "serial", "params", "channels",
                              3, "model", "linear", "shape", "x", 2, 3, "checksum", tool_json_digits(0x1234),
                              "samples_ns", 10.5, 11.5, "median_ns", 11.0, "noisy", 0, "timed_by", "events")),
        0);
    return record;
}

/* Cell `column` (from 0) of a line, unquoted. */
static const char *cell(const char *line, size_t column, char *out, size_t size) {
    size_t used = 0;
    bool quoted = false;
    for (const char *c = line; *c && (quoted || *c != '\r'); c++) {
        if (*c == '"') {
            if (quoted && c[1] == '"') {
                if (column == 0 && used + 1 < size) out[used++] = '"';
                c++;
            } else {
                quoted = !quoted;
            }
        } else if (*c == ',' && !quoted) {
            if (column-- == 0) break;
        } else if (column == 0 && used + 1 < size) {
            out[used++] = *c;
        }
    }
    out[used] = '\0';
    return out;
}

static size_t column_of(const char *titles, const char *title) {
    char text[128];
    for (size_t i = 0; i < 200; i++)
        if (strcmp(cell(titles, i, text, sizeof text), title) == 0) return i;
    ck_abort_msg("no column %s", title);
    return 0;
}

AROUND(scratch_make, scratch_remove);

TEST(csv_cells) {
    static const char reason[] = "said \"no\", and\r\nmore";
    char text[128];
    xl_error error;
    size_t size = 0;
    tool_csv *const csv = tool_csv_open(scratch_path("r.csv"), "a, label", &error);
    ck_assert_ptr_nonnull(csv);
    json_t *const record = make_bench(), *const device = json_pack("{s:s}", "name", "=1+1");
    json_object_set_new(record, "device", json_string("=HYPERLINK(\"x\")"));
    json_object_set_new(record, "backend", json_string("@sum"));
    json_object_set_new(record, "reason", json_string(reason));
    json_object_set_new(
        record, "mismatch",
        json_pack("{s:s, s:i, s:f, s:s}", "array", "c", "index", 7, "expected", -1.5, "got", "-inf"));
    ck_assert_int_eq(tool_csv_append(csv, record, device, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_csv_close(csv, &error), XL_SUCCESS);
    json_decref(record);
    json_decref(device);
    char *const file = scratch_read("r.csv", &size);
    ck_assert_int_eq(strncmp(file, "kind,status,reason,device,algorithm,", 36), 0);
    const char *const row = strchr(file, '\n') + 1;
    const struct {
        const char *title, *text;
    } cells[] = {{"kind", "bench"},
                 {"reason", reason},
                 {"device", "'=HYPERLINK(\"x\")"},
                 {"backend", "'@sum"},
                 {"params", "channels=3 model=linear"},
                 {"shape", "x=2x3"},
                 {"seed", ""},
                 {"checksum", "0000000000001234"},
                 {"mismatch_array", "c"},
                 {"mismatch_index", "7"},
                 {"mismatch_expected", "-1.5"}, /* a number is no formula */
                 {"mismatch_got", "'-inf"},
                 {"mismatch_repeat", ""},
                 {"median_ns", "11.0"},
                 {"noisy", "false"},
                 {"timed_by", "events"},
                 {"time_ms", ""},
                 {"label", "a, label"},
                 {"device_name", "'=1+1"},
                 {"param_channels", "3"},
                 {"param_model", "linear"},
                 {"param_buckets", ""}};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
        ck_assert_str_eq(cell(row, column_of(file, cells[i].title), text, sizeof text), cells[i].text);
    ck_assert_ptr_null(strstr(file, "samples_ns"));
    ck_assert_str_eq(file + size - 2, "\r\n");
    free(file);
}

TEST(csv_grows_row_by_row) {
    xl_error error;
    json_t *const record = make_bench(), *const device = json_pack("{s:s}", "name", "=1+1");
    tool_csv *const csv = tool_csv_open(scratch_path("r.csv"), "a, label", &error);
    ck_assert_ptr_nonnull(csv);
    for (size_t rows = 0; rows < 5; rows++) {
        size_t size = 0, lines = 0;
        char *const file = scratch_read("r.csv", &size);
        for (const char *c = strstr(file, "\r\n"); c; c = strstr(c + 2, "\r\n")) lines++;
        ck_assert_uint_eq(lines, rows + 1);
        ck_assert_str_eq(file + size - 2, "\r\n");
        free(file);
        ck_assert_int_eq(tool_csv_append(csv, record, device, &error), XL_SUCCESS);
    }
    json_object_set_new(record, "kind", json_null());
    ck_assert_int_eq(tool_csv_append(csv, record, device, &error), XL_BAD_VALUE);
    ck_assert_int_eq(tool_csv_close(csv, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_csv_close(NULL, &error), XL_SUCCESS);
    json_decref(record);
    json_decref(device);
}

TEST(csv_that_cannot_be_written) {
    xl_error error;
    ck_assert_ptr_null(tool_csv_open(scratch_path("none/r.csv"), NULL, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "none/r.csv: cannot be written: No such file"));
    if (access("/dev/full", W_OK) != 0) return; /* no such device on this system */
    ck_assert_ptr_null(tool_csv_open("/dev/full", NULL, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "No space left"));
}
