/* `crosslane report`: the page's content, escaped text, refusals, time. In a browser: report_browser.py. */
#include "charts/html.h"
#include "records/record.h"
#include "support/one_command.h"
#include "support/suite.h"
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#define HOSTILE "<script>alert(1)</script>\"'& end"
#define ESCAPED "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp; end"

static char *page;

static void close_folder(void) {
    scratch_remove();
    command_free(&c);
    free(page);
    page = NULL;
}

static json_t *make_document(const char *label) {
    return json_pack("{s:i, s:{s:s,s:s,s:s,s:s}, s:{s:s,s:s}, s:s?, s:[], s:[], s:b}", "schema", 1, "tool",
                     "name", "crosslane", "version", "0.1.0", "commit", "d7e4628", "compiler", "cc",
                     "machine", "processor", "p", "system", "s", "label", label, "records", "devices",
                     "finished", 1);
}

static void add_device(json_t *document, const char *id, const char *name) {
    json_t *const device = json_pack("{s:s, s:i, s:s, s:s, s:s, s:s, s:s, s:[i,i], s:i}", "id", id, "index",
                                     0, "status", "ok", "name", name, "vendor", name, "backend", "khr",
                                     "backend_reason", name, "sub_group_sizes", 8, 16, "compute_units", 3);
    for (const tool_field *f = tool_device_fields; f->name; f++)
        if (!json_object_get(device, f->name)) json_object_set_new(device, f->name, json_null());
    json_array_append_new(json_object_get(document, "devices"), device);
}

static json_t *add_row(json_t *document, const char *device, const char *kind, const char *status,
                       const char *strategy) {
    json_t *const row = tool_record_make(kind, status);
    json_object_update_new(
        row, json_pack("{s:s, s:s, s:s}", "device", device, "algorithm", "lerp", "strategy", strategy));
    json_array_append_new(json_object_get(document, "records"), row);
    return row;
}

static json_t *add_time(json_t *document, const char *device, const char *strategy, const char *backend,
                        int width, int n, double ns) {
    json_t *const row = add_row(document, device, "bench", "ok", strategy), *const samples = json_array();
    for (int i = 0; i < 12; i++) json_array_append_new(samples, json_real(ns * (1.0 + 0.001 * i)));
    json_object_update_new(
        row, json_pack("{s:s, s:i, s:{s:i,s:i,s:i}, s:s, s:o, s:f, s:f, s:f, s:b, s:s, s:s}", "backend",
                       backend, "width_requested", width, "params", "rows", 128, "n", n, "channels", 4,
                       "distribution", "even", "samples_ns", samples, "median_ns", ns, "mad_ns", 1.0,
                       "min_ns", ns, "noisy", 0, "timed_by", "events", "timing", "batched"));
    json_object_update_new(row, json_pack("{s:f, s:f, s:f, s:f, s:s, s:f}", "bytes", 4e6, "operations", 1e6,
                                          "bandwidth_bytes_per_s", 1e11, "arithmetic_ops_per_s", 2e12,
                                          "limited_by", "bandwidth", "fraction", 0.5));
    return row;
}

static void save(json_t *document, const char *name) {
    xl_error error = {0};
    ck_assert_int_eq(json_dump_file(document, scratch_path(name), 0), 0);
    json_decref(document);
    ck_assert_msg(tool_results_check_file(scratch_path(name), &error) == XL_SUCCESS, "%s", error.text);
}

static void make_two(const char *name) {
    json_t *const d = make_document(NULL);
    add_device(d, "p", HOSTILE);
    add_device(d, "q", "plain");
    add_time(d, "p", "serial", "none", 0, 64, 80000.0);
    add_time(d, "p", HOSTILE, "khr", 8, 64, 40000.0);
    add_time(d, "p", HOSTILE, "khr", 16, 64, 20000.0);
    add_time(d, "p", HOSTILE, "local", 32, 64, 90000.0);
    add_time(d, "q", "serial", "none", 0, 64, 160000.0);
    save(d, name);
}

