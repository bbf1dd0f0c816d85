/* Every sentence of the verdict, with made-up records. */
#include "compared/made_records.h"
#include "support/one_command.h"
#include "support/suite.h"
#include "text/display.h"
#include <string.h>

static void compare(const char *line) {
    ck_assert_int_eq(json_dump_file(document, scratch_path("in.json"), 0), 0);
    json_decref(document);
    crosslane(0, "compare %s --details %s", scratch_path("in.json"), line);
}

static const char *verdict(void) {
    static char words[4000];
    size_t used = 0;
    const char *const end = strstr(c.out, "\nEach strategy");
    ck_assert_ptr_nonnull(end);
    for (const char *at = strstr(c.out, "\nA: p") + 1; at < end && used + 1 < sizeof words; at++) {
        const char letter = *at == '\n' ? ' ' : *at;
        if (letter != ' ' || used == 0 || words[used - 1] != ' ') words[used++] = letter;
    }
    words[used] = '\0';
    return words;
}

static void says(const char *part) {
    command_has(&c, verdict(), part);
}
static void says_not(const char *part) {
    ck_assert_msg(!strstr(verdict(), part), "'%s' is said: %s", part, verdict());
}

static const struct {
    made fast, slow;
    const char *says;
} reasons[] = {{{"p", LOOP, 0.8, "bandwidth", 1e3, 10e3, 2e3},
                {"q", LOOP, 0.8, "bandwidth", 1e3, 14e3, 2e3},
                "p is 1.40 times as fast (1.39 to 1.41), both by loop why: both are bound by memory; A's "
                "memory is 1.40 times "
                "as fast "},
               {{"q", LOOP, 0.8, "arithmetic", 1e3, 1e3, 10e3},
                {"p", LOOP, 0.8, "arithmetic", 1e3, 1e3, 25e3},
                "why: both are bound by arithmetic; B's arithmetic is 2.50 times as fast "},
               {{"p", LOOP, 0.9, "launch", 4e3, 1e3, 1e3},
                {"q", LOOP, 0.9, "launch", 11e3, 1e3, 1e3},
                "p is 2.75 times as fast (2.74 to 2.76), both by loop why: both are bound by the launch: A's "
                "takes 4.00 us, B's "
                "11.0 us "},
               {{"p", TREE, 0.84, "bandwidth", 1e3, 10e3, 2e3},
                {"q", EMULATED, 0.31, "bandwidth", 1e3, 10e3, 2e3},
                "by tree at 8 against tree at emul 8 why: about the same limit (memory, 10.0 us): A reaches "
                "84% of it, B 31%; "
                "A's sub-groups are native, B's emulated "},
               {{"q", EMULATED, 0.84, "bandwidth", 1e3, 10e3, 2e3},
                {"p", TREE, 0.31, "bandwidth", 1e3, 10e3, 2e3},
                "B reaches 84% of it, A 31%; though B's sub-groups are emulated, A's native "},
               {{"p", LOOP, 0.6, "bandwidth", 1e3, 10e3, 2e3},
                {"q", LOOP, 0.3, "bandwidth", 1e3, 20e3, 2e3},
                "p is 4.00 times as fast (3.98 to 4.02), both by loop why: A's memory is 2.00 times as fast; "
                "A reaches 60% of "
                "its limit, B 30% "},
               {{"p", LOOP, 0.6, "launch", 5e3, 1e3, 2e3},
                {"q", LOOP, 0.55, "bandwidth", 1e3, 20e3, 2e3},
                "why: A's limit is 5.00 us (launch), B's 20.0 us (memory) "},
               {{"p", LOOP, 0.04, "bandwidth", 1e3, 10e3, 2e3},
                {"q", LOOP, 0.04, "bandwidth", 1e3, 20e3, 2e3},
                "why: A's memory is 2.00 times as fast, but neither comes near it; A reaches 4.0% of its "
                "limit, B 4.0% "}};

AROUND(enter, leave);

EACH_TEST(reasons_are_those_of_the_records, reasons) {
    begin(two);
    add_time(&reasons[_i].fast);
    add_time(&reasons[_i].slow);
    compare("");
    says(reasons[_i].says);
}

static const made fast = {"p", LOOP, 0.8, "bandwidth", 1e3, 10e3, 2e3},
                  slow = {"q", LOOP, 0.8, "bandwidth", 1e3, 14e3, 2e3};

