/* Sweeps: curves, answers, charts, and bench --sweep. */
#include "charts/sweep.h"
#include "support/command.h"
#include "support/scratch.h"
#include "support/suite.h"
#include <stdlib.h>
#include <string.h>

static const tool_sweep sweep = {.name = "share",
                                 .question = "who is <the> fastest & why?",
                                 .title = "share",
                                 .axis = "threshold=0,10,200.5,1000",
                                 .labels = "0,1%,20%,100%"};

static void add(tool_curves *curves, const char *algorithm, const char *strategy, double threshold, int width,
                const char *status, double ns) {
    json_t *record = json_pack("{s:s,s:s,s:s,s:i,s:{s:f}}", "algorithm", algorithm, "strategy", strategy,
                               "status", status, "width_requested", width, "params", "threshold", threshold);
    ck_assert_ptr_nonnull(record);
    if (ns > 0.0) json_object_set_new(record, "median_ns", json_real(ns));
    tool_curves_add(curves, record);
    json_decref(record);
}

static void fill(tool_curves *curves) {
    tool_curves_start(curves, &sweep, "compact");
    static const double threshold[] = {0, 10, 200.5, 1000}, a[] = {10, 20, 90, 100}, b[] = {50, 50, 50, 50};
    for (int i = 0; i < 4; i++) {
        add(curves, "compact", "a", threshold[i], 8, "ok", 2.0 * a[i]);
        add(curves, "compact", "a", threshold[i], 16, "ok", a[i]); /* the fastest width counts */
        add(curves, "compact", "b", threshold[i], 8, "ok", b[i]);
    }
    add(curves, "compact", "a", 11.0, 8, "ok", 1.0); /* no value of the sweep */
    add(curves, "other", "a", 10.0, 8, "ok", 1.0);
    add(curves, "compact", "c", 10.0, 8, "skipped", 0.0);
    add(curves, "compact", "c", 0.0, 8, "mismatch", 1.0); /* times of wrong results do not count */
}

AROUND(scratch_make, scratch_remove);

TEST(records_become_curves) {
    tool_curves curves;
    char answer[256];
    fill(&curves);
    ck_assert_int_eq(curves.count, 3);
    ck_assert_int_eq(curves.values, 4);
    ck_assert_double_eq(curves.curve[0].point[2].ns, 90.0);
    ck_assert_int_eq(curves.curve[0].point[2].width, 16);
    ck_assert_double_eq(curves.curve[2].point[0].ns, 0.0);
    ck_assert_str_eq(curves.curve[2].point[1].status, "skipped");
    tool_curves_answer(&curves, answer, sizeof answer);
    ck_assert_str_eq(answer, "fastest of those timed: a up to 1%, b from 20% on");
    tool_curves_untimed(&curves, answer, sizeof answer);
    ck_assert_str_eq(answer, "not timed: c everywhere");
    add(&curves, "compact", "c", 200.5, 8, "ok", 1.0);
    tool_curves_answer(&curves, answer, sizeof answer);
    ck_assert_str_eq(answer, "fastest of those timed: a up to 1%, c at 20%, b from 100% on");
    tool_curves_untimed(&curves, answer, sizeof answer);
    ck_assert_str_eq(answer, "not timed: c up to 1%, c from 100% on");
    tool_curves_start(&curves, &sweep, "compact");
    tool_curves_answer(&curves, answer, sizeof answer);
    ck_assert_str_eq(answer, "nothing ran");
    add(&curves, "compact", "b", 0.0, 8, "ok", 1.0);
    tool_curves_answer(&curves, answer, sizeof answer);
    ck_assert_str_eq(answer, "fastest of those timed: b up to 0");
    /* Values without a record are dropped; a skipped row is a record. */
    add(&curves, "compact", "a", 10.0, 16, "skipped", 0.0);
    add(&curves, "compact", "a", 1000.0, 16, "ok", 5.0);
    tool_curves_trim(&curves);
    ck_assert_int_eq(curves.values, 3);
    ck_assert_str_eq(curves.label[2], "100%");
    ck_assert_double_eq(curves.curve[0].point[0].ns, 1.0);
    ck_assert_str_eq(curves.curve[1].point[1].status, "skipped");
    ck_assert_int_eq(curves.curve[1].point[2].width, 16);
    tool_curves_answer(&curves, answer, sizeof answer);
    ck_assert_str_eq(answer, "fastest of those timed: b up to 0, a from 100% on");
}