static void make_page(const char *line) {
    size_t size = 0;
    crosslane(0, "report %s %s --force --out %s", scratch_path("in.json"), line, scratch_path("out.html"));
    out_has("report: ");
    free(page);
    page = scratch_read("out.html", &size);
}

static void has(const char *part) {
    ck_assert_msg(strstr(page, part) != NULL, "the page lacks: %s", part);
}

static int times(const char *part) {
    int count = 0;
    for (const char *at = page; (at = strstr(at, part)) != NULL; at++) count++;
    return count;
}

static void write_text(const char *text, const char *expected) {
    tool_out out;
    xl_error error = {0};
    size_t size = 0;
    ck_assert_int_eq(tool_out_open(&out, scratch_path("text"), &error), 0);
    tool_put_text(&out, text);
    ck_assert_int_eq(tool_out_close(&out, &error), 0);
    char *const got = scratch_read("text", &size);
    ck_assert_str_eq(got, expected);
    free(got);
}

AROUND(enter, close_folder);

TEST(text_is_escaped) {
    char *const many = calloc(1, 20001), *const escaped = calloc(1, 80001);
    for (int i = 0; i < 20000; i++) {
        many[i] = '<';
        memcpy(escaped + 4 * (size_t)i, "&lt;", 4);
    }
    write_text("", "");
    write_text("plain", "plain");
    write_text(HOSTILE, ESCAPED);
    write_text("a\nb\x01\x1b[31m\xff\xe2\x80\xae", "a\nb??[31m??");
    write_text(many, escaped);
    free(many);
    free(escaped);
}

TEST(page_holds_everything) {
    make_two("in.json");
    make_page("");
    ck_assert_int_eq(strncmp(page, "<!DOCTYPE html>\n<html lang=\"en\">", 32), 0);
    has("</html>\n");
    ck_assert_int_eq(times("http"),
                     times("http-equiv") + times("http://www.w3.org")); /* the only addresses */
    ck_assert_int_eq(times("<script"), 0);
    ck_assert_int_eq(times("alert(1)"), times(ESCAPED));
    has("<title>crosslane report: " ESCAPED ", plain</title>");
    has("A: " ESCAPED "</h3>");
    has("<dt>native sub-groups</dt><dd>8, 16 lanes</dd>");
    has("<dt>memory bandwidth, by size of the data</dt><dd>100 GB/s</dd>");
    has("<title>Time against sub-group width on " ESCAPED ". lerp, even: rows=128 n=64</title>");
    has("<title>" ESCAPED ", 16: 20.0 us</title>");
    has("<title>" ESCAPED ", emulated, 32: 90.0 us</title>");
    has("<title>" ESCAPED ", 16: 200 GB/s</title>"); /* 4 MB in 20 us */
    has("sub-group width, lanes");
    has("time, logarithmic");
    has("bandwidth at this size 100 GB/s");
    ck_assert_int_eq(times("role=\"img\""), 4); /* time and rate of both devices */
    ck_assert_int_eq(times("class=\"line\""), 2 * 3 + 2);
    /* A share above 1 reveals a wrong ceiling. */
    has("<td class=\"n\">20.0 us</td><td class=\"n\">1.00 ns</td><td class=\"n\">200 GB/s</td>"
        "<td class=\"n\">not valid</td><td class=\"n\">50.0 GFLOP/s</td><td class=\"n\">2.5%</td>"
        "<td class=\"n\">50%</td>");
    has("<tr class=\"best\"><td>" ESCAPED "</td><td class=\"n\">16</td>");
    has("<td class=\"n\">80.0 us</td><td class=\"n\">160 us</td><td class=\"n\">2.00</td><td>slower</td>");
    has("<h2 id=\"verdict\">Which is better at what, and why</h2>\n<p>A: " ESCAPED
        ", B: plain</p>\n<div class=\"wide\" tabindex=\"0\"><table class=\"scores\" style=\"--n:2\">");
    has("<th scope=\"row\">lerp</th><td>");
    has("<td class=\"times\">8.00</td><td class=\"bar\"><span class=\"s0\" style=\"width:100%\"></span></td>"
        "<td class=\"why\">native sub-groups; the other uses none</td>");
    has("<summary>Algorithm by algorithm</summary>\n<p>lerp: " ESCAPED
        " is 8.00 times as fast (7.96 to 8.04), by " ESCAPED
        " at 16 against serial</p>\n<p class=\"soft under\">why: " ESCAPED
        " not measured on B; the records do not "
        "say</p>");
    has("All rows are ok.");
    ck_assert_uint_eq(scratch_count(), 2);
}

