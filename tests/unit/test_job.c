/* The job that a command sends to its workers as text: read as written, or refused if damaged. */
#include "arrays/npy.h"
#include "bench/timed.h"
#include "exec/exec_job.h"
#include "job/job.h"
#include "support/scratch.h"
#include "support/suite.h"
#include "table/lookup.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { MOST_WORDS = 24 };

static char *argv_words[MOST_WORDS + 1];
static char line_copy[1024];

static tool_job *make(const char *line) {
    static tool_options options;
    int argc = 0;
    static char name[] = "crosslane";
    snprintf(line_copy, sizeof line_copy, "%s", line);
    argv_words[argc++] = name;
    for (char *word = strtok(line_copy, " "); word && argc < MOST_WORDS; word = strtok(NULL, " "))
        argv_words[argc++] = word;
    argv_words[argc] = NULL;
    ck_assert_int_eq(tool_options_parse(argc, argv_words, &options), TOOL_OK);
    tool_job *const job = tool_job_new(&options);
    if (options.command == TOOL_COMMAND_learn) return job;
    ck_assert_int_eq(tool_job_select(job), TOOL_OK);
    ck_assert_int_eq(tool_job_settle(job), TOOL_OK);
    return job;
}

static void expect_same_choices(const tool_job *a, const tool_job *b) {
    ck_assert_int_eq(a->count, b->count);
    for (int c = 0; c < a->count; c++) {
        ck_assert_ptr_eq(a->choices[c].cs, b->choices[c].cs);
        ck_assert_int_eq(a->choices[c].strategy, b->choices[c].strategy);
        const tool_points *const p = a->choices[c].points, *const q = b->choices[c].points;
        ck_assert_uint_eq(p->count, q->count);
        for (size_t i = 0; i < p->count; i++) {
            ck_assert_str_eq(p->item[i].settings, q->item[i].settings);
            ck_assert_int_eq((int)p->item[i].type, (int)q->item[i].type);
            ck_assert_ptr_eq(p->item[i].distribution, q->item[i].distribution);
        }
    }
}

static void expect_same_words(const tool_words *a, const tool_words *b) {
    ck_assert_int_eq(a->count, b->count);
    for (int i = 0; i < a->count; i++) ck_assert_str_eq(a->word[i], b->word[i]);
}

static const char *const lines[] = {
    "run --all --device cpu --label x",
    "run --seconds 7 --details",
    "run spheres --width 16,32 --out-dir results",
    "devices --device 0",
    "list histogram --device 0 --width 8",
    "probe --width 4 --again --timeout 3.25",
    "verify histogram --set n=1000,7 --set buckets=2,300 --set distribution=uniform --repeat 9 --level full",
    "verify --random 2000 --seed 9223372036854775807",
    "verify scan --level pairs --backend local",
    "verify normal24/add --exhaustive --set form=unorm24 --part 3/100",
    "verify --plant * --max-launch 0.001",
    "bench lerp/serial lerp/auto --set shape=3x20,5x7 --samples 3 --min-time 0.1",
    "bench reduce --auto-grid 5 --profile p.json --width all",
    "tune scan --set type=u32,f32 --again",
    "exec scan --in x=a\xff\xc3\xa4'b.npy --out y=\"\\.npy --set kind=exclusive",
    "trace lerp/prefix --lanes 2-5 --width native",
    "learn check 01-lane --kernel-dir own --exercises own",
    "options --width 8,16 --quick",
};

GROUP("from the options to a worker");

