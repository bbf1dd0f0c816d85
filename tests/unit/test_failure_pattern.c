/* Each sentence about made-up failures appears when true, and is missing when one element contradicts it. */
#include "support/suite.h"
#include "hints/failure_pattern.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_RUNS = 16, MOST_ELEMENTS = 64 };

static tool_observed runs[MOST_RUNS];
static double expected[MOST_RUNS][MOST_ELEMENTS], got[MOST_RUNS][MOST_ELEMENTS];
static size_t run_count;
static tool_diagnosis said;

static void begin(void) {
    run_count = 0;
    memset(runs, 0, sizeof runs);
}

/* One element per work-item, all right so far: 10, 20, 30... */
static tool_observed *add(int width, int group, int n) {
    tool_observed *const r = &runs[run_count];
    *r = (tool_observed){.width = width,
                         .group_size = (size_t)group,
                         .size_count = 1,
                         .inputs = "uniform",
                         .array = "y",
                         .rank = 1,
                         .shape = {(size_t)n},
                         .dimension = {"n"},
                         .count = (size_t)n,
                         .expected = expected[run_count],
                         .got = got[run_count],
                         .rows_per_group = (size_t)group};
    r->size[0].name = "n";
    r->size[0].value = n;
    for (int i = 0; i < n; i++) expected[run_count][i] = got[run_count][i] = 10.0 * (i + 1);
    run_count++;
    return r;
}

static void set(size_t run, int index, double value) {
    got[run][index] = value;
    runs[run].wrong = true;
}

static void diagnose(void) {
    said = (tool_diagnosis){0};
    tool_diagnose(runs, run_count, &said);
}

static bool is_said(const char *text) {
    for (int i = 0; i < said.count; i++)
        if (strstr(said.line[i], text)) return true;
    return false;
}

static void print_said(char *out, size_t size) {
    out[0] = '\0';
    for (int i = 0; i < said.count; i++)
        snprintf(out + strlen(out), size - strlen(out), "\n  %s", said.line[i]);
}

static void says(const char *text) {
    char all[2048];
    diagnose();
    print_said(all, sizeof all);
    ck_assert_msg(is_said(text), "'%s' is not said:%s", text, all);
}

static void says_not(const char *text) {
    char all[2048];
    diagnose();
    print_said(all, sizeof all);
    ck_assert_msg(!is_said(text), "'%s' is said:%s", text, all);
}

TEST(right_results_have_no_pattern) {
    begin();
    add(8, 32, 16);
    add(16, 32, 17);
    diagnose();
    ck_assert_int_eq(said.count, 0);
    tool_diagnose(NULL, 0, &said);
    ck_assert_int_eq(said.count, 0);
}

TEST(no_multiple_of_the_width) {
    static const int sizes[] = {8, 9, 16, 17, 1, 24};
    begin();
    for (int i = 0; i < 6; i++) add(8, 32, sizes[i])->wrong = sizes[i] % 8 != 0;
    says("wrong where n is not a multiple of the width, right elsewhere");
    runs[2].wrong = true; /* a run of 16, which is a multiple of 8 */
    says_not("not a multiple of the width");
}

TEST(no_multiple_of_the_group) {
    static const int sizes[] = {8, 32, 33, 64};
    begin();
    for (int i = 0; i < 4; i++) add(8, 32, sizes[i])->wrong = sizes[i] % 32 != 0;
    says("wrong where n is not a multiple of the work-group's size");
}

TEST(right_only_at_one_width) {
    static const int widths[] = {4, 8, 16, 32, 64};
    begin();
    for (int i = 0; i < 5; i++) add(widths[i], 64, 64)->wrong = widths[i] != 32;
    says("right only at width 32, wrong at 4, 8, 16 and 64");
    runs[1].wrong = false;
    says("wrong at widths 4, 16 and 64, right at 8 and 32");
    says_not("only");
    /* A single lane has no neighbours. */
    begin();
    for (int i = 0; i < 5; i++) add(i ? widths[i] : 1, 64, 64)->wrong = i > 0;
    says("right only at width 1");
    says_not("SG_WIDTH belongs");
}