static void add_demoted(json_t *document) {
    json_t *const row = add_row(document, "p", "probe", "ok", "");
    json_object_update_new(row, json_pack("{s:n,s:n,s:s,s:s,s:s,s:i,s:s,s:i,s:s,s:s}", "algorithm",
                                          "strategy", "op", "shuffle", "op_type", "u32", "form", "demoted",
                                          "width_requested", 8, "backend", "khr", "first_wrong_lane", 3,
                                          "expected", "5", "got", "6"));
}

TEST(a_demoted_operation_fits_a_terminal) {
    json_t *const d = make_document(NULL);
    add_device(d, "p", "device");
    add_demoted(d);
    save(d, "in.json");
    command_run_on_terminal(&c, 80, "show %s", scratch_path("in.json"));
    command_expect(&c, 0);
    const char *const line = strstr(c.out, "demoted: shuffle u32, backend khr, 8 lanes: lane 3 ");
    ck_assert_msg(line && strcspn(line, "\r\n") <= 80, "%s", c.out);
}

TEST(troubles_have_reasons) {
    json_t *const d = make_document("l");
    add_device(d, "p", "device");
    add_device(d, "q", "closed");
    json_object_set_new(json_array_get(json_object_get(d, "devices"), 1), "reason",
                        json_string("no " HOSTILE));
    json_t *row = add_row(d, "p", "verify", "mismatch", "serial");
    json_object_set_new(row, "reason", json_string("wrong " HOSTILE));
    json_object_set_new(row, "mismatch",
                        json_pack("{s:s,s:i,s:s,s:f,s:n,s:n,s:n,s:n,s:n,s:s}", "array", "c", "index", 7,
                                  "expected", "nan", "got", 2.5, "group", "sub_group", "lane", "expected_row",
                                  "got_row", "repeat", "crosslane verify --set 'n=1'"));
    row = add_row(d, "p", "bench", "skipped", "prefix");
    json_object_set_new(row, "reason", json_string("too long: " HOSTILE));
    add_demoted(d);
    save(d, "in.json");
    make_page("");
    has("wrong " ESCAPED " <code>c[7]</code>: expected nan, got 2.5");
    has("<code>crosslane verify --set &#39;n=1&#39;</code>");
    has("<summary>device: bench, skipped");
    has("<td>lerp/prefix</td><td class=\"text\">too long: " ESCAPED "</td>");
    has("<strong>closed</strong>: no rows. no " ESCAPED);
    has("<td>shuffle</td><td>u32</td><td class=\"n\">8</td><td class=\"n\">3</td><td>5</td><td>6</td>");
    has("<tr class=\"mismatch\"><td>lerp</td><td class=\"n\">1</td><td class=\"n\">0</td><td "
        "class=\"n\">1</td>");
    ck_assert_int_eq(times("All rows are ok"), 0);
}

