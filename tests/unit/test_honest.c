/* Equal rows are called different no more often than promised, and slower ones are found, in made-up or
   recorded times. */
#include "support/suite.h"
#include "job/turns.h"
#include "records/results.h"
#include "recorded/rank_test.h"
#include "records/stats.h"
#include "verdict/contest.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 1,000 pairs with p = 0.01: in 98% of all outcomes at most 17 are called different. */
enum { PAIRS = 1000, MOST_DIFFERENT = 17, MOST = 64 };

static uint64_t state;
static double next(void) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return ((double)(state >> 11) + 0.5) * 0x1p-53;
}

/* One in ten times is longer because of a disturbance, by up to many times the width of the middle. */
static double made_up(double noise) {
    const double normal = sqrt(-2.0 * log(next())) * cos(2.0 * acos(-1.0) * next());
    const double held_up = next() < 0.1 ? -5.0 * noise * log(next()) : 0.0;
    return 100.0 * exp(noise * normal) * (1.0 + held_up);
}

static void draw(double *out, size_t count, double noise, double times) {
    for (size_t i = 0; i < count; i++) out[i] = times * made_up(noise);
}

static bool are_different(const double *a, size_t a_count, const double *b, size_t b_count) {
    double x[MOST], y[MOST];
    memcpy(x, a, a_count * sizeof *a);
    memcpy(y, b, b_count * sizeof *b);
    const tool_rank found =
        tool_rank_of(a, a_count, tool_median(x, a_count), b, b_count, tool_median(y, b_count));
    ck_assert(found != TOOL_RANK_FEW && found != TOOL_RANK_UNTIMED);
    return found == TOOL_RANK_FASTER || found == TOOL_RANK_SLOWER;
}

static const struct {
    size_t a, b;
    double noise;
} sides[] = {{10, 10, 0.01}, {10, 10, 0.05}, {10, 10, 0.3}, {15, 15, 0.02},
             {15, 15, 0.08}, {15, 15, 0.30}, {10, 15, 0.1}, {60, 60, 0.05}};

/* How many of PAIRS are called different. */
static int different(int side, double times) {
    int found = 0;
    state = (uint64_t)side + 1;
    for (int i = 0; i < PAIRS; i++) {
        double a[MOST], b[MOST];
        draw(a, sides[side].a, sides[side].noise, 1.0);
        draw(b, sides[side].b, sides[side].noise, times);
        found += are_different(a, sides[side].a, b, sides[side].b);
    }
    return found;
}

EACH_TEST(the_same_is_seldom_different, sides) {
    const int found = different(_i, 1.0);
    ck_assert_msg(found <= MOST_DIFFERENT, "%d of %d", found, PAIRS);
}

/* At a noise of 1 or 2%, 20% are always found, 5% in 90 of 100 pairs. */
TEST(slower_rows_are_found) {
    static const int quiet[] = {0, 3};
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++) {
        ck_assert_int_eq(different(quiet[i], 1.2), PAIRS);
        ck_assert_int_eq(different(quiet[i], 2.0), PAIRS);
        const int found = different(quiet[i], 1.05);
        ck_assert_msg(found >= PAIRS * 9 / 10, "%d of %d", found, PAIRS);
    }
}

static const char *const recorded[] = {"beside_cub_20", "auto_spheres", "groupcache_entries",
                                       "auto_histogram"};

static void redraw(const double *from, size_t count, double *out, size_t wanted, double times) {
    for (size_t i = 0; i < wanted; i++) out[i] = times * from[(size_t)(next() * (double)count)];
}

/* How many pairs of recorded rows are called different, and how many quiet rows if the second takes 20% and
   100% longer. */
typedef struct tally {
    int rows, same, quiet, slower, doubled;
} tally;

static void try_row(const json_t *row, tally *out) {
    enum { COUNT = 15 };
    double a[COUNT], b[COUNT];
    size_t count = 0;
    double *const samples = tool_record_samples(row, &count);
    const bool quiet = json_is_false(json_object_get(row, "noisy"));
    if (count >= COUNT) {
        out->rows++;
        redraw(samples, count, a, COUNT, 1.0);
        redraw(samples, count, b, COUNT, 1.0);
        out->same += are_different(a, COUNT, b, COUNT);
        redraw(samples, count, b, COUNT, 1.2);
        out->quiet += quiet;
        out->slower += quiet && are_different(a, COUNT, b, COUNT);
        redraw(samples, count, b, COUNT, 2.0);
        out->doubled += quiet && are_different(a, COUNT, b, COUNT);
    }
    free(samples);
}

