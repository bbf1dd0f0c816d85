/* Plans in which every pair of values occurs in a row, and `verify --level pairs`. */
#include "verify/cover.h"
#include "support/one_command.h"
#include "support/bad_driver.h"
#include "support/suite.h"
#include <string.h>

enum { FACTORS = 5, ALL = 31, MOST = 8, ROWS = 400 };
static const int values[FACTORS] = {4, 3, 1, 2, 8};

typedef struct meetings {
    int times[FACTORS][MOST][FACTORS][MOST];
} meetings;

static void note(meetings *m, const int *choice) {
    for (int f = 0; f < FACTORS; f++)
        for (int g = 0; g < FACTORS; g++)
            if (f != g && choice[f] >= 0 && choice[g] >= 0) m->times[f][choice[f]][g][choice[g]]++;
}

static void start(tool_cover *cover) {
    *cover = (tool_cover){0};
    for (int f = 0; f < FACTORS; f++) ck_assert_int_eq(tool_cover_add(cover, values[f]), f);
    ck_assert(tool_cover_start(cover));
}

static bool refuses(const int *choice) {
    return (choice[0] == 1 && choice[1] == 0) || choice[4] == 7;
}

static int run_all(tool_cover *cover, bool refusing, meetings *met) {
    tool_random random;
    tool_random_start(&random, 1, 0);
    int rows = 0;
    for (int draw = 0; draw < 100000; draw++) {
        int choice[FACTORS] = {TOOL_OPEN, TOOL_OPEN, TOOL_OPEN, TOOL_OPEN, TOOL_OPEN};
        tool_pair seed;
        if (!tool_cover_seed(cover, ALL, 0, choice, &random, &seed)) return rows;
        for (int i = 0; i < 2; i++) choice[seed.factor[i]] = seed.value[i];
        tool_cover_fill(cover, ALL, (tool_cover_way)(draw % 3), &random, choice);
        if (refusing && refuses(choice)) {
            tool_cover_fail(cover, &seed);
            continue;
        }
        tool_cover_meet(cover, choice, TOOL_PAIR_MET);
        note(met, choice);
        rows++;
    }
    ck_abort_msg("rows are drawn without end");
    return rows;
}

GROUP("bookkeeping");

TEST(every_two_values_meet) {
    tool_cover cover;
    static meetings met;
    start(&cover);
    const int rows = run_all(&cover, false, &met);
    ck_assert_int_ge(rows, 32); /* 4 x 8 of them need a row each */
    ck_assert_int_le(rows, 50);
    for (int f = 0; f < FACTORS; f++)
        for (int g = 0; g < FACTORS; g++)
            for (int v = 0; v < values[f] && f != g; v++)
                for (int w = 0; w < values[g]; w++) ck_assert_int_gt(met.times[f][v][g][w], 0);
    /* A factor of one value has no pairs: 4x3 + 4x2 + 4x8 + 3x2 + 3x8 + 2x8. */
    ck_assert_int_eq(tool_cover_count(&cover, TOOL_PAIR_MET), 98);
    ck_assert_int_eq(tool_cover_count(&cover, TOOL_PAIR_LEFT), 0);
    tool_cover_free(&cover);
}

TEST(only_pairs_that_cannot_meet_are_named) {
    tool_cover cover;
    static meetings met;
    start(&cover);
    run_all(&cover, true, &met);
    for (int f = 0; f < FACTORS; f++)
        for (int g = f + 1; g < FACTORS; g++)
            for (int v = 0; v < values[f]; v++)
                for (int w = 0; w < values[g]; w++) {
                    const bool never = (f == 0 && v == 1 && g == 1 && w == 0) || (g == 4 && w == 7);
                    ck_assert_msg(tool_cover_state(&cover, f, v, g, w) ==
                                      (never ? TOOL_PAIR_NEVER : TOOL_PAIR_MET),
                                  "%d=%d with %d=%d", f, v, g, w);
                    ck_assert_int_eq(met.times[f][v][g][w] > 0, !never);
                }
    tool_cover_free(&cover);
}

TEST(excluded_pairs_never_occur) {
    tool_cover cover;
    static meetings met;
    start(&cover);
    for (int w = 0; w < values[3]; w++) tool_cover_exclude(&cover, 0, 2, 3, w);
    run_all(&cover, false, &met);
    for (int w = 0; w < values[3]; w++) ck_assert_int_eq(met.times[0][2][3][w], 0);
    ck_assert_int_eq(tool_cover_count(&cover, TOOL_PAIR_MET), 96);
    tool_cover_free(&cover);
}