TEST(wrong_where_there_is_more_than_one_block) {
    static const int sizes[] = {7, 8, 9, 16};
    begin();
    for (int i = 0; i < 4; i++) add(8, 32, sizes[i])->wrong = sizes[i] > 8;
    says("wrong where n is above the width");
}

TEST(wrong_with_some_inputs) {
    begin();
    add(8, 32, 16)->wrong = true;
    runs[0].inputs = "ones";
    add(8, 32, 16);
    says("wrong with the inputs 'ones', right with others");
}

TEST(past_the_end_and_other_results_each_time) {
    begin();
    add(8, 32, 16)->wrong = true;
    says_not("past the end");
    runs[0].past_end = runs[0].varies = true;
    says("stores past the end");
    says("different results");
}

TEST(lanes_and_sub_groups) {
    begin();
    add(8, 32, 32);
    for (int i = 0; i < 32; i++)
        if (i % 8 == 0) set(0, i, -i - 1.5);
    says("wrong only on lane 0 of each sub-group");
    set(0, 1, 0.5);
    says_not("lane 0 of each");
    begin();
    add(8, 32, 64);
    for (int i = 0; i < 64; i++)
        if (i % 32 < 8) set(0, i, -i - 1.5 * i);
    says("wrong only on the first sub-group of each work-group");
    begin();
    add(8, 32, 32);
    for (int i = 0; i < 32; i++)
        if (i % 8 != 7) set(0, i, -i * i - 1.5);
    says("right only on the last lane of each sub-group");
    begin();
    add(8, 32, 20);
    for (int i = 16; i < 20; i++) set(0, i, -i * i - 1.5);
    says("wrong only in the last sub-group");
}

TEST(channels) {
    begin();
    add(8, 32, 32);
    runs[0].rank = 2;
    runs[0].shape[0] = 8;
    runs[0].shape[1] = 4;
    runs[0].rows_per_group = 0;
    for (int i = 0; i < 32; i += 4) set(0, i, -i * i - 1.5);
    says("wrong only in channel 0");
}

TEST(indices_by_dimension) {
    static const size_t shape[] = {5, 4};
    static const char *const names[] = {"rows", "channels"};
    char text[200];
    tool_index_text(2, shape, names, 13, text, sizeof text);
    ck_assert_str_eq(text, "row 3, channel 1");
    tool_index_text(2, shape, (const char *const[]){"n", "4"}, 13, text, sizeof text);
    ck_assert_str_eq(text, "at [3, 1]");
    tool_index_text(1, shape, names, 3, text, sizeof text);
    ck_assert_str_eq(text, "");
    tool_index_text(2, (const size_t[]){5, 1}, names, 3, text, sizeof text);
    ck_assert_str_eq(text, "");
    begin();
    add(8, 32, 64);
    tool_observed_place(&runs[0], 45, text, sizeof text);
    ck_assert_str_eq(text, "element 45, made by work-group 1, sub-group 1, lane 5");
    runs[0].rows_per_group = 0;
    tool_observed_place(&runs[0], 45, text, sizeof text);
    ck_assert_str_eq(text, "element 45");
}

TEST(values_of_other_elements) {
    begin();
    add(8, 32, 32);
    for (int i = 0; i < 32; i++)
        if (i % 8 != 0) set(0, i, expected[0][i - i % 8]);
    says("every lane has lane 0's value");
    begin();
    add(8, 32, 32);
    for (int i = 1; i < 32; i++) set(0, i, expected[0][i - 1]);
    says("that of the element one to the left");
    set(0, 9, 7.0);
    says_not("to the left");
    begin();
    add(8, 32, 32);
    for (int i = 0; i < 31; i++) set(0, i, expected[0][i + 1]);
    says("that of the element one to the right");
    begin();
    add(8, 32, 32);
    for (int i = 8; i < 32; i++) set(0, i, expected[0][i % 8]);
    says("every sub-group has the values of its work-group's first");
    begin();
    add(8, 32, 32);
    for (int i = 0; i < 32; i++) set(0, i, expected[0][31 - i]);
    says("reverse order");
}