/* Contradictory records give no reason. */
static const struct {
    const char *field;
    double number;
    const char *text;
} wrong[] = {{"fraction", 1.0, NULL}, {"fraction", 1.2, NULL},     {"fraction", 0.6, NULL},
             {"fraction", 0.0, NULL}, {"limit_ns", 30e3, NULL},    {"bandwidth_bytes_per_s", 1e11, NULL},
             {"bytes", 8e6, NULL},    {"limited_by", 0, "launch"}, {"limited_by", 0, "arithmetic"},
             {"limited_by", 0, NULL}, {"median_ns", 30e3, NULL}};

EACH_TEST(contradictory_records_give_no_reason, wrong) {
    for (int side = 0; side < 2; side++) {
        begin(two);
        json_t *const rows[] = {add_time(&fast), add_time(&slow)};
        json_object_set_new(rows[side], wrong[_i].field,
                            wrong[_i].text            ? json_string(wrong[_i].text)
                            : wrong[_i].number != 0.0 ? json_real(wrong[_i].number)
                                                      : json_null());
        compare("");
        says("why: the records do not say ");
        says_not("times as fast; ");
        says_not("memory");
    }
}

/* Only those that the strategy uses. */
TEST(operations_that_are_not_native_are_named) {
    static const made quick = {"p", "builtin", "khr", 8, 1024, 0.8, "bandwidth", 1e3, 10e3, 2e3},
                      late = {"q", "builtin", "khr", 8, 1024, 0.2, "bandwidth", 1e3, 10e3, 2e3};
    begin(two);
    add_time(&quick);
    add_time(&late);
    add_probe("p", "reduce_add", "u32", 8, "native");
    add_probe("q", "reduce_add", "u32", 8, "demoted");
    add_probe("q", "reduce_add", "f32", 8, "derived");
    add_probe("q", "reduce_add", "u32", 16, "derived");
    add_probe("q", "quad_swap_x", "u32", 8, "derived");
    compare("");
    says("about the same limit (memory, 10.0 us): A reaches 80% of it, B 20%; on B reduce_add demoted words: "
         "by NAME: that strategy; 'crosslane list ALGORITHM' describes it; ");
    says("; at 32: with sub-groups of 32 lanes; demoted: computed from other operations, because the "
         "driver's own "
         "result was wrong");
    says_not("derived");
    says_not("emul 8:");
}

TEST(best_is_of_all_strategies_and_forms) {
    begin(two);
    time_of("p", "loop", "none", 0, 64, 9);
    time_of("p", "tree", "khr", 8, 64, 5);
    time_of("p", "tree", "khr", 16, 64, 4);
    time_of("q", "loop", "none", 0, 64, 3);
    time_of("q", "tree", "local", 8, 64, 2);
    compare("");
    says("A: p B: q reduce: q is 2.00 times as fast (1.99 to 2.01), by tree at emul 8 against tree at 16 ");
    out_has("loop        9.00 us      3.00 us           0.33  faster\n",
            "tree        4.00 us  16  2.00 us  emul 8   0.50  faster\n");
    ck_assert_ptr_null(strstr(c.out, "Rows of equal widths")); /* there are no equal widths */
}

TEST(winners_are_counted_by_problem) {
    begin(two);
    for (int n = 1; n <= 5; n++) {
        time_of("p", "loop", "none", 0, n, 10);
        time_of("q", "loop", "none", 0, n, n == 1 ? 5 : n == 2 ? 10.1 : 10 + 5 * n);
    }
    compare("");
    says("reduce: p is faster in 3 of 5 problems, 2.50 to 3.50 times as fast; q in 1, 2.00 times (u32, "
         "uniform: n=1); "
         "neither in 1 ");
    says("words: by NAME");
    says("why: p in u32, uniform: n=5 (3.50 times, both by loop): ");
    says("why: q in u32, uniform: n=1 (2.00 times, both by loop): ");
}

TEST(no_problem_is_left_uncounted) {
    begin(two);
    for (int n = 1; n <= 1100; n++) {
        time_of("p", "loop", "none", 0, n, n == 1100 ? 10 : 5);
        time_of("q", "loop", "none", 0, n, n == 1100 ? 5 : 10);
    }
    compare("");
    says("reduce: p is faster in 1099 of 1100 problems, 2.00 times as fast; q in 1, 2.00 times");
}

