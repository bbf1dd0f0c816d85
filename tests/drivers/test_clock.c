/* Detection of clock changes: made-up times of the probe, and rows on a driver that makes up times. */
#include "bench/clock.h"
#include "records/record.h"
#include "support/one_command.h"
#include "support/bad_driver.h"
#include "support/suite.h"
#include <string.h>

/* ---- on made-up times ---------------------------------------------------------------------------------- */

/* Times of the probe in order; the last repeats. */
typedef struct times {
    double item[200];
    int count, at;
} times;

static double next_time(void *of) {
    times *const t = of;
    return t->item[t->at < t->count - 1 ? t->at++ : t->count - 1];
}

static void add_times(times *t, double ns, int count) {
    for (int i = 0; i < count; i++) t->item[t->count++] = ns;
}

enum { LOOK = 4, MOST_LOOK = 24, START = 8 * LOOK };

static tool_clock started(times *t) {
    tool_clock clock;
    *t = (times){.count = 0};
    add_times(t, 1000.0, START);
    tool_clock_start(&clock, next_time, t);
    ck_assert_double_eq(clock.noise, TOOL_CLOCK_SHARE);
    ck_assert_double_eq(clock.last, 1000.0);
    t->count = t->at = 0;
    return clock;
}

static void expect_look(tool_clock *clock, double ns, double wanted) {
    double change = 99.0;
    ck_assert_double_eq_tol(tool_clock_look(clock, &change), ns, 1e-9);
    ck_assert_double_eq_tol(change, wanted, 1e-9);
}

AROUND(enter, leave);

TEST(a_clock_that_stays_says_nothing) {
    times t;
    tool_clock clock = started(&t);
    add_times(&t, 1000.0, LOOK);
    add_times(&t, 1079.0, LOOK); /* noise */
    add_times(&t, 1000.0, LOOK);
    expect_look(&clock, 1000.0, 0.0);
    expect_look(&clock, 1079.0, 0.0);
    expect_look(&clock, 1000.0, 0.0);
    ck_assert_int_eq(t.at, 3 * LOOK - 1);
}

/* A change counts if it lasts as long as the longest look. */
TEST(a_clock_that_changed_is_reported) {
    times t;
    tool_clock clock = started(&t);
    add_times(&t, 1250.0, MOST_LOOK);
    add_times(&t, 1250.0, LOOK);
    add_times(&t, 1000.0, MOST_LOOK);
    expect_look(&clock, 1250.0, -0.2);
    expect_look(&clock, 1250.0, 0.0);
    expect_look(&clock, 1000.0, 0.25);
}

TEST(a_disturbance_is_no_change) {
    times t;
    tool_clock clock = started(&t);
    add_times(&t, 2000.0, MOST_LOOK - 1);
    add_times(&t, 1010.0, 1);
    expect_look(&clock, 1010.0, 0.0);
    t.count = t.at = 0;
    add_times(&t, 5000.0, 1);
    add_times(&t, 1000.0, 1);
    expect_look(&clock, 1000.0, 0.0);
}

/* One disturbance is no scatter. */
TEST(noise_is_the_probes_own) {
    static const double scattered[] = {1000, 1050, 1010, 1060, 1030, 1080, 1020, 1040};
    times t = {.count = 0};
    tool_clock clock;
    for (int i = 0; i < 8; i++) add_times(&t, scattered[i], LOOK);
    tool_clock_start(&clock, next_time, &t);
    ck_assert_double_eq_tol(clock.noise, 8.0 * 20.0 / 1035.0, 1e-9);
    t.count = t.at = 0;
    add_times(&t, 1170.0, MOST_LOOK);
    expect_look(&clock, 1170.0, 0.0);
    t = (times){.count = 0};
    add_times(&t, 1000.0, 3 * LOOK);
    add_times(&t, 9000.0, LOOK);
    add_times(&t, 1000.0, 4 * LOOK);
    tool_clock_start(&clock, next_time, &t);
    ck_assert_double_eq(clock.noise, TOOL_CLOCK_SHARE);
}