TEST(factors) {
    begin();
    add(8, 32, 16);
    for (int i = 0; i < 16; i++) set(0, i, 3.0 * expected[0][i]);
    says("each wrong value is 3 times too large");
    set(0, 5, 3.01 * expected[0][5]);
    says_not("times too large");
    begin();
    for (int w = 0; w < 2; w++) {
        add(8 << w, 32, 1);
        set((size_t)w, 0, (8 << w) * expected[w][0]);
    }
    says("too large by a factor of the sub-group's width");
    begin();
    add(8, 32, 4);
    for (int i = 0; i < 4; i++) set(0, i, expected[0][i] / 2.0);
    says("each wrong value is 1/2 of the right one");
    begin();
    add(8, 32, 4);
    for (int i = 0; i < 4; i++) set(0, i, expected[0][i] + 7.0);
    says("each wrong value is 7 too large");
}

TEST(values_that_are_none) {
    begin();
    add(8, 32, 16);
    set(0, 3, NAN);
    says("are NaN");
    runs[0].has_untouched = true;
    runs[0].untouched = NAN;
    says("never written");
    set(0, 4, 0.0);
    says_not("never written");
    begin();
    add(8, 32, 16);
    set(0, 3, 0.0);
    set(0, 9, 0.0);
    says("wrong elements are 0");
    says_not("does an operation begin with 0");
    runs[0].identity = true;
    says("does an operation begin with 0");
    begin();
    add(8, 32, 4);
    for (int i = 0; i < 4; i++) set(0, i, expected[0][(i + 2) % 4]);
    says("at the wrong places");
}

/* Only elements with a value of their own show how values arise. */
TEST(some_elements_were_never_written) {
    begin();
    add(4, 8, 8);
    runs[0].has_untouched = runs[0].untouched_is_rare = true;
    runs[0].untouched = 2147385342.0;
    for (int i = 1; i < 4; i++) set(0, i, 2147385342.0);
    says("elements 1 to 3 of 'y' were never written at n = 8: no lane stores there");
    says_not("too large");
    set(0, 6, 2147385342.0);
    says("elements 1 to 3, 6 of 'y' were never written");
    set(0, 7, 0.0);
    says("elements 1 to 3, 6 of 'y' were never written");
    says("wrong elements are 0");
    runs[0].untouched_is_rare = false; /* a result may have the value */
    says_not("never written");
}

/* A large ratio is near a whole number by chance. */
TEST(ratios_that_are_no_factor) {
    begin();
    add(4, 8, 4);
    set(0, 1, expected[0][1] / 2147.4);
    set(0, 2, expected[0][2] / 2147.4);
    says_not("of the right one");
    begin();
    add(4, 8, 4);
    for (int i = 1; i < 4; i++) {
        expected[0][i] = 2147.0;
        set(0, i, 1.0);
    }
    says_not("of the right one");
}

TEST(bounds_count) {
    static const double allowed[] = {1.0, 1.0, INFINITY, 1.0};
    ck_assert(!tool_observed_differs(1.0, 1.5, 0.5));
    ck_assert(tool_observed_differs(1.0, 1.6, 0.5));
    ck_assert(tool_observed_differs(1.0, NAN, 0.5));
    ck_assert(!tool_observed_differs(NAN, NAN, 0.0));
    ck_assert(tool_observed_differs(NAN, 1.0, 0.0));
    ck_assert(!tool_observed_differs(INFINITY, INFINITY, 0.0));
    begin();
    add(2, 4, 4)->allowed = allowed;
    set(0, 0, expected[0][0] + 0.5);
    set(0, 1, expected[0][0] + 0.7); /* lane 0's value, within its bound */
    set(0, 2, NAN);
    set(0, 3, expected[0][2]);
    says("every lane has lane 0's value");
}