TEST(planned_pairs_do_not_count) {
    tool_cover cover;
    start(&cover);
    const int choice[FACTORS] = {0, 0, 0, 0, 0}, other[FACTORS] = {0, 1, 0, 1, 1};
    tool_cover_meet(&cover, choice, TOOL_PAIR_PLANNED);
    ck_assert_int_eq(tool_cover_count(&cover, TOOL_PAIR_PLANNED), 6);
    tool_cover_meet(&cover, choice, TOOL_PAIR_MET);
    tool_cover_meet(&cover, choice, TOOL_PAIR_PLANNED);
    ck_assert_int_eq(tool_cover_count(&cover, TOOL_PAIR_MET), 6);
    ck_assert_int_eq(tool_cover_gain(&cover, other), 9); /* all ten pairs but that of factors 0 and 2 */
    tool_cover_free(&cover);
}

static void check_meetings(const json_t *records, const int *widths, int count) {
    bool met[129][5] = {{false}};
    size_t at;
    json_t *row;
    json_array_foreach(records, at, row) {
        ck_assert_str_eq(json_string_value(json_object_get(row, "status")), "ok");
        const json_int_t width = json_integer_value(json_object_get(row, "width_requested"));
        met[width][json_integer_value(json_object_get(json_object_get(row, "params"), "channels"))] = true;
    }
    for (int i = 0; i < count; i++)
        for (int channels = 1; channels <= 4; channels++)
            ck_assert_msg(met[widths[i]][channels], "width %d with %d channels", widths[i], channels);
}

GROUP("commands");
AROUND(enter, leave);

TEST(all_meet_and_a_seed_repeats_them) {
    static const int widths[] = {4, 16};
    char *first = NULL;
    for (int i = 0; i < 3; i++) {
        crosslane(0,
                  "verify lerp/prefix lerp/affine --device 0 --width 4,16 --level pairs --seed %d --json -",
                  i < 2 ? 5 : 6);
        err_has(i < 2 ? " met, 0 left, 0 impossible here (--seed 5)" : "(--seed 6)");
        json_t *const document = command_document(&c), *records = json_object_get(document, "records");
        check_meetings(records, widths, 2);
        char *const all = calloc(json_array_size(records) + 1, 64);
        size_t at;
        json_t *row;
        ck_assert_ptr_nonnull(all);
        json_array_foreach(records, at, row) {
            const size_t used = strlen(all);
            snprintf(all + used, 64, "%s ", json_string_value(json_object_get(row, "checksum")));
        }
        if (i == 1) ck_assert_str_eq(all, first);
        if (i == 2) ck_assert_str_ne(all, first);
        free(first);
        first = all;
        json_decref(document);
    }
    free(first);
}

TEST(a_fault_of_one_pair_is_found) {
    static const char from[] = "const uint lane = sg_lane(sg);",
                      to[] = "const uint lane = sg_lane(sg) ^ (SG_WIDTH == 16 && CHANNELS == 2);";
    const char *const folder = scratch_path("kernels");
    crosslane(0, "copy lerp %s", folder);
    size_t size = 0;
    char *const text = scratch_read("kernels/lerp/lerp.cl", &size);
    const char *const prefix = strstr(text, "void lerp_prefix(");
    ck_assert_ptr_nonnull(prefix);
    const char *const at = strstr(prefix, from);
    ck_assert_ptr_nonnull(at);
    char *const edited = malloc(size + sizeof to);
    ck_assert_ptr_nonnull(edited);
    snprintf(edited, size + sizeof to, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    scratch_write("kernels/lerp/lerp.cl", edited, strlen(edited));
    free(edited);
    free(text);
    crosslane(1, "verify lerp/prefix --device 0 --width 4,8,16 --kernel-dir %s --level pairs --seed 1",
              folder);
    out_has("WRONG: lerp/prefix", "channels=2", "--width 16");
}

TEST(a_driver_that_dies_costs_its_rows) {
    if (!bad_driver_ready()) return;
    bad_driver_run(&c, "abort-launch=40", "",
                   "verify lerp/serial --device 0 --backend local --width 4 --level pairs --seed 3 --json -");
    command_expect(&c, 4);
    err_has("pairs of lerp: ");
    json_t *const document = command_document(&c);
    ck_assert_ptr_nonnull(strchr(bad_driver_statuses(document), 'e'));
    ck_assert_ptr_nonnull(strchr(bad_driver_statuses(document), 'o'));
    json_decref(document);
}

TEST(meaningless_settings_are_refused) {
    command_run(&c, "verify --level pairs --random 5");
    command_refused(&c, 2, "--random and --level pairs", "take one", NULL);
    command_run(&c, "verify --level pairs --plant '*'");
    command_refused(&c, 2, "--level pairs and --plant", NULL);
    command_run(&c, "verify --level most");
    command_refused(&c, 2, "--level 'most'", "quick, pairs or full", NULL);
}
