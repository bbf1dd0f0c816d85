/* The verdict's table: order, causes and last line, with made-up records of known answers. */
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
    {{"p", TREE, 0.84, "bandwidth", 1e3, 10e3, 2e3},
     {"q", EMULATED, 0.31, "bandwidth", 1e3, 10e3, 2e3},
     " native sub-groups, not emulated\n"},
    {{"p", TREE, 0.84, "bandwidth", 1e3, 10e3, 2e3},
     {"q", LOOP, 0.31, "bandwidth", 1e3, 10e3, 2e3},
     " native sub-groups; the other has none\n"},
    {{"q", EMULATED, 0.84, "bandwidth", 1e3, 10e3, 2e3},
     {"p", TREE, 0.31, "bandwidth", 1e3, 10e3, 2e3},
     " reaches 84% of its limit, the other 31%\n"},
    {{"p", LOOP, 0.04, "bandwidth", 1e3, 10e3, 2e3},
     {"q", LOOP, 0.05, "bandwidth", 1e3, 20e3, 2e3},
     " reaches 4.0% of a 2.00 times lower limit\n"},
    {{"p", LOOP, 1.6, "bandwidth", 1e3, 10e3, 2e3},
     {"q", LOOP, 0.8, "bandwidth", 1e3, 10e3, 2e3},
     " beats its limit; the other reaches 80%\n"},
};

EACH_TEST(a_row_has_one_cause, causes) {
    begin(two);
    add_time(&causes[_i].fast);
    add_time(&causes[_i].slow);
    write_document();
    table_has(causes[_i].row);
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

/* The largest ratio is first, undecided rows are last; the last line counts the winners. */
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
    table_has("\nreduce     p        3.00  ######  ");
    const char *const match = strstr(c.out, "\nmatch      p        2.00  ####    "),
                      *const scan = strstr(c.out, "\nscan       q        1.50  ##      "),
                      *const lerp =
                          strstr(c.out, "\nlerp       -        1.00          too close to call; try ");
    ck_assert_msg(match && scan && lerp && match < scan && scan < lerp, "%s", c.out);
    out_has("\np wins 2, q wins 1, 1 is too close to call.\n");
}

TEST(three_devices_have_a_column_each) {
    begin(three);
    time_of("p", "loop", "none", 0, 64, 30);
    time_of("q", "loop", "none", 0, 64, 10);
    time_of("r", "loop", "none", 0, 64, 15);
    write_document();
    table_has("\nreduce      3.00      1   1.50  ");
    out_has("\np wins 0, q wins 1, r wins 0.\n");
}

/* The table names devices as its columns do, in the line above it too. */
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

/* Of one device: a narrow screen takes settings of the problem, never the columns after it. */
TEST(the_best_strategies_fit_80_columns) {
    crosslane(0, "show %s/bench/results/two-cores/PoCL-3.1.json", XL_TEST_SOURCE_DIR);
    const char *at = strstr(c.out, ": the best strategy ");
    ck_assert_ptr_nonnull(at);
    for (; (at = strchr(at, '\n')); at++) ck_assert_msg(strcspn(at + 1, "\n") <= 80, "%.100s", at);
    out_has("\nlights4, soft: points=65536 ", " 13% of arithmetic\n");
}

/* A device's name and a row stay one line each, whatever they contain. */
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
