/* Profiles: text, refusals, lookups; tune, and what auto then chooses. */
#include "caps/device_open.h"
#include "table/lookup.h"
#include "caps/profile.h"
#include "table/registry.h"
#include "table/settings.h"
#include "bench/candidates.h"
#include "support/command.h"
#include "support/scratch.h"
#include "support/suite.h"

static const xl__device_facts facts = {.name = "a \"device\" \\ 1", .platform = "p", .driver = "3.1"};

static const xl__choice three[] = {
    {"histogram", "u32", "n=1048576 buckets=256", "local", "none", "group=512", "2026-11-23", 0, 1000.0},
    {"histogram", "u32", "n=16777216 buckets=256", "uniform", "nvidia", "", "2026-11-22", 32, 22000.5},
    {"spheres", "f32", "points=1024 spheres=64 channels=4 model=quadratic", "deferred", "local", "items=2",
     "2026-11-23", 8, 5.0},
};

static char *written(const xl__choice *choices, size_t count) {
    xl__text text = {0};
    xl__profile_write(&text, &facts, choices, count);
    ck_assert(!text.failed);
    return text.data;
}

GROUP("text");

TEST(what_is_written_is_read) {
    char *text = written(three, 3);
    xl_error error;
    const char *at = NULL;
    xl__choice got;
    json_error_t wrong;
    ck_assert_msg(xl__profile_check(text, &facts, "f", &error) == XL_SUCCESS, "%s", error.text);
    for (int i = 0; i < 3; i++) {
        ck_assert(xl__profile_next(text, &at, &got));
        ck_assert_str_eq(got.algorithm, three[i].algorithm);
        ck_assert_str_eq(got.problem, three[i].problem);
        ck_assert_str_eq(got.strategy, three[i].strategy);
        ck_assert_str_eq(got.backend, three[i].backend);
        ck_assert_str_eq(got.tuning, three[i].tuning);
        ck_assert_int_eq(got.width, three[i].width);
    }
    ck_assert(!xl__profile_next(text, &at, &got));
    json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, &wrong); /* another reader of JSON agrees */
    ck_assert_msg(document != NULL, "%s", wrong.text);
    ck_assert_str_eq(json_string_value(json_object_get(document, "device")), facts.name);
    ck_assert_uint_eq(json_array_size(json_object_get(document, "choices")), 3);
    json_decref(document);
    free(text);
}

TEST(damage_is_refused) {
    char *text = written(three, 3);
    const size_t size = strlen(text);
    xl_error error;
    for (size_t cut = 0; cut + 1 < size; cut++) { /* only the last newline may be missing */
        const char kept = text[cut];
        text[cut] = '\0';
        error.text[0] = '\0';
        ck_assert_int_ne(xl__profile_check(text, &facts, "file", &error), XL_SUCCESS);
        check_refusal(error.text, "file");
        for (const char *c = "\"}{,:\\0\n"; *c; c++) {
            text[cut] = *c;
            xl__profile_check(text, &facts, "file", NULL);
        }
        text[cut] = kept;
    }
    ck_assert_int_eq(xl__profile_check(text, &facts, "file", NULL), XL_SUCCESS);
    free(text);
}

TEST(another_device_is_refused) {
    char *text = written(three, 3);
    xl__device_facts other[3] = {facts, facts, facts};
    xl_error error;
    strcpy(other[0].name, "b");
    strcpy(other[1].driver, "3.2");
    strcpy(other[2].platform, "q");
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(xl__profile_check(text, &other[i], "file", &error), XL_UNSUPPORTED);
        check_refusal(error.text, "file: a profile of ");
    }
    char *version = strstr(text, "\"library\": \"");
    version[strlen("\"library\": \"")] = '9';
    ck_assert_int_eq(xl__profile_check(text, &facts, "file", &error), XL_UNSUPPORTED);
    free(text);
}

