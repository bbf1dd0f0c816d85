/* `compare` and `show` on recorded files. */
#include "records/results.h"
#include "support/one_command.h"
#include "support/suite.h"
#include <math.h>
#include <string.h>

static void noisy_times(double *out, size_t count, double around) {
    for (size_t i = 0; i < count; i++) out[i] = around * (1.0 + 0.01 * (double)(i * 7 % 10) - 0.045);
}

typedef struct made_row {
    const char *device, *strategy, *backend;
    int width, n;
    double median;
    int samples; /* 0: 20 */
} made_row;

static json_t *make_row(const made_row *row) {
    json_t *const record = tool_record_make("bench", "ok"), *const samples = json_array();
    double times[20];
    const int count = row->samples ? row->samples : 20;
    noisy_times(times, 20, row->median);
    for (int i = 0; i < count; i++) json_array_append_new(samples, json_real(times[i]));
    const int failed = json_object_update_new(
        record,
        json_pack("{s:s, s:s, s:s, s:s, s:i, s:{s:i, s:i, s:i}, s:s, s:i, s:o, s:f, s:f, s:f, s:b, s:s, s:s}",
                  "device", row->device, "algorithm", "lerp", "strategy", row->strategy, "backend",
                  row->backend, "width_requested", row->width, "params", "rows", 128, "n", row->n, "channels",
                  4, "distribution", "even", "seed", 1, "samples_ns", samples, "median_ns", row->median,
                  "mad_ns", 1.0, "min_ns", 0.5 * row->median, "noisy", 0, "timed_by", "events", "timing",
                  "batched"));
    ck_assert_int_eq(failed, 0);
    return record;
}

static void make_file(const char *name, const char *label, const made_row *rows, size_t count) {
    xl_error error;
    json_t *const header = json_pack("{s:{s:s,s:s,s:s,s:s},s:{s:s,s:s},s:s}", "tool", "name", "crosslane",
                                     "version", "0.1.0", "commit", "d7e4628", "compiler", "cc", "machine",
                                     "processor", "p", "system", "s", "label", label);
    tool_results *const results = tool_results_open(scratch_path(name), header, &error);
    ck_assert_msg(results != NULL, "%s", error.text);
    for (size_t i = 0; i < count; i++) {
        json_t *const device =
            json_pack("{s:s,s:s,s:s,s:i,s:s}", "id", rows[i].device, "status", "ok", "name", rows[i].device,
                      "index", rows[i].device[0] - 'p', "driver_version", "1");
        json_t *const record = make_row(&rows[i]);
        ck_assert_int_eq(tool_results_add_device(results, device, &error), XL_SUCCESS);
        ck_assert_msg(tool_results_append(results, record, &error) == XL_SUCCESS, "%s", error.text);
        json_decref(device);
        json_decref(record);
    }
    ck_assert_int_eq(tool_results_close(results, true, &error), XL_SUCCESS);
    json_decref(header);
}

static const made_row before[] = {{"p", "serial", "none", 0, 64, 1000.0, 0},
                                  {"p", "prefix", "khr", 8, 64, 500.0, 0},
                                  {"p", "prefix", "local", 8, 64, 100.0, 0},
                                  {"p", "serial", "none", 0, 4096, 9000.0, 0}};
static const made_row after[] = {{"p", "serial", "none", 0, 64, 1010.0, 0},
                                 {"p", "prefix", "khr", 8, 64, 400.0, 0},
                                 {"p", "prefix", "local", 8, 64, 130.0, 0},
                                 {"p", "affine", "khr", 8, 4096, 9900.0, 0},
                                 {"p", "serial", "none", 0, 4096, 9900.0, 0}};

static void make_both(char first[300], char second[300]) {
    make_file("before.json", "before", before, 4);
    make_file("after.json", "after", after, 5);
    snprintf(first, 300, "%s", scratch_path("before.json"));
    snprintf(second, 300, "%s", scratch_path("after.json"));
}

AROUND(enter, leave);

TEST(rows_are_matched_and_judged) {
    char first[300], second[300];
    make_both(first, second);
    crosslane(0, "compare %s %s", first, second);
    out_has(
        "lerp, even: rows=128 n=64\n", "serial        none  1.00 us  1.01 us   1.01  same\n",
        "prefix           8   500 ns   400 ns   0.80  faster\n",
        "prefix      emul 8   100 ns   130 ns   1.30  slower\n"); /* emulated is not compared with native */
    command_has(&c, c.out, "not in A\n");
    /* The table is first, with the mean of each problem's best times: 1.30 and 1.10. */
    ck_assert_int_eq(strncmp(c.out, "2 devices, 1 algorithm ", 23), 0);
    out_has("\nlerp       before   1.20  ");
    out_has(
        "\nA: before\nB: after\n\nlerp: before is faster in 2 of 2 problems, 1.10 to 1.30 times as fast\n");
    out_has("1 of B's 5 rows exist only in B: 1 with strategies that were timed nowhere else\n");
}