/* The strategies of lanes compute different things. */
TEST(no_best_of_different_things) {
    for (int apart = 0; apart < 2; apart++) {
        json_t *const d = make_document(NULL);
        add_device(d, "p", "device");
        for (int n = 1; n <= 14; n++)
            for (int s = 0; s < 2; s++) {
                json_t *const row =
                    add_time(d, "p", s ? "scan" : "shuffle", "khr", 8, 64 * n, 1000.0 * (s + 1));
                json_object_set_new(row, "algorithm", json_string(apart ? "lanes" : "lerp"));
            }
        save(d, "in.json");
        make_page("");
        ck_assert_int_eq(times("the fastest</td>"), apart ? 0 : 12);
        ck_assert_int_eq(times("<span class=\"soft\">fastest: "), apart ? 0 : 12);
        ck_assert_int_eq(times("2 further problems, the fastest of each"), apart ? 0 : 1);
        ck_assert_int_eq(times("2 further problems: "), apart);
        ck_assert_int_eq(times("class=\"best\""), apart ? 0 : 12);
    }
}

TEST(sweeps_are_found) {
    static const int lights[] = {1, 2, 4};
    json_t *const d = make_document(NULL);
    add_device(d, "p", "device");
    for (int i = 0; i < 6; i++)
        for (int s = 0; s < 2; s++) {
            json_t *const row = add_time(d, "p", s ? "broadcast" : "textbook", s ? "local" : "none",
                                         s ? 8 : 0, 0, s ? 3000.0 : 1000.0 * lights[i % 3]);
            json_object_update_new(row, json_pack("{s:s,s:s,s:{s:i,s:i}}", "algorithm", "lights4",
                                                  "distribution", "soft", "params", "points",
                                                  i < 3 ? 65536 : 1024, "lights", lights[i % 3]));
        }
    save(d, "in.json");
    make_page("");
    has("<figcaption>lights4: from how many lights on do four together pay?</figcaption>");
    ck_assert_int_eq(times("<figcaption>lights4: from how many"), 2);
    ck_assert_int_eq(times("<details><summary>The same question, other problems</summary>"), 1);
    has("device: fastest: textbook up to 2, broadcast from 4 on.");
    ck_assert_int_eq(times("<td>8</td>"), 0); /* no row has this width */
    has("<td>4</td><td class=\"n\">4.00 us</td><td class=\"n\">3.00 us (emul)</td><td>broadcast</td>");
    has("<title>broadcast, emulated, 4: 3.00 us</title>");
    make_page("--set lights=1,2"); /* two values are too few for a curve */
    ck_assert_int_eq(times("<figcaption>lights4"), 0);
    has("lights4, soft: points=65536 lights=2");
    ck_assert_int_eq(times("lights=4"), 0);
}

TEST(traces_are_tables) {
    json_t *const d = make_document(NULL);
    add_device(d, "p", "device");
    json_t *const row = add_row(d, "p", "verify", "ok", "prefix");
    json_object_set_new(row, "backend", json_string("khr"));
    json_object_set_new(row, "trace",
                        json_pack("{s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:b,s:[{s:s,s:i,s:s,s:[i,f,n,s]}]}", "group",
                                  2, "sub_group", 1, "width", 8, "first_lane", 1, "last_lane", 4, "recorded",
                                  9, "lost", 3, "cut", 1, "steps", "name", HOSTILE, "line", 7, "type", "f32",
                                  "values", 5, 0.25, "nan"));
    save(d, "in.json");
    make_page("");
    has("work-group 2, sub-group 1 of 8 lanes, native");
    has("<th class=\"n\" scope=\"col\">4</th></tr>");
    has("<tr><td>" ESCAPED
        "</td><td class=\"n\">5</td><td class=\"n\">0.25</td><td class=\"n\">\xe2\x80\x93</td>"
        "<td class=\"n\">nan</td></tr>");
    has("3 of 9 records were lost.");
    has("There are more steps than these.");
}

TEST(slow_sibling_is_named) {
    json_t *const d = make_document(NULL);
    add_device(d, "p", HOSTILE);
    add_device(d, "q", HOSTILE);
    json_object_set_new(json_array_get(json_object_get(d, "devices"), 1), "index", json_integer(1));
    for (int i = 0; i < 3; i++) {
        add_time(d, "p", "serial", "none", 0, 64 << i, 1000.0 * (1 + i));
        add_time(d, "q", "serial", "none", 0, 64 << i, 1500.0 * (1 + i));
    }
    save(d, "in.json");
    make_page("");
    has("<h2 id=\"equal\">Equal devices</h2>\n<p>2 equal devices, " ESCAPED);
    has("device 1 is slower than the others: in 3 of 3 rows; 1.50 times their time");
    make_page("--set n=64");
    has("in 1 of 1 rows");
}