TEST(unknown_choices_are_refused) {
    static const struct {
        xl__choice choice;
        const char *says;
    } wrong[] = {
        {{"histogran", "u32", "n=1", "local", "none", "", "", 0, 1}, "no algorithm 'histogran'"},
        {{"histogram", "u32", "n=1", "locl", "none", "", "", 0, 1}, "no strategy 'locl' of histogram"},
        {{"histogram", "u32", "n=1", "ballot_cut", "none", "", "", 0, 1}, "no strategy 'ballot_cut'"},
        {{"compact", "u32", "n=1", "counted", "none", "", "", 0, 1}, "no strategy 'counted' of compact"},
        /* right, but the bits depend on the data, or the order is unspecified */
        {{"spheres", "f32", "points=1", "expanded", "none", "", "", 0, 1},
         "no strategy 'expanded' of spheres"},
        {{"compact", "u32", "n=1", "group", "local", "", "", 8, 1}, "no strategy 'group' of compact"},
        {{"histogram", "u32", "m=1", "local", "none", "", "", 0, 1}, "m"},
        {{"histogram", "u32", "n=1", "local", "none", "buckets=2", "", 0, 1}, "buckets is no tuning"},
        {{"histogram", "u32", "n=1", "local", "none", "group=9999", "", 0, 1}, "group"},
        {{"histogram", "u32", "n=1", "local", "khr", "", "", 7, 1}, "width=7"},
    };
    xl_error error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char *text = written(&wrong[i].choice, 1);
        ck_assert_int_eq(xl__profile_check(text, &facts, "file", &error), XL_BAD_VALUE);
        check_refusal(error.text, "file: line 8: ");
        ck_assert_msg(strstr(error.text, wrong[i].says) != NULL, "%s", error.text);
        free(text);
    }
}

static const char *found(const char *text, const char *algorithm, xl_type type, const char *settings) {
    static xl__choice choice;
    xl__problem problem;
    ck_assert_int_eq(xl__read_settings(xl__find_algorithm(algorithm), settings, &problem, NULL), XL_SUCCESS);
    problem.algorithm = xl__find_algorithm(algorithm);
    problem.type = type;
    return xl__profile_find(text, &problem, &choice) ? choice.strategy : "none";
}

TEST(the_nearest_problem_counts) {
    char *text = written(three, 3);
    ck_assert_str_eq(found(text, "histogram", XL_U32, "n=1048576 buckets=256"), "local");
    ck_assert_str_eq(found(text, "histogram", XL_U32, "n=4000000 buckets=256"), "local");
    ck_assert_str_eq(found(text, "histogram", XL_U32, "n=6000000 buckets=300"), "uniform");
    ck_assert_str_eq(found(text, "histogram", XL_U32, "n=4300000 buckets=300"), "none"); /* together over 4 */
    ck_assert_str_eq(found(text, "histogram", XL_U32, "n=67108864"), "uniform"); /* 4 times as large */
    ck_assert_str_eq(found(text, "histogram", XL_U32, "n=67108865"), "none");
    ck_assert_str_eq(found(text, "histogram", XL_U32, "n=1048576 buckets=2048"), "none");
    ck_assert_str_eq(found(text, "histogram", XL_U8, "n=1048576 buckets=256"), "none");
    ck_assert_str_eq(found(text, "histogram", XL_U32, "n=1048576 function=even upper=9"), "none");
    ck_assert_str_eq(found(text, "histogram", XL_U32, "n=0"), "none");
    ck_assert_str_eq(found(text, "lerp", XL_F32, ""), "none");
    ck_assert_str_eq(found(NULL, "histogram", XL_U32, ""), "none");
    ck_assert_str_eq(found(text, "spheres", XL_F32, "points=2000 spheres=64 model=quadratic"), "deferred");
    ck_assert_str_eq(found(text, "spheres", XL_F32, "width=32 height=32 spheres=64 model=quadratic"), "none");
    free(text);
}

/* The plan's default is first, unnamed. */
TEST(every_size_of_a_work_group_is_tried) {
    tool_job job = {.options = {.command = TOOL_COMMAND_tune, .seed = 1, .repeat = 1}};
    tool_session session;
    xl_error error;
    static tool_candidates all;
    ck_assert_msg(tool_session_open(&session, &job, NULL, &error) == XL_SUCCESS, "%s", error.text);
    tool_config config = {.cs = tool_find_case("reduce"), .type = XL_U32, .backend = "local", .width = 16};
    config.strategy = xl__find_strategy(config.cs->algorithm, "butterfly");
    config.distribution = config.cs->distributions[0];
    ck_assert_int_ge(config.strategy, 0);
    tool_candidates_vary(&session, &config, &all);
    const size_t largest = xl__get_facts(session.device)->largest_group;
    int sizes = 0, expected = -1;
    for (size_t size = 16; size <= (largest < 1024 ? largest : 1024); size *= 2) expected++;
    for (int i = 0; i < all.count; i++) {
        char last[32] = "";
        for (size_t size = 16; size <= 1024; size *= 2) {
            snprintf(last, sizeof last, "group=%zu", size);
            sizes += strcmp(all.item[i].settings, last) == 0;
        }
    }
    ck_assert_str_eq(all.item[0].settings, "");
    ck_assert_int_gt(expected, 2);
    ck_assert_int_eq(sizes, expected);
    tool_session_close(&session);
}

