/* bench times a user's kernel without measures, and compares its results. */
#include "support/one_command.h"
#include "support/suite.h"

AROUND(enter, leave);

/* The kernel is right only while it counts measures. */
TEST(timed_kernels_count_nothing) {
    static const char from[] = "return ~v;", to[] = "return ~v + (MEASURES ? 0u : 1u);";
    crosslane(0, "copy branch %s", scratch_path("mine"));
    scratch_edit("mine/branch/branch.h", from, to);
    static const char problem[] = "branch/vote --device 0 --width 4 --set n=64 --set threshold=0";
    crosslane(0, "verify %s --kernel-dir %s", problem, scratch_path("mine"));
    crosslane(1, "bench %s --samples 3 --min-time 0 --kernel-dir %s", problem, scratch_path("mine"));
    out_has("WRONG: branch/vote");
    crosslane(0, "bench %s --samples 3 --min-time 0", problem);
}

static int widths_in(const char *text) {
    int count = 0;
    for (int width = 1; width <= 128; width *= 2) {
        char field[40];
        snprintf(field, sizeof field, "\"width_requested\":%d,", width);
        count += strstr(text, field) != NULL;
    }
    return count;
}

TEST(run_takes_few_widths) {
    static const struct {
        const char *options;
        int least, most;
    } tries[] = {{"", 1, 3}, {"--width 1,2,4,8", 4, 4}};
    for (int i = 0; i < 2; i++) {
        crosslane(0, "run branch/vote --device 0 --set n=64 --samples 3 --min-time 0 %s --force --out-dir %s",
                  tries[i].options, scratch_path("out"));
        size_t size = 0;
        char *const text = scratch_read("out/results.json", &size);
        const int widths = widths_in(text);
        ck_assert_msg(tries[i].least <= widths && widths <= tries[i].most, "'%s': %d widths",
                      tries[i].options, widths);
        free(text);
    }
}

static double alone(const json_t *document, size_t row, const char *strategy) {
    const json_t *const record = json_array_get(json_object_get(document, "records"), row);
    ck_assert_str_eq(json_string_value(json_object_get(record, "strategy")), strategy);
    const json_t *const ns = json_object_get(record, "single_event_ns");
    ck_assert(json_is_null(ns) || json_is_number(ns));
    return json_number_value(ns);
}

/* A launch with a wait inside has no such time. */
TEST(a_launch_alone_by_events) {
    crosslane(0, "bench dispatch/read_back dispatch/maximal --device 0 --width 4 --set n=5000 --set "
                 "distribution=uniform --samples 3 --min-time 0 --json -");
    json_t *const document = command_document(&c);
    ck_assert_double_eq(alone(document, 0, "read_back"), 0.0);
    const double ns = alone(document, 1, "maximal");
    ck_assert_msg(ns > 0.0 && ns < 60e9, "%g ns", ns);
    json_decref(document);
}

static void timed_in(const char *path, char *out, size_t size) {
    json_t *const document = json_load_file(path, 0, NULL), *record;
    size_t i;
    char word[80];
    out[0] = '\0';
    json_array_foreach(json_object_get(document, "records"), i, record) {
        snprintf(word, sizeof word, "%s ", json_string_value(json_object_get(record, "algorithm")));
        if (strcmp(json_string_value(json_object_get(record, "kind")), "bench") == 0 && !strstr(out, word))
            snprintf(out + strlen(out), size - strlen(out), "%s", word);
    }
    json_decref(document);
}

/* The first part always runs. Without --seconds names have no limit and the course's order. */
TEST(run_goes_on_while_there_is_time) {
    static const struct {
        const char *options, *timed;
    } tries[] = {
        {"--seconds 0", "branch "}, {"--seconds 100000", "branch elect lanes "}, {"", "lanes branch elect "}};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        char timed[200];
        crosslane(0,
                  "run lanes/sum elect/every branch/plain --device 0 --width 4 --set n=64 --samples 3 "
                  "--min-time 0 %s --force --out-dir %s",
                  tries[i].options, scratch_path("out"));
        timed_in(scratch_path("out/results.json"), timed, sizeof timed);
        ck_assert_str_eq(timed, tries[i].timed);
    }
}