TEST(names_and_options_choose) {
    make_two("in.json");
    make_page("lerp/serial");
    ck_assert_int_eq(times("Equal devices"), 0);
    ck_assert_int_eq(times("emul 32"), 0);
    has("<p>2 rows, 2 of them ok");
    make_page("--width native");
    ck_assert_int_eq(times("emul 32"), 0);
    has("<title>" ESCAPED ", 16: 20.0 us</title>");
}

TEST(bad_reports_are_refused) {
    char in[300], out[300];
    make_two("in.json");
    snprintf(in, sizeof in, "%s", scratch_path("in.json"));
    snprintf(out, sizeof out, "%s", scratch_path("out.html"));
    command_run(&c, "report");
    command_refused(&c, 2, "say once which file", "--out report.html", NULL);
    command_run(&c, "report --out %s", out);
    command_refused(&c, 2, "name the results files", NULL);
    command_run(&c, "report %s", in);
    command_refused(&c, 2, "say once which file", NULL);
    command_run(&c, "report %s --out %s --out %s", in, out, out);
    command_refused(&c, 2, "say once which file", NULL);
    command_run(&c, "report %s --out -", in);
    command_refused(&c, 2, "say once which file", NULL);
    command_run(&c, "report %s --out %s --seed 1", in, out);
    command_refused(&c, 2, "--seed means nothing to 'report'", NULL);
    command_run(&c, "report %s spheres --out %s", in, out);
    command_refused(&c, 3, "no row matches", NULL);
    command_run(&c, "report %s --out %s --force", in, in);
    command_refused(&c, 2, "would replace the results file", NULL);
    command_run(&c, "report nowhere.json --out %s", out);
    command_refused(&c, 2, "nowhere.json", "No such file", NULL);
    command_run(&c, "report %s --out /nowhere/out.html", in);
    command_refused(&c, 5, "/nowhere/out.html", NULL);
    ck_assert_uint_eq(scratch_count(), 1);
    crosslane(0, "report %s --out %s", in, out);
    command_run(&c, "report %s --out %s", in, out);
    command_refused(&c, 2, "the file exists; --force replaces it", NULL);
    size_t size = 0;
    char *const text = scratch_read("in.json", &size);
    scratch_write("cut.json", text, size / 2);
    free(text);
    command_run(&c, "report %s --out %s --force", scratch_path("cut.json"), out);
    command_refused(&c, 2, "cut.json: line ", NULL);
    ck_assert_uint_eq(scratch_count(), 3);
}

TEST(full_disk_leaves_the_old_page) {
    size_t size = 0;
    make_two("in.json");
    make_page("");
    scratch_limit(10000);
    command_run(&c, "report %s --force --out %s", scratch_path("in.json"), scratch_path("out.html"));
    scratch_limit(RLIM_INFINITY);
    command_refused(&c, 5, "out.html", NULL);
    char *const now = scratch_read("out.html", &size);
    ck_assert_str_eq(now, page);
    free(now);
    ck_assert_uint_eq(scratch_count(), 2);
}

/* User and system time; other programs hardly change it. */
static double children_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static double seconds_of_page(int rows, bool strategies) {
    json_t *const d = make_document(NULL);
    char told[64];
    add_device(d, "p", "one");
    add_device(d, "q", "two");
    for (int i = 0; i < rows; i++) {
        char name[32] = "serial";
        if (strategies) snprintf(name, sizeof name, "strategy%d", i / 16);
        add_time(d, i % 2 ? "p" : "q", name, "khr", 1 << i / 2 % 8, strategies ? 64 : 1 + i / 16, 1000.0 + i);
    }
    save(d, "in.json");
    double took = 1e9;
    for (int i = 0; i < 3; i++) { /* the least counts */
        const double start = children_seconds();
        make_page("");
        took = fmin(took, children_seconds() - start);
    }
    snprintf(told, sizeof told, "<p>%d rows, %d of them ok", rows, rows);
    has(told);
    return took;
}