#define TUNE "tune lerp/serial lerp/deferred --device 0 --width 8 --samples 1 --min-time 0 --quiet"
#define TIME "bench lerp/auto --device 0 --samples 1 --min-time 0 --quiet --set shape=16x24 --json -"

static char cache[512];

static void use_cache(void) {
    scratch_make();
    snprintf(cache, sizeof cache, "CROSSLANE_CACHE_DIR=%s", scratch_folder);
}

static const char *profile_name(void) {
    static char name[256];
    DIR *folder = opendir(scratch_folder);
    ck_assert_ptr_nonnull(folder);
    name[0] = '\0';
    for (const struct dirent *e = readdir(folder); e; e = readdir(folder))
        if (strncmp(e->d_name, "profile-", 8) == 0 && strcmp(e->d_name + strlen(e->d_name) - 5, ".json") == 0)
            snprintf(name, sizeof name, "%s", e->d_name); /* not a partial file, NAME.json.SOMETHING */
    closedir(folder);
    return name;
}

static void tune(command *c) {
    command_run(c, "%s " TUNE " --set shape=16x24", cache);
    command_expect(c, 0);
    ck_assert(profile_name()[0] != '\0');
}

static void edit(const char *from, const char *to) {
    size_t size = 0;
    char *text = scratch_read(profile_name(), &size), *at = strstr(text, from);
    ck_assert_msg(at != NULL, "no %s in %s", from, text);
    memcpy(at, to, strlen(to));
    scratch_write(profile_name(), text, size);
    free(text);
}

static void plant_deferred(void) {
    size_t size = 0;
    xl__choice choice;
    const char *at = NULL;
    char *text = scratch_read(profile_name(), &size);
    char *list = strstr(text, "\"choices\"");
    ck_assert(xl__profile_next(text, &at, &choice));
    ck_assert_str_eq(choice.type, "f32");
    ck_assert_str_eq(choice.problem, "rows=16 n=24 channels=4");
    xl__text made = {0};
    xl__text_add(&made, text, (size_t)(list - text));
    xl__text_format(
        &made,
        "\"choices\": [{\"algorithm\": \"lerp\", \"type\": \"f32\", \"problem\": \"%s\", \"strategy\": "
        "\"deferred\", \"backend\": \"local\", \"width\": 8, \"tuning\": \"carry=last\", \"ns\": 1, "
        "\"date\": \"2026-11-23\"}]}",
        choice.problem);
    scratch_write(profile_name(), made.data, made.size);
    xl__text_free(&made);
    free(text);
}

static const char *field(command *c, const char *name) {
    static char value[512];
    json_t *document = command_document(c);
    const json_t *records = json_object_get(document, "records");
    ck_assert_uint_eq(json_array_size(records), 2); /* one for each of two inputs */
    const char *text = json_string_value(json_object_get(json_array_get(records, 0), name));
    snprintf(value, sizeof value, "%s", text ? text : "null");
    json_decref(document);
    return value;
}

GROUP("typed");
AROUND(use_cache, scratch_remove);

TEST(auto_takes_the_measured_choice) {
    command c = {.pid = 0};
    struct stat mode;
    command_run(&c, "%s " TIME, cache);
    command_expect(&c, 0);
    ck_assert_str_eq(field(&c, "chosen_by"), "rule: no profile of this device");
    tune(&c);
    command_has(&c, c.out, "lerp f32, rows=16 n=24 channels=4: ");
    ck_assert_int_eq(stat(scratch_path(profile_name()), &mode), 0);
    ck_assert_uint_eq(mode.st_mode & 0777, 0600);
    plant_deferred();
    command_run(&c, "%s " TIME, cache);
    command_expect(&c, 0);
    ck_assert_str_eq(field(&c, "chosen_by"), "profile of 2026-11-23: rows=16 n=24 channels=4");
    ck_assert_str_eq(field(&c, "strategy_chosen"), "deferred");
    ck_assert(strstr(c.out, "\"carry\":\"last\"") != NULL);
    command_run(&c, "%s " TIME " --width 16", cache);
    command_expect(&c, 0);
    ck_assert_str_eq(field(&c, "chosen_by"), "rule: width or backend are asked for");
    command_run(&c, "%s " TIME " --set carry=ballot", cache);
    command_expect(&c, 0);
    ck_assert(strstr(c.out, "\"carry\":\"ballot\"") != NULL);
    rename(scratch_path(profile_name()), scratch_path("mine.json"));
    command_run(&c, "%s " TIME " --profile %s", cache, scratch_path("mine.json"));
    command_expect(&c, 0);
    ck_assert_str_eq(field(&c, "strategy_chosen"), "deferred");
    command_run(&c, "%s list lerp --device 0 --profile %s", cache, scratch_path("mine.json"));
    command_expect(&c, 0);
    command_has(&c, c.out, "(rule: the device's profile has nothing near this problem)");
    command_free(&c);
}