EACH_TEST(every_command_comes_out_as_it_went_in, lines) {
    tool_job *const job = make(lines[_i]), *read = NULL;
    xl_error error;
    job->task = (tool_task){3, 5, XL__AHEAD, true, true, true, "0-17,19", ",lerp/mine,"};
    char *const text = tool_job_write(job);
    ck_assert_msg(tool_job_read(text, &read, &error) == TOOL_OK, "%s", error.text);
    const tool_options *const a = &job->options, *const b = &read->options;
    char *const again = tool_job_write(read);
    ck_assert_str_eq(text, again);
    expect_same_choices(job, read);
    ck_assert_int_eq((int)a->command, (int)b->command);
    expect_same_words(&a->names, &b->names);
    expect_same_words(&a->devices, &b->devices);
    expect_same_words(&a->settings, &b->settings);
    expect_same_words(&a->in, &b->in);
    expect_same_words(&a->out, &b->out);
    ck_assert_int_eq(a->width_count, b->width_count);
    ck_assert_mem_eq(a->widths, b->widths, sizeof a->widths);
    ck_assert(a->seed == b->seed && a->samples == b->samples && a->repeat == b->repeat &&
              a->part == b->part && a->parts == b->parts && a->random == b->random &&
              a->auto_grid == b->auto_grid);
    ck_assert(a->min_time == b->min_time && a->timeout == b->timeout && a->max_launch == b->max_launch);
    ck_assert(a->lane_first == b->lane_first && a->lane_last == b->lane_last && a->quick == b->quick);
    ck_assert(a->full == b->full && a->pairs == b->pairs && a->exhaustive == b->exhaustive &&
              a->all == b->all);
    ck_assert(read->task.device == 3 && read->task.shown == 5 && read->task.checks && read->task.cautious);
    ck_assert_str_eq(read->task.done, "0-17,19");
    ck_assert_str_eq(read->task.stopped, ",lerp/mine,");
    free(text);
    free(again);
    tool_job_free(job);
    tool_job_free(read);
}

TEST(exec_and_trace_have_one_choice) {
    static const char *const once[] = {"exec scan --in x=a.npy --out y=b.npy", "trace scan"};
    for (int i = 0; i < 2; i++) {
        tool_job *const job = make(once[i]);
        ck_assert_int_eq(job->count, 1);
        ck_assert_int_eq(job->choices[0].strategy, TOOL_AUTO_STRATEGY);
        tool_job_free(job);
    }
}

/* False: the damage did not matter. */
static bool is_refused(const char *text, tool_exit status) {
    tool_job *job = NULL;
    xl_error error;
    const tool_exit got = tool_job_read(text, &job, &error);
    ck_assert_msg((got == TOOL_OK) == (job != NULL), "%.400s", text);
    ck_assert_msg(got == TOOL_OK || got == status, "status %d of %.400s", (int)got, text);
    if (got != TOOL_OK) ck_assert_msg(error.text[0] && !strchr(error.text, '\n'), "'%s'", error.text);
    tool_job_free(job);
    return got != TOOL_OK;
}

TEST(a_text_that_ends_early_is_refused) {
    tool_job *const job = make("verify scan --set n=5,7 --set type=u32 --set distribution=exact");
    char *const text = tool_job_write(job);
    for (size_t end = strlen(text); end-- > 0;) {
        text[end] = '\0';
        ck_assert_msg(is_refused(text, TOOL_BROKEN), "%s", text);
    }
    free(text);
    tool_job_free(job);
}

static long damaged; /* texts that were accepted with a replaced value */

/* Writes and reads `whole` after each change. */
static void damage(json_t *whole, json_t *at) {
    static const char *const others[] = {"null", "-1", "1e300", "\"x\"", "[]", "{}", "[\"\", 3]"};
    const char *key;
    json_t *value, *const before = json_copy(at);
    json_object_foreach(before, key, value) {
        json_t *const kept = json_incref(value);
        for (size_t k = 0; k <= sizeof others / sizeof *others; k++) {
            json_object_del(at, key);
            if (k > 0) json_object_set_new(at, key, json_loads(others[k - 1], JSON_DECODE_ANY, NULL));
            char *const text = json_dumps(whole, JSON_COMPACT);
            const bool refused = is_refused(text, TOOL_BROKEN);
            if (k == 0) ck_assert_msg(refused, "without %s: %s", key, text);
            damaged += refused;
            free(text);
        }
        json_object_set(at, key, kept);
        if (json_is_array(kept) && json_is_object(json_array_get(kept, 0)))
            damage(whole, json_array_get(kept, 0));
        json_decref(kept);
    }
    json_decref(before);
}