TEST(inputs_may_be_the_axis) {
    static const tool_sweep by_inputs = {
        .name = "runs", .question = "?", .title = "runs", .axis = "distribution=runs8,runs64"};
    tool_curves curves;
    tool_curves_start(&curves, &by_inputs, "compact");
    json_t *record =
        json_pack("{s:s,s:s,s:s,s:i,s:s,s:{},s:f}", "algorithm", "compact", "strategy", "a", "status", "ok",
                  "width_requested", 8, "distribution", "runs64", "params", "median_ns", 5.0);
    ck_assert_ptr_nonnull(record);
    tool_curves_add(&curves, record);
    json_object_set_new(record, "distribution", json_string("uniform")); /* no value of the sweep */
    tool_curves_add(&curves, record);
    json_decref(record);
    ck_assert_int_eq(curves.count, 1);
    ck_assert_double_eq(curves.curve[0].point[0].ns, 0.0);
    ck_assert_double_eq(curves.curve[0].point[1].ns, 5.0);
}

static void add_steps(tool_curves *curves, const char *strategy, const char *inputs, const char *backend,
                      int width, double ns) {
    json_t *record = json_pack("{s:s,s:s,s:s,s:s,s:s,s:i,s:f,s:f}", "algorithm", "probes", "strategy",
                               strategy, "status", "ok", "distribution", inputs, "backend", backend,
                               "width_requested", width, "median_ns", ns, "steps_per_lane", 10.0);
    ck_assert_ptr_nonnull(record);
    tool_curves_add(curves, record);
    json_decref(record);
}

/* Subtracts the empty loop's time at the same width; then the fastest width counts. */
TEST(steps_less_an_empty_loop) {
    static const tool_sweep net = {.axis = "distribution=few,many", .per_step = true, .less = "empty"};
    tool_curves curves;
    char answer[256];
    tool_curves_start(&curves, &net, "probes");
    add_steps(&curves, "a", "few", "khr", 8, 100.0);
    add_steps(&curves, "a", "few", "khr", 16, 110.0);
    add_steps(&curves, "empty", "few", "khr", 8, 20.0);
    add_steps(&curves, "empty", "few", "khr", 16, 50.0);
    add_steps(&curves, "a", "few", "local", 32, 60.0); /* emulated widths count if there are no others */
    add_steps(&curves, "empty", "few", "local", 32, 55.0);
    add_steps(&curves, "a", "many", "khr", 8, 30.0);
    add_steps(&curves, "empty", "many", "khr", 8, 30.5);
    ck_assert_int_eq(curves.count, 2);
    ck_assert_double_eq_tol(curves.curve[0].point[0].ns, 6.0, 1e-9);
    ck_assert_int_eq(curves.curve[0].point[0].width, 16);
    ck_assert(!curves.curve[0].point[0].emulated);
    ck_assert_double_eq_tol(curves.curve[1].point[0].ns, 2.0, 1e-9);
    ck_assert_double_eq(curves.curve[0].point[1].ns, 0.0);
    ck_assert_str_eq(curves.curve[0].point[1].status, "noise");
    tool_curves_answer(&curves, answer, sizeof answer);
    ck_assert_str_eq(answer, "fastest of those timed: a up to few");

    /* The empty loop lacks the axis: it is subtracted from every value. */
    static const tool_sweep lanes = {.axis = "sources=1,2", .less = "empty"};
    tool_curves_start(&curves, &lanes, "probes");
    add_steps(&curves, "empty", "few", "khr", 8, 20.0);
    json_t *record =
        json_pack("{s:s,s:s,s:s,s:i,s:f,s:{s:i}}", "algorithm", "probes", "strategy", "a", "status", "ok",
                  "width_requested", 8, "median_ns", 50.0, "params", "sources", 2);
    tool_curves_add(&curves, record);
    json_decref(record);
    ck_assert_double_eq_tol(curves.curve[1].point[1].ns, 30.0, 1e-9);
    ck_assert_double_eq_tol(curves.curve[0].point[1].ns, 20.0, 1e-9);
    ck_assert_double_eq(curves.curve[1].point[0].ns, 0.0);
}

static const tool_sweep sizes = TOOL_GROWS("threshold", "1,2,4,8,16,32,64", "keep=below");

TEST(growth_is_reported_only_for_sizes) {
    tool_curves curves;
    tool_growth growth;
    char cell[TOOL_GROWTH_COLUMNS][TOOL_GROWTH_CELL];
    tool_curves_start(&curves, &sizes, "compact");
    for (int n = 1; n <= 64; n *= 2) {
        add(&curves, "compact", "linear", n, 8, "ok", 100.0 * n);
        if (n <= 16) add(&curves, "compact", "short", n, 8, "ok", 50.0 * n);
        if (n > 16) add(&curves, "compact", "late", n, 8, "ok", 50.0 * n);
    }
    ck_assert(tool_curves_growth(&curves, 0, &growth));
    ck_assert_double_eq_tol(growth.exponent, 1.0, 1e-12);
    ck_assert_int_eq(growth.points, 4);
    ck_assert(tool_curves_growth_row(&curves, 0, cell));
    ck_assert_str_eq(cell[0], "linear");
    ck_assert_str_eq(cell[1], "1.00");
    ck_assert_str_eq(cell[4], "4 values, 8 to 64");
    ck_assert(tool_curves_growth(&curves, 1, &growth)); /* from the values that ran */
    ck_assert_double_eq(growth.from, 4.0);
    ck_assert(!tool_curves_growth(&curves, 2, &growth));
    ck_assert_ptr_null(tool_curves_growth_json(&curves, 2, "d"));
    fill(&curves);
    ck_assert(!tool_curves_growth(&curves, 0, &growth));
}