TEST(a_profile_that_cannot_be_trusted_is_not_used) {
    command c = {.pid = 0};
    tune(&c);
    plant_deferred();
    static const char *const edits[][3] = {
        {"\"deferred\"", "\"defered_\"", "no strategy 'defered_' of lerp that auto takes"},
        {"\"defered_\"", "\"deferred\"", NULL},
        {"\"driver\": \"", "\"driver\": 1", "not a profile"},
        {"\"driver\": 1", "\"driver\": \"", NULL},
        {"\"library\": \"0", "\"library\": \"9", "a profile of version 9"},
        {"\"library\": \"9", "\"library\": \"0", NULL},
    };
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        edit(edits[i][0], edits[i][1]);
        command_run(&c, "%s " TIME, cache);
        command_expect(&c, 0);
        ck_assert_str_eq(field(&c, "strategy_chosen"), edits[i][2] ? "interleaved" : "deferred");
        if (!edits[i][2]) continue;
        command_has(&c, c.err, edits[i][2]);
        ck_assert_ptr_null(strstr(strstr(c.err, edits[i][2]) + 1, edits[i][2]));
        ck_assert_ptr_null(strstr(strstr(c.err, "profile-") + 1, "profile-"));
    }
    chmod(scratch_path(profile_name()), 0666);
    command_run(&c, "%s " TIME, cache);
    command_has(&c, c.err, "not used: ");
    ck_assert_str_eq(field(&c, "strategy_chosen"), "interleaved");
    command_free(&c);
}

TEST(the_rule_replaces_a_choice_that_cannot_run) {
    command c = {.pid = 0};
    tune(&c);
    plant_deferred();
    edit("\"local\"", "\"nvida\"");
    command_run(&c, "%s " TIME, cache);
    command_expect(&c, 0);
    ck_assert_str_eq(field(&c, "strategy_chosen"), "interleaved");
    ck_assert_msg(strstr(field(&c, "chosen_by"), "rule: what the profile has, deferred, cannot run: ") !=
                      NULL,
                  "%s", field(&c, "chosen_by"));
    command_free(&c);
}

TEST(continues_after_an_interrupt) {
    command c = {.pid = 0};
    char line[1024];
    snprintf(line, sizeof line,
             "%s tune lerp/serial lerp/deferred --device 0 --width 8 --samples 40 --min-time 0.2 "
             "--quiet "
             "--set shape=16x24,600x600",
             cache);
    command_start(&c, "%s", line);
    while (profile_name()[0] == '\0' && command_is_running(&c)) command_pause();
    command_interrupt(&c);
    size_t size = 0;
    char *text = scratch_read(profile_name(), &size);
    ck_assert(strstr(text, "rows=16 n=24") != NULL);
    ck_assert(strstr(text, "rows=600") == NULL);
    free(text);
    command_run(&c, "%s " TUNE " --set shape=16x24,600x600", cache);
    command_expect(&c, 0);
    ck_assert(strstr(c.out, "rows=16 n=24") == NULL);
    command_has(&c, c.out, "rows=600 n=600");
    command_has(&c, c.out, "2 choices");
    command_run(&c, "%s " TUNE " --set shape=16x24,600x600 --again", cache);
    command_expect(&c, 0);
    command_has(&c, c.out, "rows=16 n=24");
    command_free(&c);
}

TEST(a_worker_that_dies_between_rows_loses_nothing) {
    command c = {.pid = 0};
    if (!XL_TEST_OWN_FAULT[0]) {
        puts("skipped: no library can be loaded before a sanitizer's");
        return;
    }
    command_run(&c,
                "LD_PRELOAD=" XL_TEST_OWN_FAULT
                " OWN_FAULT=choice OWN_FAULT_BY=kill %s tune lerp/serial --device 0 "
                "--width 8 --samples 1 --min-time 0 --quiet --set shape=16x24,9x24",
                cache);
    command_expect(&c, 0);
    command_has(&c, c.err, "Killed");
    command_has(&c, c.out, "2 choices");
    size_t size = 0;
    char *const text = scratch_read(profile_name(), &size);
    ck_assert_ptr_nonnull(strstr(text, "rows=16 n=24"));
    ck_assert_ptr_nonnull(strstr(text, "rows=9 n=24"));
    free(text);
    command_free(&c);
}

