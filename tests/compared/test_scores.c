/* The verdict's table: order, causes and last line, with made-up records. */
#include "compared/made_records.h"
#include "support/suite.h"
#include <stdlib.h>

/* Bars are '#' in this locale. */
static void begin_plain(void) {
    enter();
    setenv("LC_ALL", "C", 1);
}

static void end_plain(void) {
    leave();
    unsetenv("LC_ALL");
}

AROUND(begin_plain, end_plain);

static void table_has(const char *row) {
    crosslane(0, "compare %s", scratch_path("in.json"));
    out_has(row);
}

static void write_document(void) {
    ck_assert_int_eq(json_dump_file(document, scratch_path("in.json"), 0), 0);
    json_decref(document);
}

static const struct {
    made fast, slow;
    const char *row;
} causes[] = {
    {{"p", LOOP, 0.8, "bandwidth", 1e3, 10e3, 2e3},
     {"q", LOOP, 0.8, "bandwidth", 1e3, 14e3, 2e3},
     "\nreduce     p        1.40  ###  memory: 1.40 times the bandwidth\n"},
    {{"q", LOOP, 0.8, "arithmetic", 1e3, 1e3, 10e3},
     {"p", LOOP, 0.8, "arithmetic", 1e3, 1e3, 25e3},
     "\nreduce     q        2.50  ######  arithmetic: 2.50 times the rate\n"},
    {{"p", LOOP, 0.9, "launch", 4e3, 1e3, 1e3},
     {"q", LOOP, 0.9, "launch", 11e3, 1e3, 1e3},
     "\nreduce     p        2.75  ######  launch: 4.00 us, not 11.0 us\n"},
    {{"p", LOOP, 0.4, "bandwidth", 1e3, 10e3, 2e3},
     {"q", LOOP, 0.5, "bandwidth", 1e3, 14e3, 2e3},
     "\nreduce     p        1.12  #  memory: 1.40 times, 40% of limit, not 50%\n"},
    {{"p", LOOP, 0.8, "arithmetic", 1e3, 2e3, 10e3},
     {"q", LOOP, 0.6, "arithmetic", 1e3, 2e3, 14e3},
     "\nreduce     p        1.87  #####  arithmetic: 1.40 times, 80% of limit, not 60%\n"},
    {{"p", LOOP, 0.9, "launch", 9e3, 1e3, 1e3},
     {"q", LOOP, 0.8, "bandwidth", 9e3, 20e3, 1e3},
     "\nreduce     p        2.50  ######  memory: 20.0 times; launch limits the faster\n"},
    {{"p", TREE, 0.84, "bandwidth", 1e3, 10e3, 2e3},
     {"q", EMULATED, 0.31, "bandwidth", 1e3, 10e3, 2e3},
     " native sub-groups, not emulated\n"},
    {{"p", TREE, 0.84, "bandwidth", 1e3, 10e3, 2e3},
     {"q", LOOP, 0.31, "bandwidth", 1e3, 10e3, 2e3},
     " native sub-groups; the other uses none\n"},
    {{"q", EMULATED, 0.84, "bandwidth", 1e3, 10e3, 2e3},
     {"p", TREE, 0.31, "bandwidth", 1e3, 10e3, 2e3},
     " unknown: 84% of its limit, not 31%\n"},
    {{"p", LOOP, 0.04, "bandwidth", 1e3, 10e3, 2e3},
     {"q", LOOP, 0.05, "bandwidth", 1e3, 20e3, 2e3},
     " unknown: 4.0%, 5.0% of unequal limits\n"},
    {{"p", LOOP, 1.6, "bandwidth", 1e3, 10e3, 2e3},
     {"q", LOOP, 0.8, "bandwidth", 1e3, 10e3, 2e3},
     " unknown: 160% of its limit, not 80%\n"},
};

EACH_TEST(a_row_has_one_cause, causes) {
    begin(two);
    add_time(&causes[_i].fast);
    add_time(&causes[_i].slow);
    write_document();
    table_has(causes[_i].row);
}