/* Comparing all pairs would take sixteen times as long. A bound in seconds would test the machine. */
TEST(time_grows_as_rows_do) {
    enum { FEW = 2000, MANY = 4 * FEW };
    for (int kind = 0; kind < 2; kind++) {
        const double few = seconds_of_page(FEW, kind == 1), many = seconds_of_page(MANY, kind == 1);
        ck_assert_msg(many < 6.5 * few, "%d rows took %.3f s, %d %.3f s", FEW, few, MANY, many);
        if (kind == 1) has("rows have no room in the charts; the table has all");
    }
}

static const char recorded[] = XL_TEST_SOURCE_DIR "/bench/results/nvidia-h200/mips.json";

static void write_changed(const char *name, bool of_row, const char *field, json_t *value) {
    json_t *document = NULL;
    xl_error error = {0};
    ck_assert_int_eq(tool_results_load(recorded, &document, &error), XL_SUCCESS);
    json_t *const row = json_array_get(json_object_get(document, "records"), 2);
    if (field) json_object_set_new(of_row ? row : document, field, value);
    ck_assert_int_eq(json_dump_file(document, scratch_path(name), 0), 0);
    json_decref(document);
}

static void refuse(const char *words) {
    crosslane(1, "report --check %s", scratch_path("a.json"));
    out_has("a.json: not sound: ", words);
}

TEST(each_fault_is_reported) {
    write_changed("a.json", false, NULL, NULL);
    crosslane(0, "report --check %s", scratch_path("a.json"));
    out_has("a.json: sound: 10 rows, 10 timed, 0 wrong; NVIDIA H200\n");
    write_changed("a.json", false, "finished", json_false());
    refuse("it is unfinished");
    write_changed("a.json", false, "records", json_array());
    refuse("it has no rows");
    write_changed("a.json", true, "checksum", json_null());
    refuse("1 rows with no checksum of the output, the first: mips");
    write_changed("a.json", true, "median_ns", json_real(9.9e8));
    refuse("1 rows with a median, spread, minimum or mark of noise that is not that of its samples, the "
           "first: mips");
    write_changed("a.json", true, "min_ns", json_real(1.0));
    refuse("1 rows with a median, spread, minimum");
    write_changed("a.json", true, "mad_ns", json_real(1e5));
    refuse("1 rows with a median, spread, minimum");
    write_changed("a.json", true, "noisy", json_true());
    refuse("1 rows with a median, spread, minimum");
    write_changed("a.json", true, "fraction", json_real(1.0));
    refuse("1 rows with a limit or fraction that does not follow");
    write_changed("a.json", true, "limit_ns", json_real(10.0));
    refuse("1 rows with a limit or fraction that does not follow");
}

static void write_times(const char *name, double ns, json_t *limit, json_t *fraction, const char *reason) {
    json_t *document = NULL;
    xl_error error = {0};
    ck_assert_int_eq(tool_results_load(recorded, &document, &error), XL_SUCCESS);
    json_t *const row = json_array_get(json_object_get(document, "records"), 2);
    const json_t *const samples = json_object_get(row, "samples_ns");
    json_t *const times = json_array();
    for (size_t i = 0; i < json_array_size(samples); i++) json_array_append_new(times, json_real(ns));
    ck_assert_int_eq(
        json_object_update_new(row, json_pack("{s:o,s:f,s:f,s:f,s:b}", "samples_ns", times, "median_ns", ns,
                                              "min_ns", ns, "mad_ns", 0.0, "noisy", 0)),
        0);
    json_object_set_new(row, "limit_ns", limit);
    json_object_set_new(row, "fraction", fraction);
    if (reason) json_object_set_new(row, "reason", json_string(reason));
    ck_assert_int_eq(json_dump_file(document, scratch_path(name), 0), 0);
    json_decref(document);
}

