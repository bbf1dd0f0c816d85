/* peers.c - compares auto on a CPU device with plain C and OpenMP on the same cores.
 *
 *     cmake --build build/release --target crosslane_peers
 *     build/release/crosslane_peers [--device N] [--only NAME] [--json FILE]
 *
 * Runs the problems of contest.c, or of one algorithm, with the inputs of `crosslane bench`. Both results are compared
 * with the reference, then samples of both alternate. The ratios are medians by the clock and by the processor time of
 * all threads (OMP_WAIT_POLICY=passive, or waiting counts too). `crosslane compare` reads the file. Exit status as the
 * command's.
 */
#include "contest.h"
#include "base/os.h"
#include "caps/device_open.h"
#include "job/job.h"
#include "records/facts.h"
#include "records/results.h"
#include "records/stats.h"
#include "run/rows.h"
#include "system/exit_status.h"
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 61 };

typedef struct contest {
    entrant ours, theirs;
    double our_ns[SAMPLES], their_ns[SAMPLES]; /* by the clock */
    double our_effort[SAMPLES], their_effort[SAMPLES]; /* of all cores together */
} contest;

static int fail(const xl_error *error) {
    fprintf(stderr, "peers: %s\n", error->text);
    return TOOL_DEVICE_FAILED;
}

static int sample(contest *c, xl_error *error) {
    int status = entrant_warm_up(&c->ours, 0.02, error);
    if (status == XL_SUCCESS) status = entrant_warm_up(&c->theirs, 0.02, error);
    for (int i = 0; i < SAMPLES && status == XL_SUCCESS; i++) {
        entrant_times ours = {0}, theirs = {0};
        status = entrant_sample(&c->ours, &ours, error);
        if (status == XL_SUCCESS) status = entrant_sample(&c->theirs, &theirs, error);
        c->our_ns[i] = ours.ns;
        c->our_effort[i] = ours.effort;
        c->their_ns[i] = theirs.ns;
        c->their_effort[i] = theirs.effort;
    }
    return status;
}

static json_t *record_of(const contest *c, const char *strategy, const double *samples, const tool_stats *stats,
                         int batch, const char *by) {
    json_t *record = tool_row_record(c->ours.session, "bench", "ok", &c->ours.config, c->ours.plan), *list = json_array();
    tool_row_set_plan(record, &c->ours.config, c->ours.plan);
    for (int i = 0; i < SAMPLES; i++) json_array_append_new(list, json_real(samples[i]));
    json_object_set_new(record, "samples_ns", list);
    json_object_set_new(record, "median_ns", json_real(stats->median));
    json_object_set_new(record, "mad_ns", json_real(stats->mad));
    json_object_set_new(record, "min_ns", json_real(stats->min));
    json_object_set_new(record, "noisy", json_boolean(stats->noisy));
    json_object_set_new(record, "timed_by", json_string(by));
    json_object_set_new(record, "timing", json_string("batched"));
    json_object_set_new(record, "batch", json_integer(batch));
    if (strategy) {
        static const char *const device_own[] = {"backend",    "strategy_chosen", "chosen_by", "group_size",
                                                 "compile_ms", "cached",          "waits",     "work_items"};
        json_object_set_new(record, "strategy", json_string(strategy));
        json_object_set_new(record, "device", json_string("openmp"));
        for (size_t i = 0; i < sizeof device_own / sizeof *device_own; i++)
            json_object_set_new(record, device_own[i], json_null());
    }
    return record;
}

static int report(contest *c, tool_results *results, xl_error *error) {
    tool_stats ours, theirs;
    xl_plan_facts facts;
    int status = XL_SUCCESS;
    xl_plan_get_facts(c->ours.plan, &facts);
    if (!tool_stats_of(c->our_ns, SAMPLES, &ours) || !tool_stats_of(c->their_ns, SAMPLES, &theirs)) return XL_SUCCESS;
    printf("%-9s  auto (%s, width %d) %8.3f ms (least %.3f)   OpenMP %8.3f ms (least %.3f)   ratio %.2f, of the least "
           "%.2f, of processor time %.2f%s\n",
           c->ours.config.cs->algorithm->name, facts.strategy, facts.width, 1e-6 * ours.median, 1e-6 * ours.min,
           1e-6 * theirs.median, 1e-6 * theirs.min, contest_ratio(c->our_ns, c->their_ns, SAMPLES),
           ours.min / theirs.min, contest_ratio(c->our_effort, c->their_effort, SAMPLES),
           ours.noisy || theirs.noisy ? "  noisy" : "");
    fflush(stdout);
    if (!results) return XL_SUCCESS;
    json_t *record = record_of(c, NULL, c->our_ns, &ours, c->ours.batch, "events");
    status = tool_results_append(results, record, error);
    json_decref(record);
    record = record_of(c, "openmp", c->their_ns, &theirs, c->theirs.batch, "host clock");
    if (status == XL_SUCCESS) status = tool_results_append(results, record, error);
    json_decref(record);
    return status;
}