/* The mean is of 1.50, 1.20 and 3.00; the cause of the nearest. */
TEST(a_cause_is_of_a_typical_problem) {
    static const double slow[] = {15e3, 12e3, 30e3};
    begin(two);
    for (int i = 0; i < 3; i++) {
        const char *const kind = i == 0 ? "bandwidth" : "arithmetic";
        const double rest = i == 0 ? 1e3 : 10e3, other = i == 0 ? 1e3 : slow[i];
        add_time(&(made){"p", "loop", "none", 0, 1024 + i, 0.8, kind, 1e3, i == 0 ? 10e3 : 1e3, rest});
        add_time(&(made){"q", "loop", "none", 0, 1024 + i, 0.8, kind, 1e3, i == 0 ? slow[i] : 1e3, other});
    }
    write_document();
    table_has("\nreduce     p        1.75  #####  memory: 1.50 times the bandwidth\n");
}

/* An undecided problem lowers the mean. */
TEST(a_cause_names_how_many_problems_it_is_of) {
    begin(two);
    add_time(&(made){"p", "loop", "none", 0, 1024, 0.8, "bandwidth", 1e3, 10e3, 2e3});
    add_time(&(made){"q", "loop", "none", 0, 1024, 0.8, "bandwidth", 1e3, 14e3, 2e3});
    add_time(&(made){"p", "loop", "none", 0, 2048, 0.8, "bandwidth", 1e3, 10e3, 2e3});
    add_time(&(made){"q", "loop", "none", 0, 2048, 0.8, "bandwidth", 1e3, 10e3, 2e3});
    write_document();
    table_has("\nreduce     p        1.18  #  memory: 1.40 times the bandwidth in 1 of 2\n");
}

TEST(an_operation_is_a_cause) {
    static const char *const forms[][2] = {{"demoted", " demoted: the other's reduce_add is wrong\n"},
                                           {"derived", " derived: the other has no reduce_add\n"}};
    for (int i = 0; i < 2; i++) {
        begin(two);
        add_time(&(made){"p", "builtin", "khr", 8, 1024, 0.8, "bandwidth", 1e3, 10e3, 2e3});
        add_time(&(made){"q", "builtin", "khr", 8, 1024, 0.2, "bandwidth", 1e3, 10e3, 2e3});
        add_probe("q", "reduce_add", "u32", 8, forms[i][0]);
        write_document();
        table_has(forms[i][1]);
    }
}

/* Equal processors of two machines too; not a GPU, nor another processor. */
TEST(drivers_of_one_processor_differ_in_their_code) {
    static const char *const types[] = {"cpu", "gpu", "cpu"}, *const names[] = {"X 1", "X 1", "X 2"};
    for (int i = 0; i < 3; i++) {
        begin(two);
        add_time(&(made){"p", LOOP, 0.4, "bandwidth", 1e3, 10e3, 2e3});
        add_time(&(made){"q", LOOP, 0.1, "bandwidth", 1e3, 10e3, 2e3});
        for (size_t d = 0; d < 2; d++) {
            json_t *const device = json_array_get(json_object_get(document, "devices"), d);
            json_object_set_new(device, "type", json_string(types[i]));
            json_object_set_new(device, "machine",
                                json_pack("{s:s,s:i}", "processor", d == 0 ? "X 1" : names[i], "cores", 8));
        }
        write_document();
        table_has(i == 0 ? " compiled code: 40% of its limit, not 10%\n"
                         : " unknown: 40% of its limit, not 10%\n");
    }
}

TEST(sub_groups_are_no_cause_between_a_gpu_and_a_cpu) {
    begin(two);
    add_time(&(made){"p", TREE, 0.84, "bandwidth", 1e3, 10e3, 2e3});
    add_time(&(made){"q", EMULATED, 0.31, "bandwidth", 1e3, 10e3, 2e3});
    json_object_set_new(json_array_get(json_object_get(document, "devices"), 0), "type", json_string("gpu"));
    write_document();
    table_has(" unknown: 84% of its limit, not 31%\n");
}

TEST(the_vector_width_is_a_cause) {
    begin(two);
    add_time(&(made){"p", LOOP, 0.2, "bandwidth", 1e3, 10e3, 2e3});
    add_time(&(made){"q", LOOP, 0.1, "bandwidth", 1e3, 10e3, 2e3});
    for (size_t d = 0; d < 2; d++)
        json_object_set_new(json_array_get(json_object_get(document, "devices"), d), "facts",
                            json_pack("{s:i}", "vector_floats", d == 0 ? 16 : 8));
    write_document();
    table_has(" vector width: 16 floats, not 8\n");
}