TEST(all_algorithms_stand_together) {
    static const char *const algorithms[] = {"reduce", "scan", "lerp", "match"};
    begin(two);
    for (int i = 0; i < 4; i++) {
        json_t *const a = time_of("p", "loop", "none", 0, 64, 10), *const b =
                                                                       time_of("q", "loop", "none", 0, 64,
                                                                               i == 1   ? 5
                                                                               : i == 3 ? 10
                                                                                        : 20);
        json_object_set_new(a, "algorithm", json_string(algorithms[i]));
        json_object_set_new(b, "algorithm", json_string(algorithms[i]));
        if (i == 2) json_object_set_new(b, "fraction", json_null());
    }
    compare("");
    says("4 algorithms, each device at its best: which is faster, and how many times: p in 2: reduce 2.00, "
         "lerp 2.00 "
         "q in 1: scan 2.00 undecided in "
         "1: match "
         "why: the memory is faster in 2: reduce, scan; the records do not say in 1: lerp ");
}

TEST(all_together_say_in_how_many_problems) {
    begin(two);
    for (int n = 1; n <= 4; n++) {
        json_object_set_new(time_of("p", "loop", "none", 0, n, 10), "algorithm", json_string("scan"));
        json_object_set_new(time_of("q", "loop", "none", 0, n, n == 1 ? 5 : 20), "algorithm",
                            json_string("scan"));
        time_of("p", "loop", "none", 0, n, 10);
        time_of("q", "loop", "none", 0, n, n > 2 ? 10 : 5);
    }
    compare("");
    says("2 algorithms, each device at its best: which is faster, and how many times: p in none q in 1: "
         "reduce "
         "2.00 "
         "(in 2 "
         "of 4) mixed in 1: scan (A in 3 of 4, B in 1) ");
}

/* Also without a node (a run without ranks). */
TEST(devices_of_one_processor_are_named) {
    for (int machines = 0; machines <= 2; machines++) {
        begin(two);
        for (size_t i = 0; i < 2; i++) {
            json_t *const device = json_array_get(json_object_get(document, "devices"), i);
            json_object_set_new(device, "type", json_string("cpu"));
            json_object_set_new(device, "node", json_integer(machines == 1 ? 1 : (json_int_t)i + 1));
            if (machines == 0) json_object_del(device, "node");
        }
        time_of("p", "loop", "none", 0, 64, 9);
        time_of("q", "loop", "none", 0, 64, 3);
        compare("");
        if (machines <= 1)
            says("A and B are one processor with different drivers reduce: ");
        else
            says_not("one processor");
    }
}

TEST(several_devices_have_a_fastest_and_others) {
    begin(three);
    time_of("p", "loop", "none", 0, 64, 30);
    time_of("q", "loop", "none", 0, 64, 10);
    time_of("r", "loop", "none", 0, 64, 15);
    compare("");
    says("reduce: q is 1.50 times as fast as the next, r (1.49 to 1.51), both by loop; p takes 3.00 times as "
         "long ");
    begin(three);
    for (int n = 1; n <= 3; n++) {
        time_of("p", "loop", "none", 0, n, 30);
        time_of("q", "loop", "none", 0, n, n == 2 ? 30 : 10);
        time_of("r", "loop", "none", 0, n, n == 3 ? 5 : 30);
    }
    compare("");
    says("reduce: q is the fastest in 1 of 3 problems, 3.00 times as fast as the next; r in 1, 2.00 times "
         "(u32, uniform: n=3); no one alone in 1 ");
}

/* Makes `count` samples from `low` to `high` times the median. */
static void spread(json_t *row, int count, double low, double high) {
    const double median = json_number_value(json_object_get(row, "median_ns"));
    json_t *const samples = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(samples, json_real(median * (low + (high - low) * i / (count - 1))));
    json_object_set_new(row, "samples_ns", samples);
}

TEST(noise_is_known) {
    begin(two);
    spread(time_of("p", "loop", "none", 0, 64, 10), 9, 0.5, 1.5);
    spread(time_of("q", "loop", "none", 0, 64, 12), 9, 0.5, 1.5);
    compare("");
    says("reduce: p and q cannot be distinguished in this noise (0.");
    says_not("why");
    out_has("1.20  unclear\n");
    begin(two);
    time_of("p", "loop", "none", 0, 64, 10);
    time_of("q", "loop", "none", 0, 64, 10.1);
    compare("");
    says("reduce: p and q take the same time to 2% (1.01 times)");
    begin(two);
    spread(time_of("p", "loop", "none", 0, 64, 10), 4, 0.99, 1.01);
    spread(time_of("q", "loop", "none", 0, 64, 50), 4, 0.99, 1.01);
    compare("");
    says("reduce: too few samples; by the medians q takes 5.00 times as long as p ");
    says_not("why");
}