EACH_TEST(recorded_rows_are_as_fast_as_themselves, recorded) {
    char path[512];
    json_t *document = NULL;
    const json_t *row;
    xl_error error = {0};
    size_t i;
    tally f = {0};
    snprintf(path, sizeof path, XL_TEST_SOURCE_DIR "/bench/results/nvidia-h200/%s.json", recorded[_i]);
    ck_assert_msg(tool_results_load(path, &document, &error) == XL_SUCCESS, "%s", error.text);
    state = 3;
    while (f.rows < PAIRS) {
        const int before = f.rows;
        json_array_foreach(json_object_get(document, "records"), i, row) try_row(row, &f);
        ck_assert_int_gt(f.rows, before);
    }
    json_decref(document);
    ck_assert_msg(f.same * 1000 <= f.rows * MOST_DIFFERENT, "%d of %d", f.same, f.rows);
    ck_assert_msg(f.slower * 100 >= f.quiet * 99 && f.doubled == f.quiet, "20%%: %d, 100%%: %d of %d",
                  f.slower, f.doubled, f.quiet);
}

enum { STRATEGIES = 6, SAMPLES = 10 };

static json_t *make_row(const char *device, int strategy, int problem, double *times, size_t count) {
    char name[24];
    json_t *const samples = json_array(), *const row = tool_record_make("bench", "ok");
    for (size_t i = 0; i < count; i++) json_array_append_new(samples, json_real(times[i]));
    snprintf(name, sizeof name, "s%d", strategy);
    json_object_update_new(row, json_pack("{s:s,s:s,s:s,s:s,s:i,s:{s:i},s:s,s:s,s:o,s:f}", "device", device,
                                          "algorithm", "reduce", "strategy", name, "backend", "none",
                                          "width_requested", 0, "params", "n", problem + 1, "type", "u32",
                                          "distribution", "uniform", "samples_ns", samples, "median_ns",
                                          tool_median(times, count)));
    return row;
}

static void add_row(json_t *records, const char *device, int strategy, int problem, double noise,
                    double times) {
    double drawn[SAMPLES];
    draw(drawn, SAMPLES, noise, times);
    json_array_append_new(records, make_row(device, strategy, problem, drawn, SAMPLES));
}

static int count_winners(json_t *records, double times) {
    static const tool_options all;
    static const tool_words none;
    tool_recorded r;
    tool_matches matches;
    int found = 0;
    json_t *const document =
        json_pack("{s:[{s:s,s:s,s:s},{s:s,s:s,s:s}],s:o}", "devices", "id", "p", "status", "ok", "name", "p",
                  "id", "q", "status", "ok", "name", "q", "records", records);
    tool_recorded_of(document, "made up", &r);
    tool_match_rows(&r, &all, &none, &matches);
    tool_contests c = tool_contests_make(&r, &matches, &all, &none, 2);
    ck_assert_uint_eq(c.count, PAIRS);
    for (size_t i = 0; i < c.count; i++) {
        ck_assert_int_ne(c.item[i].winner, TOOL_WINS_UNKNOWN);
        found += c.item[i].winner >= 0;
        if (times >= 1.05) ck_assert_int_ne(c.item[i].winner, 1);
    }
    tool_contests_free(&c);
    tool_matches_free(&matches);
    tool_recorded_free(&r);
    json_decref(document);
    return found;
}

/* The same for two devices with several equally fast strategies each. */
static int won(int strategies, double noise, double times) {
    json_t *const records = json_array();
    state = 11;
    for (int p = 0; p < PAIRS; p++)
        for (int s = 0; s < strategies; s++) {
            add_row(records, "p", s, p, noise, 1.0);
            add_row(records, "q", s, p, noise, times);
        }
    return count_winners(records, times);
}

TEST(equal_devices_have_no_winner) {
    static const double noise[] = {0.01, 0.05};
    for (size_t i = 0; i < sizeof noise / sizeof *noise; i++) {
        const int one = won(1, noise[i], 1.0), many = won(STRATEGIES, noise[i], 1.0);
        ck_assert_msg(one <= MOST_DIFFERENT && many <= MOST_DIFFERENT, "noise %g: %d, of many strategies %d",
                      noise[i], one, many);
    }
}

TEST(a_slower_device_loses) {
    ck_assert_int_eq(won(STRATEGIES, 0.01, 1.2), PAIRS);
    const int found = won(STRATEGIES, 0.01, 1.05);
    ck_assert_msg(found >= PAIRS * 9 / 10, "%d of %d", found, PAIRS);
}

/* Load that changes after `lasts` samples on average and makes all up to twice as slow. In a share `falls` of
   the parts of rounds, the active device's clock also falls by a quarter. */
typedef struct weather {
    double lasts, load, falls;
} weather;

static double under(weather *w) {
    if (next() < 1.0 / w->lasts) w->load = next();
    return 1.0 + w->load;
}