TEST(spills_and_compute_units_are_causes) {
    for (int i = 0; i < 2; i++) {
        begin(two);
        json_t *const quick = add_time(&(made){"p", LOOP, 0.4, "bandwidth", 1e3, 10e3, 2e3}),
                      *const late = add_time(&(made){"q", LOOP, 0.1, "bandwidth", 1e3, 10e3, 2e3});
        if (i == 0) {
            json_object_set_new(quick, "spills", json_integer(0));
            json_object_set_new(late, "spills", json_integer(128));
        }
        for (size_t d = 0; d < 2; d++)
            json_object_set_new(json_array_get(json_object_get(document, "devices"), d), "compute_units",
                                json_integer(d == 0 ? 64 : 16));
        write_document();
        table_has(i == 0 ? " compiled code: 0 bytes spilled, not 128\n"
                         : " cores: 64 compute units, not 16\n");
    }
}

/* Undecided rows are last. */
TEST(rows_are_in_order_of_their_ratio) {
    static const struct {
        const char *algorithm;
        double p, q;
    } rows[] = {{"lerp", 10, 10}, {"scan", 15, 10}, {"reduce", 10, 30}, {"match", 10, 20}};
    begin(two);
    for (int i = 0; i < 4; i++) {
        json_object_set_new(time_of("p", "loop", "none", 0, 64, rows[i].p), "algorithm",
                            json_string(rows[i].algorithm));
        json_object_set_new(time_of("q", "loop", "none", 0, 64, rows[i].q), "algorithm",
                            json_string(rows[i].algorithm));
    }
    write_document();
    table_has("\nreduce     p           3.00  ######  ");
    const char *const match = strstr(c.out, "\nmatch      p           2.00  ####    "),
                      *const scan = strstr(c.out, "\nscan       q           1.50  ##      "),
                      *const lerp =
                          strstr(c.out, "\nlerp       undecided   1.00          too close to call; try ");
    ck_assert_msg(match && scan && lerp && match < scan && scan < lerp, "%s", c.out);
    out_has("\np wins 2, q wins 1, 1 is undecided.\n",
            "\nbar: logarithm of times, full at 3.00; undecided: the first two differ by at\n"
            "  most 2%, or by less than the noise\n");
}

/* The samples spread over both orders. */
TEST(an_unclear_row_has_its_interval) {
    static const double slow[] = {2e3, 5e3, 19e3, 20e3, 21e3};
    json_t *const samples = json_array();
    begin(two);
    time_of("p", "loop", "none", 0, 64, 10);
    json_t *const record = time_of("q", "loop", "none", 0, 64, 19);
    for (int i = 0; i < 5; i++) json_array_append_new(samples, json_real(slow[i]));
    json_object_set_new(record, "samples_ns", samples);
    write_document();
    table_has("\nreduce     undecided   1.90    unclear: 0.20 to 2.10; try --samples 40\n");
}

TEST(three_devices_have_a_column_each) {
    begin(three);
    time_of("p", "loop", "none", 0, 64, 30);
    time_of("q", "loop", "none", 0, 64, 10);
    time_of("r", "loop", "none", 0, 64, 15);
    write_document();
    table_has("3 devices, 1 algorithm: times as long as the fastest  ");
    out_has("\np wins 0, q wins 1, r wins 0.\nalgorithm ", "\nreduce      3.00      1   1.50  ");
}

/* r is the fastest of problems that p did not time. */
TEST(a_row_has_problems_of_the_same_devices) {
    for (int i = 0; i < 2; i++) {
        begin(three);
        time_of("p", "loop", "none", 0, 64, 30);
        time_of("q", "loop", "none", 0, 64, 10);
        if (i == 1) time_of("r", "loop", "none", 0, 64, 15);
        time_of("q", "loop", "none", 0, 128, 40);
        time_of("r", "loop", "none", 0, 128, 20);
        write_document();
        table_has(i == 0 ? "\nreduce      3.00      1   none  " : "\nreduce      3.00      1   1.50  ");
        out_has("\np wins 0, q wins 1, r wins 0. 1 problem of fewer devices is left out.\n");
        ck_assert_int_eq(strstr(c.out, "\nnone: not measured\n") != NULL, i == 0);
    }
}