static int times_in(const char *text, const char *part) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) count++;
    return count;
}

TEST(chart_holds_the_curves) {
    tool_curves curves;
    static tool_chart chart;
    xl_error error = {0};
    size_t size = 0;
    fill(&curves);
    tool_curves_chart(&curves, "a \"device\" <1>", &chart);
    ck_assert_int_eq(tool_chart_save(scratch_path("chart.svg"), &chart, &error), 0);
    char *const text = scratch_read("chart.svg", &size);
    ck_assert(strstr(text, "<title>compact: who is &lt;the&gt; fastest &amp; why?</title>") != NULL);
    ck_assert(
        strstr(text, ">a &quot;device&quot; &lt;1&gt;. fastest of those timed: a up to 1%, b from 20% on<") !=
        NULL);
    ck_assert(strstr(text, ">share</text>") != NULL);
    ck_assert(strstr(text, "<title>b, 100%: 50.0 ns</title>") != NULL);
    ck_assert_int_eq(times_in(text, "</title></path>"), 8);
    ck_assert_int_eq(times_in(text, "class=\"line\""), 2);
    ck_assert_int_eq(times_in(text, "hollow\" fill"), 0); /* nothing was emulated */
    ck_assert_str_eq(text + size - 7, "</svg>\n");
    free(text);
    ck_assert_int_ne(tool_chart_save("/nowhere/chart.svg", &chart, &error), 0);
}

#define SHORT " --device 0 --width 8 --samples 3 --min-time 0 --set n=3000 "

TEST(bench_answers_the_question) {
    command c = {.out = NULL};
    const char *const path = scratch_path("share.svg");
    command_run(&c, "bench compact/loop compact/group --sweep share" SHORT "--chart %s", path);
    command_expect(&c, 0);
    ck_assert(strstr(c.out, "which strategy is fastest") != NULL);
    ck_assert(strstr(c.out, "0.1%") != NULL);
    ck_assert(strstr(c.out, "fastest: ") != NULL);
    ck_assert(strstr(c.out, "16 ok, 0 wrong") != NULL);
    command_run(&c, "bench compact/loop --sweep share" SHORT "--chart %s", path); /* it exists */
    command_refused(&c, 2, "--chart", "--force", NULL);
    command_run(&c, "bench compact/loop --sweep share" SHORT "--json -");
    json_t *const document = command_document(&c);
    ck_assert_uint_eq(json_array_size(json_object_get(document, "records")), 8);
    json_decref(document);
    command_free(&c);
}

TEST(bench_reports_the_growth_of_times) {
    command c = {.out = NULL};
    const char *const path = scratch_path("rows.json");
    command_run(
        &c,
        "bench lerp/serial --sweep rows --device 0 --samples 1 --min-time 0 --set n=2 --set channels=1 "
        "--max-launch 60 --json %s",
        path);
    command_expect(&c, 0);
    command_has(&c, c.out, "time = factor * rows^exponent");
    command_has(&c, c.out, "6 values, 256 to 8192");
    size_t size = 0;
    char *const text = scratch_read("rows.json", &size);
    json_t *const document = json_loads(text, 0, NULL);
    const json_t *const entry = json_array_get(json_object_get(document, "growth"), 0);
    ck_assert_uint_eq(json_array_size(json_object_get(document, "growth")), 1);
    ck_assert_str_eq(json_string_value(json_object_get(entry, "strategy")), "serial");
    ck_assert_str_eq(json_string_value(json_object_get(entry, "sweep")), "rows");
    ck_assert_int_eq(json_integer_value(json_object_get(entry, "points")), 6);
    ck_assert(json_is_real(json_object_get(entry, "exponent")));
    json_decref(document);
    free(text);
    command_run(&c, "show %s lerp --sweep rows --set n=2 --set channels=1", path);
    command_expect(&c, 0);
    command_has(&c, c.out, "6 values, 256 to 8192");
    command_run(&c, "report %s --out %s", path, scratch_path("rows.html"));
    command_expect(&c, 0);
    char *const page = scratch_read("rows.html", &size);
    ck_assert(strstr(page, "6 values, 256 to 8192") != NULL);
    free(page);
    command_run(&c, "bench reduce/tree --sweep width --device 0 --samples 1 --min-time 0 --set n=3000");
    command_expect(&c, 0);
    command_has(&c, c.out, "time = factor * width^exponent");
    command_has(&c, c.out, "8 ok, 0 wrong");
    command_run(&c, "bench reduce/tree --sweep width --width 8");
    command_refused(&c, 2, "--sweep width", "leave --width out", NULL);
    command_free(&c);
}