TEST(a_check_can_fail) {
    char first[300], second[300];
    make_both(first, second);
    crosslane(1, "compare %s %s --fail-slower 25%%", first, second);
    out_has("more than 25% slower: 1 of 4 compared rows\n",
            "slowest, 1.30 times: B in lerp, even: rows=128 n=64 prefix, width emul 8\n");
    crosslane(0, "compare %s %s --fail-slower 31", first, second);
    crosslane(0, "compare %s %s --fail-slower 25%% --width native", first, second);
    crosslane(0, "compare %s %s --fail-slower 5%% lerp/serial --set n=64", first, second);
    crosslane(1, "compare %s %s --fail-slower 5%% lerp/serial", first, second);
}

static const made_row four[] = {{"p", "serial", "none", 0, 64, 1000.0, 0},
                                {"p", "serial", "none", 0, 128, 2000.0, 0},
                                {"p", "prefix", "khr", 8, 64, 500.0, 0},
                                {"p", "prefix", "khr", 8, 128, 900.0, 0}};

/* Returns after.json's document for edits. */
static json_t *take_after(void) {
    make_file("before.json", "before", four, 4);
    make_file("after.json", "after", four, 4);
    json_t *const document = json_load_file(scratch_path("after.json"), 0, NULL);
    ck_assert_ptr_nonnull(document);
    return document;
}

static void put_after(json_t *document) {
    ck_assert_int_eq(json_dump_file(document, scratch_path("after.json"), JSON_COMPACT), 0);
    json_decref(document);
}

static void check(int status, const char *option) {
    crosslane(status, "compare %s %s --fail-slower 5%% %s", scratch_path("before.json"),
              scratch_path("after.json"), option);
}

static json_t *row_of(json_t *document, size_t i) {
    return json_array_get(json_object_get(document, "records"), i);
}

TEST(missing_rows_fail) {
    json_t *later = take_after();
    put_after(later);
    check(0, "");
    out_has("more than 5% slower: 0 of 4 compared rows\n");
    later = take_after();
    json_array_remove(json_object_get(later, "records"), 3);
    json_array_remove(json_object_get(later, "records"), 0);
    put_after(later);
    check(1, "");
    out_has("2 of A's 4 rows exist only in A: 2 with strategies that were timed nowhere else\n",
            "0 of 2 compared rows\nA's rows that were not compared: 2 missing\n");
    check(0, "--allow-missing");
    make_file("before.json", "before", before, 1);
    check(3, "--set n=64");
    err_has("no row could be compared: 1 missing\n");
    check(3, "--set n=64 --allow-missing");
}

TEST(rows_that_got_worse_fail) {
    static const struct {
        const char *status, *word;
        int allowed;
    } worse[] = {{"mismatch", "wrong", 1},
                 {"error", "failed", 1},
                 {"skipped", "skipped", 0},
                 {"unsupported", "unsupported", 0}};
    for (size_t i = 0; i < sizeof worse / sizeof *worse; i++) {
        char line[200];
        json_t *const later = take_after();
        json_object_set_new(row_of(later, 2), "status", json_string(worse[i].status));
        json_object_set_new(row_of(later, 2), "reason", json_string("predicted 1.7e+02 s"));
        /* A failed row may have no backend. */
        if (i == 1) json_object_set_new(row_of(later, 2), "backend", json_null());
        put_after(later);
        check(1, "");
        snprintf(line, sizeof line,
                 "1 row that others timed is %s in B, the first lerp, even: rows=128 n=64 prefix, width 8: "
                 "predicted 1.7e+02 s\n",
                 worse[i].word);
        out_has(line);
        snprintf(line, sizeof line, "A's rows that were not compared: 1 %s\n", worse[i].word);
        out_has(line);
        ck_assert_ptr_null(strstr(c.out, "exist only in"));
        check(worse[i].allowed, "--allow-missing");
    }
    json_t *const later = take_after();
    for (size_t i = 0; i < 4; i++) {
        json_object_set_new(row_of(later, i), "status", json_string("error"));
        json_object_set_new(row_of(later, i), "reason", json_string("lost"));
    }
    put_after(later);
    check(1, "--allow-missing");
    out_has("4 rows that others timed are failed in B, the first ");
}