TEST(what_is_left_out_is_said) {
    begin(two);
    time_of("p", "loop", "none", 0, 64, 10);
    time_of("p", "tree", "khr", 8, 64, 7);
    time_of("p", "serial", "none", 0, 64, 70);
    time_of("q", "loop", "none", 0, 64, 20);
    json_t *const row = time_of("q", "tree", "khr", 8, 64, 5);
    json_object_set_new(row, "status", json_string("skipped"));
    json_object_set_new(row, "reason", json_string("too long"));
    compare("");
    says("p is 2.86 times as fast (2.85 to 2.87), by tree at 8 against loop ");
    says("why: tree skipped on B; both are bound by memory; A's memory is 2.86 times as fast ");
    says("best of those measured; q: tree skipped; serial not measured ");
    out_has("tree        7.00 us  8                       skipped\n",
            "serial      70.0 us                          not measured\n",
            "1 row that others timed is skipped in B, the first reduce u32, uniform: n=64 tree, width 8: "
            "too long\n");
}

TEST(a_wrong_strategy_is_not_the_best) {
    begin(two);
    time_of("p", "loop", "none", 0, 64, 10);
    time_of("p", "tree", "khr", 8, 64, 1);
    time_of("q", "loop", "none", 0, 64, 20);
    json_t *const row = add_row("p", "verify", "mismatch", "tree", "khr", 8);
    json_object_update_new(row, json_pack("{s:s,s:{s:i}}", "reason", "wrong", "params", "n", 65));
    json_object_set_new(row, "mismatch",
                        json_pack("{s:s,s:i,s:i,s:i}", "array", "r", "index", 0, "expected", 1, "got", 2));
    compare("");
    says("p is 2.00 times as fast (1.99 to 2.01), both by loop ");
    says("best of those measured; p: tree at 8 wrong at another size");
}

TEST(a_strategy_wrong_at_one_width_may_win_at_another) {
    size_t size;
    begin(two);
    time_of("p", "loop", "none", 0, 64, 10);
    time_of("p", "tree", "khr", 8, 64, 1);
    time_of("p", "tree", "khr", 4, 64, 2);
    time_of("q", "loop", "none", 0, 64, 20);
    json_t *const row = add_row("p", "bench", "mismatch", "tree", "khr", 8);
    json_object_update_new(row, json_pack("{s:s,s:{s:i}}", "reason", "wrong", "params", "n", 65));
    json_object_set_new(row, "mismatch",
                        json_pack("{s:s,s:i,s:i,s:i}", "array", "r", "index", 0, "expected", 1, "got", 2));
    json_t *each;
    size_t i;
    json_array_foreach(json_object_get(document, "records"), i, each)
        json_object_set_new(each, "checksum", json_string("0123456789abcdef"));
    compare("");
    says("p is 10.0 times as fast (9.96 to 10.0), by tree at 4 against loop ");
    crosslane(0, "report %s --site %s", scratch_path("in.json"), scratch_path("site"));
    char *const page = scratch_read("site/device-1.html", &size);
    ck_assert_msg(strstr(page, "tree at 4") && !strstr(page, "tree at 8"), "%s", page);
    free(page);
}

TEST(eighty_columns_are_enough) {
    static const char folder[] = XL_TEST_SOURCE_DIR "/bench/results/two-cores/";
    command_run_on_terminal(&c, 80, "NO_COLOR=1 compare %sIntel-CPU-runtime.json %sPoCL-3.1.json", folder,
                            folder);
    command_expect(&c, 0);
    out_has("2 devices, 19 algorithms ", " Intel's CPU and PoCL 3.1\r\n", "reduce     Intel's CPU  2.51 ",
            " native sub-groups; the other uses none\r\n");
    for (char *line = strtok(c.out, "\r\n"); line; line = strtok(NULL, "\r\n"))
        ck_assert_msg(tool_text_width(line) <= 80, "%zu columns: %s", tool_text_width(line), line);
}