TEST(another_value_is_refused_or_read) {
    tool_job *const job = make("bench scan --set n=5,7 --set type=u32 --set distribution=exact");
    char *const text = tool_job_write(job);
    json_t *const whole = json_loads(text, 0, NULL);
    damage(whole, whole);
    ck_assert_int_gt(damaged, 200);
    json_decref(whole);
    free(text);
    tool_job_free(job);
}

TEST(names_that_there_are_not_are_refused) {
    static const struct {
        const char *from, *to;
        tool_exit status;
    } cases[] = {{"\"command\":", "\"command\":800", TOOL_BROKEN},
                 {"\"algorithm\":\"scan\"", "\"algorithm\":\"skan\"", TOOL_BROKEN},
                 {"\"strategies\":[\"auto\"]", "\"strategies\":[\"mine\"]", TOOL_BROKEN},
                 {"n=5\"]", "m=5\"]", TOOL_BROKEN},
                 {"\"type=u32 ", "\"type=u33 ", TOOL_BROKEN}};
    tool_job *const job = make("trace scan --set n=5 --set type=u32");
    char *const text = tool_job_write(job);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char changed[8192];
        const char *const at = strstr(text, cases[i].from);
        ck_assert_msg(at, "%s in %s", cases[i].from, text);
        snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, cases[i].to,
                 at + strlen(cases[i].from));
        ck_assert(is_refused(changed, cases[i].status));
    }
    free(text);
    tool_job_free(job);
}

TEST(a_kernel_of_a_folder_may_be_gone) {
    tool_job *const job = make("verify scan/loop --kernel-dir nowhere");
    char *const text = tool_job_write(job), *const at = strstr(text, "[\"loop\"]");
    ck_assert_ptr_nonnull(at);
    memcpy(at + 2, "mine", 4);
    ck_assert(is_refused(text, TOOL_USAGE));
    free(text);
    tool_job_free(job);
}

GROUP("a worker");
AROUND(scratch_make, scratch_remove);

TEST(only_the_worker_reads_elements) {
    char line[1024];
    uint32_t values[5] = {1, 2, 3, 4, 5};
    const tool_array array = {
        .data = values, .bytes = sizeof values, .type = XL_U32, .rank = 1, .shape = {5}};
    xl_error error;
    ck_assert_int_eq(tool_npy_write(scratch_path("x.npy"), &array, &error), XL_SUCCESS);
    snprintf(line, sizeof line, "exec scan --in x=%s/x.npy --out y=%s/y.npy", scratch_folder, scratch_folder);
    tool_job *const job = make(line);
    for (int check_only = 0; check_only < 2; check_only++) {
        exec_job exec;
        ck_assert_int_eq(exec_job_make(&exec, job, check_only), XL_SUCCESS);
        const tool_array *const x = &exec.data.in[xl__find_array(exec.algorithm, "x")];
        ck_assert_int_eq(x->data == NULL, check_only);
        ck_assert_uint_eq(x->shape[0], 5);
        ck_assert_ptr_nonnull(strstr(exec.config.settings, "n=5"));
        exec_job_free(&exec);
    }
    ck_assert_int_eq(truncate(scratch_path("x.npy"), 140), 0);
    exec_job exec;
    ck_assert_int_eq(exec_job_make(&exec, job, true), XL_IO);
    ck_assert_ptr_nonnull(strstr(exec.error.text, "byte 140: the file ends; expected 20 bytes"));
    exec_job_free(&exec);
    tool_job_free(job);
}