TEST(unfinished_files_are_reported) {
    json_t *later = take_after();
    json_object_set_new(later, "finished", json_false());
    put_after(later);
    check(1, "");
    out_has("after.json is unfinished: its run was cut off, or goes on\n");
    check(0, "--allow-missing");
    crosslane(0, "show %s", scratch_path("after.json"));
    err_has("after.json is unfinished");
    crosslane(0, "report %s --out %s", scratch_path("after.json"), scratch_path("page.html"));
    err_has("after.json is unfinished");
    size_t size = 0;
    char *const page = scratch_read("page.html", &size);
    command_has(&c, page, "after.json is unfinished");
    free(page);
    later = take_after();
    json_array_clear(json_object_get(later, "records"));
    json_object_set_new(later, "finished", json_false());
    put_after(later);
    check(3, "");
    err_has("the files have one device with rows of bench");
    check(3, "--allow-missing");
}

TEST(rows_without_a_verdict_fail) {
    json_t *later = take_after();
    json_object_set_new(row_of(later, 0), "median_ns", json_real(0.0));
    json_object_set_new(row_of(later, 0), "min_ns", json_real(0.0));
    put_after(later);
    check(1, "");
    out_has("A's rows that were not compared: 1 with a time of 0\n");
    check(0, "--allow-missing");
    for (int all = 0; all < 2; all++) {
        later = take_after();
        for (size_t i = 0; i < (all ? 4 : 1); i++) {
            json_t *const samples = json_object_get(row_of(later, i), "samples_ns");
            while (json_array_size(samples) > 1) json_array_remove(samples, 1);
        }
        put_after(later);
        check(all ? 3 : 1, "");
        out_has(all ? "4 with too few samples\n" : "1 with too few samples\n");
        check(all ? 3 : 0, "--allow-missing");
    }
}

TEST(repeated_rows_are_reported) {
    json_t *const later = take_after();
    json_array_append_new(json_object_get(later, "records"), json_deep_copy(row_of(later, 2)));
    put_after(later);
    check(0, "");
    out_has("after.json: 1 rows are repeated, the first: lerp, even: rows=128 n=64 "
            "prefix, width 8\n");
    crosslane(0, "show %s", scratch_path("after.json"));
    err_has("1 rows are repeated");
    crosslane(0, "show %s", scratch_path("before.json"));
    ck_assert_str_eq(c.err, "");
}

TEST(devices_of_one_file_are_compared) {
    static const made_row both[] = {{"p", "serial", "none", 0, 64, 1000.0, 0},
                                    {"q", "serial", "none", 0, 64, 3000.0, 0}};
    make_file("both.json", "laptop", both, 2);
    crosslane(0, "compare --details %s", scratch_path("both.json"));
    out_has("\nDetails:\nA: p: p, -, driver 1; ", "\nB: q: q, -, driver 1; ", "3.00  slower\n",
            "\nlerp: p is 3.00 times as fast (2.91 to 3.09), both by serial\n");
}

/* On a slow device run takes 5 samples. */
TEST(few_samples_are_compared_or_reported) {
    static const made_row both[] = {
        {"p", "serial", "none", 0, 64, 1.22e6, 5},  {"q", "serial", "none", 0, 64, 32.0e6, 5},
        {"p", "serial", "none", 0, 128, 1.02e6, 4}, {"q", "serial", "none", 0, 128, 102e6, 4},
        {"p", "serial", "none", 0, 256, 0.0, 5},    {"q", "serial", "none", 0, 256, 102e6, 5}};
    make_file("few.json", "laptop", both, 6);
    crosslane(0, "compare --details %s", scratch_path("few.json"));
    out_has("1.22 ms      32.0 ms       26.2  slower\n", "1.02 ms       102 ms        100  too few samples\n",
            "  a time of 0\n",
            "\nlerp: p is faster in 1 of 3 problems, 26.2 times as fast; too few samples in 2\n"
            "  of 3\n");
    ck_assert_ptr_null(strstr(c.out, "  same\n"));
}

TEST(files_of_one_device_are_put_together) {
    char first[300], second[300];
    make_file("x64.json", "", four, 1);
    make_file("x128.json", "", four + 1, 1);
    make_file("again.json", "", four, 2);
    snprintf(first, sizeof first, "%s", scratch_path("x64.json"));
    snprintf(second, sizeof second, "%s", scratch_path("x128.json"));
    crosslane(0, "compare %s %s %s", first, second, scratch_path("again.json"));
    out_has("\nA: x64.json\nB: again.json\n\nlerp: neither is faster in 2 of 2 problems\n");
    command_run(&c, "compare %s %s", first, second);
    command_refused(&c, 3, "the files have one device with rows of bench", "a row in common", NULL);
}