enum { ROUNDS = TOOL_ROUNDS_OF_RUN, TURNS_SAMPLES = 40, MOST_STRATEGIES = 3 };

/* Rows of two devices that alternate A B, B A. `told`: they record the rounds. */
static void take_turns(json_t *records, int problem, int strategies, int rounds, bool told, double noise,
                       double times, weather *w) {
    double samples[2][MOST_STRATEGIES][TURNS_SAMPLES];
    json_t *const began[2] = {json_array(), json_array()}, *const counts = json_array();
    const int each = TURNS_SAMPLES / rounds, all = each * rounds;
    for (int turn = 0; turn < 2 * rounds; turn++) {
        const int side = turn % 4 == 1 || turn % 4 == 2, round = turn / 2;
        const double clock = w->falls > 0.0 && next() < w->falls ? 0.75 : 1.0;
        for (int i = 0; i < each; i++)
            for (int s = 0; s < strategies; s++)
                samples[side][s][each * round + i] = (side ? times : 1.0) * made_up(noise) * under(w) / clock;
        json_array_append_new(began[side], json_integer(turn));
        if (side == 0) json_array_append_new(counts, json_integer(each));
    }
    for (int side = 0; side < 2; side++)
        for (int s = 0; s < strategies; s++) {
            json_t *const row = make_row(side ? "q" : "p", s, problem, samples[side][s], (size_t)all);
            if (told) json_object_set(row, "round_samples", counts);
            if (told) json_object_set(row, "round_began_ms", began[side]);
            json_array_append_new(records, row);
        }
    for (int side = 0; side < 2; side++) json_decref(began[side]);
    json_decref(counts);
}

static int won_in(weather w, int strategies, int rounds, bool told, double noise, double times) {
    json_t *const records = json_array();
    state = 7;
    for (int p = 0; p < PAIRS; p++) take_turns(records, p, strategies, rounds, told, noise, times, &w);
    return count_winners(records, times);
}

static int won_in_turns(int strategies, int rounds, bool told, double noise, double times, double lasts) {
    return won_in((weather){.lasts = lasts}, strategies, rounds, told, noise, times);
}

static const double lasting[] = {4.0, 16.0, 60.0, 300.0};

/* Timed in two halves, equal devices would often be called different: the load differs between the halves. */
TEST(samples_of_a_while_are_no_draws) {
    for (size_t i = 1; i < 3; i++) {
        const int found = won_in_turns(1, 2, false, 0.01, 1.0, lasting[i]);
        ck_assert_msg(found > 2 * MOST_DIFFERENT, "lasts %g: %d", lasting[i], found);
    }
}

EACH_TEST(equal_devices_are_equal_under_load, lasting) {
    const int one = won_in_turns(1, ROUNDS, true, 0.01, 1.0, lasting[_i]),
              noisy = won_in_turns(1, ROUNDS, true, 0.05, 1.0, lasting[_i]),
              many = won_in_turns(MOST_STRATEGIES, ROUNDS, true, 0.03, 1.0, lasting[_i]);
    ck_assert_msg(one <= MOST_DIFFERENT && noisy <= MOST_DIFFERENT && many <= MOST_DIFFERENT,
                  "lasts %g: %d, with more noise %d, of many strategies %d", lasting[_i], one, noisy, many);
}

TEST(slower_devices_are_found_by_alternating) {
    ck_assert_int_eq(won_in_turns(1, ROUNDS, true, 0.01, 2.0, INFINITY), PAIRS);
    ck_assert_int_eq(won_in_turns(1, ROUNDS, true, 0.01, 1.2, INFINITY), PAIRS);
    const int idle = won_in_turns(1, ROUNDS, true, 0.01, 1.05, INFINITY),
              best = won_in_turns(MOST_STRATEGIES, ROUNDS, true, 0.01, 1.05, INFINITY),
              loaded = won_in_turns(1, ROUNDS, true, 0.01, 1.2, 300.0);
    ck_assert_msg(idle >= PAIRS * 9 / 10 && best >= PAIRS * 9 / 10, "5%%: %d, of many strategies %d of %d",
                  idle, best, PAIRS);
    ck_assert_msg(loaded >= PAIRS * 9 / 10, "20%% under load: %d of %d", loaded, PAIRS);
}

TEST(a_falling_clock_hides_nothing) {
    const weather falling = {.lasts = INFINITY, .falls = 0.15};
    const int equal = won_in(falling, 1, TOOL_ROUNDS, true, 0.01, 1.0),
              slower = won_in(falling, 1, TOOL_ROUNDS, true, 0.01, 1.05);
    ck_assert_msg(equal <= MOST_DIFFERENT, "%d of %d equal ones", equal, PAIRS);
    ck_assert_msg(slower >= PAIRS * 9 / 10, "5%%: %d of %d", slower, PAIRS);
}