TEST(the_winner_has_a_colour_on_a_terminal) {
    static const char *const terms[][2] = {{"xterm", ""}, {"xterm", "1"}, {"dumb", ""}};
    for (int i = 0; i < 3; i++) {
        begin(two);
        time_of("p", "loop", "none", 0, 64, 10);
        time_of("q", "loop", "none", 0, 64, 20);
        ck_assert_int_eq(json_dump_file(document, scratch_path("in.json"), 0), 0);
        json_decref(document);
        command_run_on_terminal(&c, 80, "TERM=%s NO_COLOR=%s compare %s", terms[i][0], terms[i][1],
                                scratch_path("in.json"));
        command_expect(&c, 0);
        const bool coloured = strstr(c.out, "\033[32mreduce     p ") != NULL;
        ck_assert_msg(coloured == (i == 0) && (coloured || !strchr(c.out, '\033')), "%s", c.out);
        command_free(&c);
    }
    command_run(&c, "compare %s", scratch_path("in.json"));
    ck_assert_ptr_null(strchr(c.out, '\033'));
}

TEST(run_ends_with_the_verdict) {
    crosslane(0,
              "run branch/plain branch/select --device 0 --width 8 --set n=64 --samples 3 --min-time 0 "
              "--out-dir %s",
              scratch_path("out"));
    const char *const alone = strstr(c.out, ": the best strategy\n");
    ck_assert_ptr_nonnull(alone);
    command_has(&c, alone, ": the best strategy\nproblem ");
    command_has(&c, alone, "\nbranch, ");
    command_has(&c, alone, "\nnext:\n  crosslane show ");
    const char *const last = strstr(alone, "\n  crosslane report --check ");
    ck_assert_ptr_nonnull(last);
    ck_assert_str_eq(strchr(last + 1, '\n'), "\n      to contribute the results\n");
    char *const live = strdup(alone);
    crosslane(0, "show %s", scratch_path("out/results.json"));
    const char *const again = strstr(c.out, ": the best strategy\n"), *const end =
                                                                          strstr(live, "\nresults: ");
    ck_assert_ptr_nonnull(again);
    ck_assert_ptr_nonnull(end);
    ck_assert_int_eq(strncmp(again, live, (size_t)(end - live)), 0);
    free(live);
    crosslane(0, "report --check %s", scratch_path("out/results.json"));
}

/* A long path leaves no room for an explanation. */
TEST(one_device_on_eighty_columns) {
    command_run_on_terminal(&c, 80,
                            "NO_COLOR=1 run histogram/uniform --device 0 --width 4,8 --set n=64 --samples 3 "
                            "--min-time 0 --backend local --out-dir %s",
                            scratch_path("out"));
    command_expect(&c, 0);
    char *const alone = strstr(c.out, ": the best strategy\r\n");
    ck_assert_msg(alone != NULL, "%s", c.out);
    const char *const first = strstr(alone, "\nTimes by sub-group width, histogram (n=64)\r\nwidth "),
                      *const row = first ? strstr(first, "\nemul 4  ") : NULL,
                      *const other = row ? strstr(row, "\nemul 8  ") : NULL,
                      *const best = row ? strstr(row, "  best  ") : NULL;
    ck_assert_msg(other && best && !strstr(best + 1, "  best  "), "%s", alone);
    command_has(&c, alone, "/out/results.json\r\n      a table for each problem\r\n");
    for (char *line = strtok(alone, "\r\n"); line; line = strtok(NULL, "\r\n"))
        ck_assert_msg(tool_text_width(line) <= 80 || strstr(line, "/out"), "%zu columns: %s",
                      tool_text_width(line), line);
}

TEST(different_computations_have_no_best) {
    static const char *const words[] = {"lanes/sum lanes/scan", "lanes/sum"};
    for (int several = 0; several < 2; several++) {
        crosslane(
            0,
            "run %s --details --device 0 --width 8 --set n=64 --samples 3 --min-time 0 --force --out-dir %s",
            words[1 - several], scratch_path("out"));
        ck_assert((strstr(c.out, "\nlanes, digits: n=64  s") == NULL) == (several == 1));
        ck_assert((strstr(c.out, "\nbest: ") == NULL) == (several == 1));
    }
    static const char folder[] = XL_TEST_SOURCE_DIR "/bench/results/two-cores";
    crosslane(0, "compare %s/Intel-CPU-runtime.json %s/PoCL-3.1.json lanes", folder, folder);
    out_has("Their strategies compute different");
}