TEST(incomparable_files_are_refused) {
    char first[300], second[300];
    make_both(first, second);
    command_run(&c, "compare");
    command_refused(&c, 2, "name the results files", NULL);
    command_run(&c, "compare %s", first);
    command_refused(&c, 2, "the files have one device with rows of bench", NULL);
    command_run(&c, "compare %s nowhere.json", first);
    command_refused(&c, 2, "nowhere.json", "No such file", NULL);
    command_run(&c, "compare %s %s spheres", first, second);
    command_refused(&c, 3, "no row matches", NULL);
    command_run(&c, "compare %s %s --fail-slower much", first, second);
    command_refused(&c, 2, "--fail-slower 'much'", NULL);
    command_run(&c, "compare %s %s --seed 3", first, second);
    command_refused(&c, 2, "--seed means nothing to 'compare'", NULL);
    size_t size = 0;
    char *const text = scratch_read("before.json", &size);
    scratch_write("cut.json", text, size / 2);
    free(text);
    command_run(&c, "compare %s %s", first, scratch_path("cut.json"));
    command_refused(&c, 2, "cut.json: line ", NULL);
    command_run(&c, "show %s", scratch_path("cut.json"));
    command_refused(&c, 2, "cut.json: line ", NULL);
    command_run(&c, "show %s spheres", first);
    command_refused(&c, 3, "no row matches", NULL);
    command_run(&c, "show %s lerp/prefx", first);
    command_refused(&c, 2, "no row of these files has the name 'lerp/prefx'; did you mean 'lerp/prefix'?",
                    NULL);
    command_run(&c, "show %s --set rosw=128", first);
    command_refused(&c, 2, "has a parameter 'rosw'; did you mean 'rows'?", NULL);
    crosslane(0, "show %s lerp/serial --set shape=128x64", first);
    out_has("1 ok, 0 wrong");
}

static char *tables(void) {
    const char *const end = strstr(c.out, "\nresults: ");
    return strndup(c.out, end ? (size_t)(end - c.out) + 1 : strlen(c.out));
}

TEST(show_prints_what_the_run_printed) {
    static const char bench[] = "bench lerp/serial lerp/prefix --device 0 --width 4,8 --set rows=8 --set n=8 "
                                "--samples 3 --min-time 0";
    static const char *const runs[] = {
        bench, "verify lerp/serial lerp/prefix --device 0 --width 4 --set rows=8 --set n=8",
        "probe --device 0 --width 4 --backend local", "probe --device 0 --width 4 --backend local --all"};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        char name[32], file[300];
        snprintf(name, sizeof name, "run%zu.json", i);
        snprintf(file, sizeof file, "%s", scratch_path(name));
        crosslane(0, "%s --json %s", runs[i], file);
        char *const live = tables();
        crosslane(0, "show %s%s", file, strstr(runs[i], "--all") ? " --all" : "");
        char *const again = tables();
        ck_assert_str_eq(again, live);
        free(live);
        free(again);
        crosslane(i == 0 ? 0 : 3, "show %s --chart %s --force", file, scratch_path("c.svg"));
        if (i > 0) command_has(&c, c.err, "c.svg: not written, because no row here has a time\n");
        if (i > 0) continue;
        crosslane(0, "show %s lerp/prefix --width 8", file);
        out_has("2 ok, 0 wrong");
        ck_assert_ptr_null(strstr(c.out, "serial"));
    }
}

/* Emulated widths only if there are no others. */
TEST(devices_are_drawn) {
    char first[300], second[300];
    size_t size = 0;
    make_both(first, second);
    crosslane(0, "compare %s %s --chart %s", first, second, scratch_path("both.svg"));
    out_has("\nchart of the first table: ");
    char *const chart = scratch_read("both.svg", &size);
    ck_assert_ptr_nonnull(chart);
    static const char *const parts[] = {
        "<title>lerp, even: rows=128 n=64</title>", "<title>before, serial: 1.00 us</title>",
        "<title>after, serial: 1.01 us</title>", "<title>before, prefix: 500 ns</title>",
        "<title>after, prefix: 400 ns</title>"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) command_has(&c, chart, parts[i]);
    ck_assert_ptr_null(strstr(chart, "emulated")); /* both have native widths */
    ck_assert_ptr_null(strstr(chart, "class=\"line\""));
    free(chart);
    command_run(&c, "compare %s %s --chart %s", first, second, scratch_path("both.svg"));
    command_refused(&c, 2, "--chart", "--force", NULL);
    command_run(&c, "compare %s %s --force --chart %s", first, second, first);
    command_refused(&c, 2, "would replace the results file", NULL);
    command_run(&c, "compare %s %s lerp/affine --chart %s", first, second, scratch_path("none.svg"));
    command_refused(&c, 3, "no problem was timed on two devices", NULL);
}