static int run_problem(tool_session *s, const peers_problem *problem, tool_results *results) {
    tool_data_cache cache = {0};
    xl_error error = {.text = ""};
    contest *c = calloc(1, sizeof *c);
    int result = TOOL_OK;
    if (!c) return TOOL_DEVICE_FAILED;
    int status = entrant_enter(&c->ours, s, problem, &cache, &error);
    if (status == XL_SUCCESS) status = entrant_enter_openmp(&c->theirs, &c->ours, problem, &cache, &error);
    if (status == XL_SUCCESS) status = sample(c, &error);
    if (status == XL_SUCCESS) status = report(c, results, &error);
    if (status != XL_SUCCESS) {
        fail(&error);
        result = status == XL_WRONG_ANSWER ? TOOL_WRONG : status == XL_IO ? TOOL_OUTPUT : TOOL_DEVICE_FAILED;
    }
    entrant_leave(&c->theirs);
    entrant_leave(&c->ours);
    free(c);
    tool_data_cache_clear(&cache);
    return result;
}

static tool_results *open_results(const char *path, const tool_session *s, xl_error *error) {
    json_t *header = json_pack("{s:o,s:o,s:n}", "tool", tool_tool_json(), "machine", tool_machine_json(), "label");
    tool_results *results = tool_results_open(path, header, error);
    json_decref(header);
    if (!results) return NULL;
    char processor[256] = "", name[320];
    xl__os_processor(processor, sizeof processor);
    snprintf(name, sizeof name, "OpenMP C, %d threads, %s", openmp_threads(), processor);
    json_t *device = tool_device_json(xl__get_facts(s->device));
    tool_results_add_device(results, device, error);
    json_decref(device);
    device = json_pack("{s:s,s:s,s:s,s:s}", "id", "openmp", "status", "ok", "name", name, "type", "cpu");
    tool_results_add_device(results, device, error);
    json_decref(device);
    return results;
}

int main(int argc, char **argv) {
    static tool_job job = {.options = {.command = TOOL_COMMAND_bench, .seed = 1, .repeat = 1}};
    const char *path = NULL, *only = NULL;
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 < argc && strcmp(argv[i], "--device") == 0) {
            job.task.device = atoi(argv[i + 1]);
        } else if (i + 1 < argc && strcmp(argv[i], "--only") == 0) {
            only = argv[i + 1];
        } else if (i + 1 < argc && strcmp(argv[i], "--json") == 0) {
            path = argv[i + 1];
        } else {
            fprintf(stderr, "usage: crosslane_peers [--device N] [--only NAME] [--json FILE]\n");
            return TOOL_USAGE;
        }
    }
    tool_session s;
    xl_error error = {.text = ""};
    if (tool_session_open(&s, &job, NULL, &error) != XL_SUCCESS) return fail(&error);
    printf("%s\n", xl__get_facts(s.device)->name);
    tool_results *results = path ? open_results(path, &s, &error) : NULL;
    int result = path && !results ? TOOL_OUTPUT : TOOL_OK, ran = 0;
    if (result != TOOL_OK) fail(&error);
    for (const peers_problem *p = peers_problems; p->algorithm && result == TOOL_OK; p++)
        if (!only || strcmp(only, p->algorithm) == 0) {
            result = run_problem(&s, p, results);
            ran++;
        }
    if (ran == 0 && result == TOOL_OK) {
        fprintf(stderr, "peers: --only %s: there is no such problem (contest.c has them)\n", only);
        result = TOOL_USAGE;
    }
    if (tool_results_close(results, result == TOOL_OK, &error) != XL_SUCCESS) result = TOOL_OUTPUT;
    tool_session_close(&s);
    return result;
}