/* With a damaged job a worker reports only a failure and the end; without one it explains its purpose. */
static void expect_worker(const char *job, const char *descriptors, int status, const char *said) {
    char command[1024], text[1024] = "";
    FILE *stream = fopen(scratch_path("job"), "w");
    ck_assert_int_ge(fputs(job, stream), 0);
    fclose(stream);
    snprintf(command, sizeof command, "cd %s && '%s' --worker work %s 2> err", scratch_folder,
             XL_TEST_COMMAND, descriptors);
    /* NOLINTNEXTLINE(cert-env33-c) descriptors as a shell gives them */
    const int ended = system(command);
    ck_assert_msg(WIFEXITED(ended) && WEXITSTATUS(ended) == status, "%s: %d", command, ended);
    stream = fopen(scratch_path(strstr(descriptors, "events") ? "events" : "err"), "r");
    ck_assert_ptr_nonnull(stream);
    text[fread(text, 1, sizeof text - 1, stream)] = '\0';
    fclose(stream);
    ck_assert_msg(strstr(text, said), "'%s' in: %s", said, text);
    const size_t lines_of = strstr(descriptors, "events") ? 2 : 1;
    size_t found = 0;
    for (const char *at = text; *at; at++) found += *at == '\n';
    ck_assert_msg(found == lines_of, "%s", text);
}

TEST(a_worker_reports_a_damaged_job) {
    expect_worker("{\"command\":\"bench\"", "3> events 5< job", TOOL_BROKEN, "the worker's job is damaged");
    expect_worker("{\"command\":\"bench\"}", "3> events 5< job", TOOL_BROKEN,
                  "the worker's job is damaged: command");
    expect_worker("x", "3>&- 5< job", TOOL_USAGE, "--worker is only for crosslane itself");
}

GROUP("from the options to a worker");

/* The main algorithms are timed at their smallest shape at each width and at the published shape at one
   width; others only at their smallest shape. */
TEST(a_slow_device_gets_the_published_shapes) {
    static const struct {
        const char *algorithm, *size;
        bool one_width;
    } expected[] = {{"spheres", "points=128 ", false},
                    {"spheres", "points=1024 ", true},
                    {"histogram", "n=1048576 ", false},
                    {"histogram", "n=16777216 ", true}};
    enum { EXPECTED = sizeof expected / sizeof *expected };
    tool_job *job = make("run spheres histogram");
    tool_timed list = tool_timed_list(job->choices, job->count, true, TOOL_FIRST_INPUT);
    ck_assert_uint_eq(list.count, EXPECTED);
    for (size_t i = 0; i < EXPECTED; i++) {
        const tool_config *const config = &list.item[i].config;
        ck_assert_str_eq(config->cs->algorithm->name, expected[i].algorithm);
        ck_assert_ptr_nonnull(strstr(config->settings, expected[i].size));
        ck_assert(list.item[i].one_width == expected[i].one_width);
    }
    tool_timed_free(&list);
    list = tool_timed_list(job->choices, job->count, false, TOOL_FIRST_INPUT);
    ck_assert_uint_gt(list.count, EXPECTED);
    for (size_t i = 0; i < list.count; i++) ck_assert(!list.item[i].one_width);
    tool_timed_free(&list);
    /* The smallest shape has one input, the others have each. */
    list = tool_timed_list(job->choices, job->count, false, TOOL_EACH_LARGE_INPUT);
    int small = 0, large = 0;
    for (size_t i = 0; i < list.count; i++) {
        small += strstr(list.item[i].config.settings, "n=1048576 ") != NULL;
        large += strstr(list.item[i].config.settings, "n=16777216 ") != NULL;
    }
    ck_assert_int_eq(small, 1);
    ck_assert_int_gt(large, 2);
    tool_timed_free(&list);
    tool_job_free(job);
    job = make("run scan");
    list = tool_timed_list(job->choices, job->count, true, TOOL_FIRST_INPUT);
    ck_assert_uint_eq(list.count, 1);
    ck_assert(!list.item[0].one_width);
    tool_timed_free(&list);
    tool_job_free(job);
}