TEST(an_unknown_time_says_nothing) {
    times t;
    tool_clock clock = started(&t);
    double change = 99.0;
    add_times(&t, 1000.0, 2);
    add_times(&t, 0.0, 1);
    ck_assert_double_eq(tool_clock_look(&clock, &change), 0.0);
    ck_assert_double_eq(change, 0.0);
    t.count = t.at = 0;
    add_times(&t, 1200.0, MOST_LOOK); /* the last known time counts */
    expect_look(&clock, 1200.0, 1000.0 / 1200.0 - 1.0);
    t = (times){.count = 0};
    add_times(&t, 0.0, 1);
    tool_clock_start(&clock, next_time, &t);
    ck_assert_double_eq(clock.last, 0.0);
    ck_assert_double_eq(tool_clock_look(&clock, &change), 0.0);
    ck_assert_double_eq(change, 0.0);
}

/* ---- in rows ------------------------------------------------------------------------------------------- */

/* The probe's milliseconds: at its start, before and after the first problem, before and after the second. */
static const struct {
    const char *probe;
    const char *said[2]; /* in the two records; "": nothing */
    const char *note;    /* "": none */
    double ms[2][2];
    int again[2];
} rows[] = {{"1", {"", ""}, "", {{1, 1}, {1, 1}}, {0, 0}},
            {"1/1/1/1/2",
             {"", "clock fell by 50%: measured again"},
             "device 0, lerp, problem 2 of 2: clock fell by 50%: measured again\n",
             {{1, 1}, {1, 2}},
             {0, 1}},
            {"1/1/1.6/1.6/1.6",
             {"clock fell by 38%: measured again", ""},
             "device 0, lerp, problem 1 of 2: clock fell by 38%: measured again\n",
             {{1, 1.6}, {1.6, 1.6}},
             {1, 0}},
            {"1/1/1/1/2/1",
             {"", "clock rose by 100% when measured again: times may be off by as much"},
             "problem 2 of 2: clock rose by 100% when measured again: times may be off by as much\n",
             {{1, 1}, {1, 1}},
             {0, 1}},
            {"1/1/1/2",
             {"", "clock fell by 50% since the problem before"},
             "device 0, lerp, problem 2 of 2: clock fell by 50% since the problem before\n",
             {{1, 1}, {2, 2}},
             {0, 0}}};

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++) count++;
    return count;
}

EACH_TEST(a_row_reports_its_clock, rows) {
    char fault[64];
    if (!bad_driver_ready()) return;
    snprintf(fault, sizeof fault, "probe=%s", rows[_i].probe);
    bad_driver_run(&c, fault, "",
                   "bench lerp/serial --set shape=3x20,2x10 --set channels=2 --set distribution=even "
                   "--samples 3 --min-time 0 --json -");
    command_expect(&c, 0);
    json_t *const document = command_document(&c);
    const json_t *const records = json_object_get(document, "records");
    ck_assert_uint_eq(json_array_size(records), 2);
    for (size_t r = 0; r < 2; r++) {
        const json_t *const record = json_array_get(records, r);
        const char *const reason = tool_text_of(record, "reason"), *const said = rows[_i].said[r];
        ck_assert_msg(*said ? strstr(reason, said) != NULL : !strstr(reason, "clock"), "%s", reason);
        ck_assert_msg(!*said || strstr(c.err, said), "no \"%s\" under the table: %s", said, c.err);
        ck_assert_int_eq((int)tool_number_of(record, "measured_again"), rows[_i].again[r]);
        const json_t *const probe = json_object_get(record, "probe_ns");
        ck_assert_uint_eq(json_array_size(probe), 2);
        for (size_t i = 0; i < 2; i++)
            ck_assert_double_eq(json_number_value(json_array_get(probe, i)), 1e6 * rows[_i].ms[r][i]);
        ck_assert_uint_eq(json_array_size(json_object_get(record, "samples_ns")), 3);
    }
    ck_assert_msg(*rows[_i].note ? strstr(c.err, rows[_i].note) != NULL : !strstr(c.err, "clock"), "%s",
                  c.err);
    ck_assert_int_eq(count_of(c.err, "crosslane: device 0, lerp, problem"),
                     rows[_i].again[0] + rows[_i].again[1] + (strstr(rows[_i].note, "as much") != NULL) +
                         (strstr(rows[_i].note, "since") != NULL));
    json_decref(document);
}