TEST(foreign_json_of_a_folder_is_skipped) {
    static const char package[] = "{\"name\": \"x\", \"version\": \"1\"}", settings[] = "// {} \n{\"a\": 1,}",
                      cut[] = "{\"schema\":1,\"tool\"";
    char first[300], second[300], folder[300];
    make_both(first, second);
    snprintf(folder, sizeof folder, "%s", scratch_folder);
    scratch_write("package.json", package, sizeof package - 1);
    scratch_write("tsconfig.json", settings, sizeof settings - 1);
    crosslane(0, "show %s lerp", folder);
    err_has("package.json: no results file of crosslane; skipped",
            "tsconfig.json: no results file of crosslane; skipped");
    out_has("prefix");
    json_t *const document = json_load_file(first, 0, NULL);
    ck_assert_int_eq(json_dump_file(document, first, JSON_SORT_KEYS), 0);
    json_decref(document);
    crosslane(0, "show %s lerp", folder);
    ck_assert_ptr_null(strstr(c.err, "before.json"));
    scratch_write("after.json", cut, sizeof cut - 1);
    command_run(&c, "show %s lerp", folder);
    command_expect(&c, 2);
    err_has("after.json: line 1");
    ck_assert_int_eq(mkdir(scratch_path("only"), 0700), 0);
    scratch_write("only/package.json", package, sizeof package - 1);
    command_run(&c, "show %s", scratch_path("only"));
    command_expect(&c, 2);
    err_has("the folder holds no results file");
}

/* No escape sequence of a results file, including C1 and right-to-left text, reaches a terminal. */
#define ESCAPES                                                                                              \
    "a\033[31mb\xc2\x9b"                                                                                     \
    "1mc\xe2\x80\xae\r"

static void make_hostile(json_t *value) {
    static const char *const keep[] = {"id",         "device",  "kind",   "status",   "type",
                                       "limited_by", "form",    "timing", "timed_by", "name",
                                       "algorithm",  "version", "commit"};
    const char *key;
    json_t *member;
    void *next;
    json_object_foreach_safe(value, next, key, member) {
        bool kept = false;
        for (size_t i = 0; i < sizeof keep / sizeof *keep; i++) kept = kept || strcmp(key, keep[i]) == 0;
        if (json_is_object(member)) make_hostile(member);
        if (!kept && json_is_string(member)) json_object_set_new(value, key, json_string(ESCAPES));
    }
}

static void expect_printable(const char *text) {
    for (const char *at = text; *at; at++)
        ck_assert_msg(((unsigned char)*at >= ' ' && *at != 0x7f) || *at == '\n' ||
                          strncmp(at, "\r\n", 2) == 0,
                      "%s", text);
    ck_assert_msg(!strstr(text, "\xc2\x9b") && !strstr(text, "\xe2\x80\xae"), "%s", text);
}

TEST(no_escape_sequence_reaches_the_terminal) {
    static const char *const words[] = {
        "show %s",           "show %s --markdown",      "show %s --csv -",
        "report --check %s", "compare %s %s --details", "merge %s %s --csv -"};
    char first[300], second[300];
    make_both(first, second);
    json_t *const document = json_load_file(first, 0, NULL), *const records =
                                                                 json_object_get(document, "records");
    ck_assert_int_eq(json_array_append(records, json_array_get(records, 0)), 0); /* a row twice */
    make_hostile(document);
    for (size_t i = 0; i < json_array_size(records); i++) make_hostile(json_array_get(records, i));
    make_hostile(json_array_get(json_object_get(document, "devices"), 0));
    json_object_set_new(json_array_get(json_object_get(document, "devices"), 0), "name",
                        json_string(ESCAPES));
    json_object_set_new(json_object_get(document, "tool"), "name", json_string("crosslane"));
    ck_assert_int_eq(json_dump_file(document, scratch_path("a\033[31m.json"), 0), 0);
    json_decref(document);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char line[600];
        snprintf(line, sizeof line, words[i], scratch_path("a\033[31m.json"), second);
        command_run(&c, "%s", line);
        expect_printable(c.out);
        expect_printable(c.err);
        ck_assert_msg(c.status != 2, "%s: %s", line, c.err);
    }
}