static int profile_files(void) {
    DIR *const folder = opendir(scratch_folder);
    int count = 0;
    ck_assert_ptr_nonnull(folder);
    for (const struct dirent *e = readdir(folder); e; e = readdir(folder))
        count += strncmp(e->d_name, "profile-", 8) == 0;
    closedir(folder);
    return count;
}

TEST(a_profile_is_whole_though_memory_is_not) {
    static const char *const faults[][2] = {
        {"read OWN_FAULT_BY=/profile-", "no memory for the profile; it is left as it is"},
        {"growth OWN_FAULT_BY=lerp", "no memory for the profile; it is left as it is"}, /* the list */
        {"growth 'OWN_FAULT_BY={\n\"crosslane_profile'", "cannot be written: Cannot allocate memory"}};
    command c = {.pid = 0};
    if (!XL_TEST_OWN_FAULT[0]) {
        puts("skipped: no library can be loaded before a sanitizer's");
        return;
    }
    tune(&c);
    size_t size = 0;
    char *const before = scratch_read(profile_name(), &size);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        command_run(&c, "LD_PRELOAD=" XL_TEST_OWN_FAULT " OWN_FAULT=%s %s " TUNE " --set shape=9x24",
                    faults[i][0], cache);
        command_expect(&c, 5);
        command_has(&c, c.err, faults[i][1]);
        command_has(&c, c.err, profile_name());
        char *const now = scratch_read(profile_name(), &size);
        ck_assert_str_eq(now, before);
        ck_assert_int_eq(profile_files(), 1); /* no partly written profile */
        free(now);
    }
    free(before);
    command_run(&c, "%s " TUNE " --set shape=9x24", cache);
    command_expect(&c, 0);
    command_has(&c, c.out, "2 choices");
    command_free(&c);
}

TEST(refusals) {
    command c = {.pid = 0};
    command_run(&c, "CROSSLANE_CACHE_DIR= " TUNE);
    command_refused(&c, 2, "no cache folder", "--profile FILE", NULL);
    scratch_write("other.json", "{}", 2);
    command_run(&c, "%s " TUNE " --profile %s", cache, scratch_path("other.json"));
    command_refused(&c, 2, "other.json", "not a profile", NULL);
    command_run(&c, "bench lerp --auto-grid 2 --sweep size");
    command_refused(&c, 2, "--sweep", NULL);
    command_free(&c);
}

TEST(auto_grid_reports_its_distance_to_the_best) {
    command c = {.pid = 0};
    char first[2][4096];
    for (int i = 0; i < 2; i++) {
        command_run(&c,
                    "%s bench lerp/serial lerp/deferred --device 0 --width 8 --auto-grid 2 --seed 7 "
                    "--samples 1 --min-time 0 --quiet --set rows=9",
                    cache);
        command_expect(&c, 0);
        command_has(&c, c.out, "lerp f32 rows=9 n=");
        command_has(&c, c.out, "lerp: of 2 problems auto is within 10% of the best at ");
        const char *at = strstr(c.out, "lerp f32");
        snprintf(first[i], sizeof first[i], "%.*s", (int)strcspn(at, ":"), at);
    }
    ck_assert_str_eq(first[0], first[1]);
    command_free(&c);
}

/* every computes a row's function for each of its 1000 elements, row once. */
TEST(auto_grid_leaves_out_slow_strategies) {
    command c = {.pid = 0};
    for (int samples = 2; samples <= 4; samples += 2) {
        command_run(&c,
                    "%s bench elect/every elect/row --device 0 --width 8 --auto-grid 1 --quiet --min-time 0 "
                    "--set rows=16 --set n=1000 --set rounds=5000 --samples %d --json %s --force",
                    cache, samples, scratch_path("far.json"));
        command_expect(&c, 0);
        command_has(&c, c.out, samples == 2 ? "0 skipped" : "1 skipped");
        size_t size = 0;
        char *const rows = scratch_read("far.json", &size);
        ck_assert_int_eq(strstr(rows, "far from the best: ") != NULL, samples == 4);
        free(rows);
    }
    command_free(&c);
}