TEST(times_below_the_limit_are_refused) {
    size_t size = 0;
    write_times("a.json", 100.0, json_real(200.0), json_real(0.5), NULL);
    refuse("1 rows with a limit or fraction that does not follow from its floor");
    write_times("a.json", 100.0, json_null(), json_null(), NULL);
    refuse("1 rows with a median that is not above its limit");
    write_times("a.json", 0.0, json_null(), json_null(), NULL);
    refuse("1 rows with a time of 0");
    crosslane(1, "report %s --site %s", scratch_path("a.json"), scratch_path("site"));
    err_has("a time of 0", "; left out");
    /* The run itself reported a time below its limit: no fault of the file, but no best time either. */
    write_times("a.json", 100.0, json_null(), json_null(), "no limit: it is faster than the device's most");
    crosslane(0, "report --check %s", scratch_path("a.json"));
    crosslane(0, "report %s --site %s", scratch_path("a.json"), scratch_path("site"));
    free(page);
    page = scratch_read("site/device-1.html", &size);
    has("mips");
    ck_assert_ptr_null(strstr(page, "100 ns"));
}

TEST(every_file_has_its_line) {
    ck_assert_int_eq(mkdir(scratch_path("folder"), 0700), 0);
    write_changed("folder/a.json", false, NULL, NULL);
    write_changed("folder/c.json", false, "finished", json_false());
    crosslane(1, "report --check %s", scratch_path("folder"));
    scratch_write("folder/b.json", "{\"schema\":1,", 12);
    crosslane(2, "report --check %s", scratch_path("folder"));
    err_has("b.json: ");
    out_has("a.json: sound: ", "c.json: not sound: ");
    command_run(&c, "report --check %s", scratch_path("none.json"));
    command_refused(&c, 2, "none.json", NULL);
    command_run(&c, "report --check %s mips", recorded);
    command_refused(&c, 2, "--check and --site read whole files, so 'mips' must name a file", NULL);
    command_run(&c, "report --check %s --out %s", recorded, scratch_path("x.html"));
    command_refused(&c, 2, "--check, --site and --out: take one of them", NULL);
}

TEST(a_site_of_files) {
    size_t size = 0;
    ck_assert_int_eq(mkdir(scratch_path("folder"), 0700), 0);
    write_changed("folder/a.json", true, "algorithm", json_string("lanes"));
    write_changed("folder/b.json", false, "label", json_string(HOSTILE));
    write_changed("folder/c.json", false, "finished", json_false());
    crosslane(1, "report %s --site %s", scratch_path("folder"), scratch_path("site"));
    err_has("c.json: not sound: it is unfinished");
    ck_assert_uint_eq(scratch_holds("site", "e-2.html") + scratch_holds("site", "e-3.html"), 1);
    free(page);
    page = scratch_read("site/index.html", &size);
    has("<p>2 devices</p>");
    has("<td>" ESCAPED "</td>");
    has("<td>fastest in ");
    free(page);
    page = scratch_read("site/device-1.html", &size);
    has("mips");
    ck_assert_ptr_null(strstr(page, "lanes")); /* lanes has no best strategy */
    has("<td class=\"n\">1.00</td>");
    free(page);
    page = scratch_read("site/compare.html", &size);
    has("\\u003cscript>alert(1)");
    ck_assert_int_eq(times("<script"), 1);
    command_run(&c, "report %s --site %s", scratch_path("folder"), scratch_path("site"));
    command_refused(&c, 2, "there is a site already; --force replaces it", NULL);
    scratch_write("folder/d.json", "{", 1);
    crosslane(2, "report %s --site %s --force", scratch_path("folder"), scratch_path("site"));
    crosslane(5, "report %s --site %s", scratch_path("folder/a.json"), scratch_path("folder/a.json"));
    crosslane(1, "report %s --site %s", scratch_path("folder/c.json"), scratch_path("other"));
    err_has("no sound file is left");
}