TEST(bars_hold_the_numbers) {
    static const double value[] = {0, 20, 50};
    const tool_bars bars = {
        .title = "<b>", .x_title = "x & y", .y_title = "counts", .value = value, .count = 3};
    xl_error error = {0};
    size_t size = 0;
    ck_assert_int_eq(tool_bars_save(scratch_path("bars.svg"), &bars, &error), 0);
    char *const text = scratch_read("bars.svg", &size);
    ck_assert(strstr(text, "<title>&lt;b&gt;</title>") != NULL);
    ck_assert(strstr(text, ">x &amp; y</text>") != NULL);
    ck_assert(strstr(text, ">counts</text>") != NULL);
    ck_assert(strstr(text, "<title>2: 50</title>") != NULL);
    ck_assert_int_eq(times_in(text, "<rect x="), 2);
    ck_assert_int_eq(times_in(text, "height=\"306.00\""), 1); /* the longest bar reaches the top line */
    ck_assert_int_eq(times_in(text, "height=\"122.40\""), 1);
    free(text);
    const tool_bars none = {.title = "", .x_title = "", .y_title = "", .value = value, .count = 0};
    ck_assert_int_eq(tool_bars_save(scratch_path("none.svg"), &none, &error), 0);
    ck_assert_int_ne(tool_bars_save("/nowhere/bars.svg", &bars, &error), 0);
}

TEST(a_recorded_sweep_is_drawn) {
    command c = {.out = NULL};
    char path[300], name[300];
    size_t size = 0, wanted_size = 0;
    static const char rows[] = XL_TEST_SOURCE_DIR "/bench/results/nvidia-h200/lights4_points.json";
    snprintf(path, sizeof path, "%s", scratch_path("lights4.svg"));
    command_run(&c, "show %s lights4 --sweep points --chart %s", rows, path);
    command_expect(&c, 0);
    command_has(&c, c.out, "fastest: lanes up to 16384, broadcast from 65536 on");
    char *const made = scratch_read("lights4.svg", &size);
    snprintf(name, sizeof name, "%s/docs/pictures/lights4.svg", XL_TEST_SOURCE_DIR);
    FILE *const stream = fopen(name, "rb");
    ck_assert_ptr_nonnull(stream);
    char *const wanted = calloc(1, size + 2);
    ck_assert_ptr_nonnull(wanted);
    wanted_size = fread(wanted, 1, size + 1, stream);
    fclose(stream);
    ck_assert_uint_eq(wanted_size, size);
    ck_assert_str_eq(made, wanted);
    free(made);
    free(wanted);
    command_run(&c, "show %s lights4 --sweep points --chart %s", rows, path);
    command_refused(&c, 2, "--chart", "--force", NULL);
    command_run(&c, "show %s lights4 --sweep points --chart %s --force", path, path);
    command_refused(&c, 2, "would replace the results file", NULL);
    command_run(&c, "show %s lights4 --force --chart %s", rows, path);
    command_expect(&c, 0);
    command_has(&c, c.out, "chart of the first table: ");
    char *const table = scratch_read("lights4.svg", &size);
    command_has(&c, table, "<title>lights4, soft: points=64 lights=1024</title>");
    command_has(&c, table, "<title>lanes, 32: 12.4 us</title>");
    command_has(&c, table, "<title>textbook, none: 187 us</title>");
    ck_assert_int_eq(times_in(table, "</title></path>"), 5);
    free(table);
    command_run(&c, "show %s lights4 --sweep point", rows);
    command_refused(&c, 2, "did you mean 'points'?", NULL);
    command_free(&c);
}

TEST(bad_sweeps_are_reported) {
    command c = {.out = NULL};
    command_run(&c, "bench compact --sweep shar");
    command_refused(&c, 2, "--sweep shar", "did you mean 'share'?", NULL);
    command_run(&c, "bench lerp --sweep share");
    command_refused(&c, 2, "--sweep share", "'crosslane list NAME'", NULL);
    command_run(&c, "bench compact --sweep share --set threshold=5");
    command_refused(&c, 2, "--sweep share", "leave --set threshold out", NULL);
    command_run(&c, "verify compact --sweep share");
    command_refused(&c, 2, "--sweep means nothing to 'verify'", NULL);
    command_run(&c, "bench compact --sweep share --chart /nowhere/x.svg");
    command_refused(&c, 5, "/nowhere", NULL);
    command_free(&c);
}