TEST(algorithms_without_a_common_problem_are_counted) {
    begin(two);
    time_of("p", "loop", "none", 0, 64, 30);
    time_of("q", "loop", "none", 0, 64, 10);
    json_object_set_new(time_of("p", "loop", "none", 0, 64, 5), "algorithm", json_string("scan"));
    json_object_set_new(time_of("q", "loop", "none", 0, 128, 5), "algorithm", json_string("scan"));
    json_object_set_new(time_of("q", "loop", "none", 0, 64, 5), "algorithm", json_string("lerp"));
    write_document();
    table_has("\np wins 0, q wins 1, 2 differ in settings.\n");
}

TEST(devices_of_one_processor_have_their_names) {
    begin(two);
    for (size_t i = 0; i < 2; i++) {
        json_t *const device = json_array_get(json_object_get(document, "devices"), i);
        json_object_set_new(device, "type", json_string("cpu"));
        json_object_del(device, "node");
    }
    time_of("p", "loop", "none", 0, 64, 9);
    time_of("q", "loop", "none", 0, 64, 3);
    write_document();
    table_has("\np and q are one processor with different drivers\n");
}

/* These recorded drivers have the longest names and reasons. */
TEST(no_reason_is_cut_at_80_columns) {
    crosslane(0,
              "compare %s/bench/results/two-cores/Intel-CPU-runtime.json "
              "%s/bench/results/two-cores/PoCL-3.1.json",
              XL_TEST_SOURCE_DIR, XL_TEST_SOURCE_DIR);
    out_has("compiled code: 9.5% of its limit, not 5.1%\n");
    ck_assert_ptr_null(strstr(c.out, "..."));
    for (const char *at = c.out; at; at = strchr(at + 1, '\n')) ck_assert_uint_le(strcspn(at + 1, "\n"), 80);
}

/* A narrow screen takes settings of the problem, never later columns. */
TEST(the_best_strategies_fit_80_columns) {
    crosslane(0, "show %s/bench/results/two-cores/PoCL-3.1.json", XL_TEST_SOURCE_DIR);
    const char *at = strstr(c.out, ": the best strategy ");
    ck_assert_ptr_nonnull(at);
    for (; (at = strchr(at, '\n')); at++) ck_assert_msg(strcspn(at + 1, "\n") <= 80, "%.100s", at);
    out_has("\nlights4, soft   transposed        2.00 ms 13% arithmetic 1.12 lanes emul 4\n",
            "\nnext, with this file for FILE:\n",
            "\n  crosslane show FILE ALGORITHM    one algorithm's strategies and widths\n");
}

/* Device names and rows stay one line each. */
TEST(markdown_and_page_have_the_same_rows) {
    size_t size;
    begin(two);
    json_t *const device = json_array_get(json_object_get(document, "devices"), 0);
    json_object_set_new(device, "name", json_string("a|b *c*"));
    json_object_set_new(device, "vendor", json_string("q"));
    json_object_set_new(device, "platform", json_string("q"));
    add_time(&(made){"p", LOOP, 0.8, "bandwidth", 1e3, 10e3, 2e3});
    add_time(&(made){"q", LOOP, 0.8, "bandwidth", 1e3, 14e3, 2e3});
    write_document();
    crosslane(0, "show %s --markdown", scratch_path("in.json"));
    out_has("## Verdict\n\n| algorithm | faster | times | why |\n|---|---|---:|---|\n| reduce | ",
            "a\\|b \\*c\\*", " | 1.40 | memory: 1.40 times the bandwidth |\n");
    crosslane(0, "report %s --out %s", scratch_path("in.json"), scratch_path("out.html"));
    char *const page = scratch_read("out.html", &size);
    ck_assert_msg(strstr(page, "a|b *c*</td><td class=\"times\">1.40</td>") != NULL, "%s", page);
    free(page);
}
