/* peers.c - what auto takes on a CPU device beside plain C with OpenMP on the same cores.
 *
 *     cmake --build build/release --target crosslane_peers && build/release/crosslane_peers [--device N] [--json FILE]
 *
 * histogram of 2^24 u32 in 256 buckets, spheres 1024 x 1024, lerp 1024 x 1024: the inputs of `crosslane bench`, both
 * results compared with the reference, then both timed in turns: a sample of one, a sample of the other. Prints a line
 * for each: the ratios are medians over the pairs of samples, by the clock and of the processor time that all threads
 * took, which others' load on the machine touches least (OMP_WAIT_POLICY=passive, or waiting counts too). The file is one that `crosslane compare` reads, OpenMP being a device of its own. --device counts over the
 * devices of all drivers that the loader lists. Exit status as the command's.
 */
#include "caps/device_open.h"
#include "base/os.h"
#include "run/data.h"
#include "system/exit_status.h"
#include "records/facts.h"
#include "job/job.h"
#include "records/results.h"
#include "run/rows.h"
#include "records/stats.h"
#include "run/timing.h"
#include "openmp.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAMPLES = 61 };

typedef struct problem_case {
    const char *algorithm, *settings, *distribution;
    xl_type type;
} problem_case;

static const problem_case cases[] = {
    {"histogram", "n=16777216 buckets=256", "uniform", XL_U32},
    {"spheres", "points=1024 spheres=1024 channels=4", "soft", XL_TYPE_NONE},
    {"lerp", "rows=1024 n=1024 channels=4", "even", XL_TYPE_NONE},
};

typedef struct contest {
    tool_session *session;
    tool_config config;
    tool_data *data;
    tool_buffers buffers;
    xl_plan *plan;
    void *output; /* OpenMP's */
    double ours[SAMPLES], theirs[SAMPLES];           /* ns by the clock */
    double our_effort[SAMPLES], their_effort[SAMPLES]; /* ns of all cores together */
    int batch[2];
} contest;

static int fail(const xl_error *error) {
    fprintf(stderr, "peers: %s\n", error->text);
    return TOOL_DEVICE_FAILED;
}

static int output_of(const xl__algorithm *algorithm) {
    int a = 0;
    while (algorithm->arrays[a].direction != XL__OUT) a++;
    return a;
}

static void run_openmp(contest *c) {
    const double *value = xl__plan_problem(c->plan)->value;
    const tool_array *in = c->data->in;
    if (strcmp(c->config.cs->algorithm->name, "histogram") == 0)
        openmp_histogram(in[0].data, (size_t)value[0], (uint32_t)value[1], c->output);
    else if (strcmp(c->config.cs->algorithm->name, "spheres") == 0)
        openmp_spheres(in[0].data, (size_t)value[0], in[1].data, in[2].data, (size_t)value[1], c->output);
    else
        openmp_lerp(in[0].data, in[1].data, in[2].data, (size_t)value[0], (size_t)value[1], c->output);
}

static int launch(void *what, cl_event *event, xl_error *error) {
    contest *c = what;
    return tool_enqueue(c->session, c->plan, c->config.cs->algorithm, &c->buffers, event, error);
}

static double time_ours(contest *c, int batch, xl_error *error) {
    tool_shot shot = {0};
    return tool_time_batch(c->session, launch, c, batch, false, &shot, error) == XL_SUCCESS ? shot.ns : 0.0;
}

static double time_theirs(contest *c, int batch) {
    const uint64_t start = xl__os_now();
    for (int i = 0; i < batch; i++) run_openmp(c);
    return (double)(xl__os_now() - start) / batch;
}

/* Plan, inputs, one run of each, both compared with the reference. */
static int prepare(contest *c, tool_data_cache *cache, xl_error *error) {
    tool_session *s = c->session;
    const xl__algorithm *algorithm = c->config.cs->algorithm;
    const int out = output_of(algorithm);
    tool_verdict ours = {0}, theirs = {0};
    size_t used = 0;
    int status = tool_plan_make(s, &c->config, &c->plan, error);
    if (status != XL_SUCCESS) return status;
    const xl__problem *problem = xl__plan_problem(c->plan);
    status = tool_data_get(cache, &c->config, problem, 1, &c->data, error);
    if (status == XL_SUCCESS)
        status = tool_run_checked(s, c->config.cs, c->plan, c->data, 1, &c->buffers, &ours, error);
    if (status != XL_SUCCESS) return status;
    c->output = calloc(c->data->elements[out] ? c->data->elements[out] : 1, sizeof(uint32_t));
    if (!c->output) return XL_NO_MEMORY;
    run_openmp(c);
    status = tool_compare_output(algorithm, problem, c->data, out, c->output, NULL, 1, &used, &theirs, error);
    if (status == XL_SUCCESS && (ours.wrong || theirs.wrong)) {
        snprintf(error->text, sizeof error->text, "%s: %s is wrong", algorithm->name,
                 theirs.wrong ? "OpenMP" : "auto");
        status = XL_WRONG_ANSWER;
    }
    return status;
}

/* Processor time of the whole process: what others do on the machine costs none. */
static double effort(clock_t start, clock_t end, int batch) {
    return 1e9 * (double)(end - start) / CLOCKS_PER_SEC / batch;
}

static void sample(contest *c, xl_error *error) {
    for (int i = 0; i < 3; i++) {
        c->batch[0] = tool_batch_size(time_ours(c, 1, error), 0.02);
        c->batch[1] = tool_batch_size(time_theirs(c, 1), 0.02);
    }
    for (int i = 0; i < SAMPLES; i++) {
        const clock_t start = clock();
        c->ours[i] = time_ours(c, c->batch[0], error);
        const clock_t middle = clock();
        c->theirs[i] = time_theirs(c, c->batch[1]);
        /* A batch of ours has one launch more, at whose end its time begins (timing.c). */
        c->our_effort[i] = effort(start, middle, c->batch[0] > 1 ? c->batch[0] + 1 : 1);
        c->their_effort[i] = effort(middle, clock(), c->batch[1]);
    }
}

static json_t *record_of(const contest *c, const char *strategy, const double *samples, const tool_stats *stats,
                         int batch, const char *by) {
    json_t *record = tool_row_record(c->session, "bench", "ok", &c->config, c->plan), *list = json_array();
    tool_row_set_plan(record, &c->config, c->plan);
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

/* Each sample of ours against the one of theirs that was taken just after it: a load that comes and goes meets both. */
static double median_ratio(const double *ours, const double *theirs) {
    double ratio[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) ratio[i] = theirs[i] > 0.0 ? ours[i] / theirs[i] : 0.0;
    return tool_median(ratio, SAMPLES);
}

static int report(contest *c, tool_results *results, xl_error *error) {
    tool_stats ours, theirs;
    xl_plan_facts facts;
    int status = XL_SUCCESS;
    xl_plan_get_facts(c->plan, &facts);
    if (!tool_stats_of(c->ours, SAMPLES, &ours) || !tool_stats_of(c->theirs, SAMPLES, &theirs)) return XL_SUCCESS;
    printf("%-9s  auto (%s, width %d) %8.3f ms (least %.3f)   OpenMP %8.3f ms (least %.3f)   ratio %.2f, of the least "
           "%.2f, of processor time %.2f%s\n",
           c->config.cs->algorithm->name, facts.strategy, facts.width, 1e-6 * ours.median, 1e-6 * ours.min,
           1e-6 * theirs.median, 1e-6 * theirs.min, median_ratio(c->ours, c->theirs), ours.min / theirs.min,
           median_ratio(c->our_effort, c->their_effort), ours.noisy || theirs.noisy ? "  noisy" : "");
    if (!results) return XL_SUCCESS;
    json_t *record = record_of(c, NULL, c->ours, &ours, c->batch[0], "events");
    status = tool_results_append(results, record, error);
    json_decref(record);
    record = record_of(c, "openmp", c->theirs, &theirs, c->batch[1], "host clock");
    if (status == XL_SUCCESS) status = tool_results_append(results, record, error);
    json_decref(record);
    return status;
}

static int run_case(tool_session *s, const problem_case *p, tool_results *results) {
    tool_data_cache cache = {0};
    xl_error error = {.text = ""};
    contest *c = calloc(1, sizeof *c);
    if (!c) return TOOL_DEVICE_FAILED;
    c->session = s;
    c->config = (tool_config){.cs = tool_find_case(p->algorithm),
                              .strategy = TOOL_AUTO_STRATEGY,
                              .type = p->type,
                              .distribution = p->distribution};
    snprintf(c->config.settings, sizeof c->config.settings, "%s", p->settings);
    int status = prepare(c, &cache, &error), result = TOOL_OK;
    if (status == XL_SUCCESS) {
        sample(c, &error);
        status = error.text[0] ? XL_UNSUPPORTED : report(c, results, &error);
    }
    if (status != XL_SUCCESS) {
        fail(&error);
        result = status == XL_WRONG_ANSWER ? TOOL_WRONG : status == XL_IO ? TOOL_OUTPUT : TOOL_DEVICE_FAILED;
    }
    tool_buffers_free(&c->buffers);
    xl_plan_free(c->plan);
    free(c->output);
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
    const char *path = NULL;
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 < argc && strcmp(argv[i], "--device") == 0) {
            job.task.device = atoi(argv[i + 1]);
        } else if (i + 1 < argc && strcmp(argv[i], "--json") == 0) {
            path = argv[i + 1];
        } else {
            fprintf(stderr, "usage: crosslane_peers [--device N] [--json FILE]\n");
            return TOOL_USAGE;
        }
    }
    tool_session s;
    xl_error error = {.text = ""};
    if (tool_session_open(&s, &job, NULL, &error) != XL_SUCCESS) return fail(&error);
    printf("%s\n", xl__get_facts(s.device)->name);
    tool_results *results = path ? open_results(path, &s, &error) : NULL;
    int result = path && !results ? TOOL_OUTPUT : TOOL_OK;
    if (result != TOOL_OK) fail(&error);
    for (size_t i = 0; i < sizeof cases / sizeof *cases && result == TOOL_OK; i++)
        result = run_case(&s, &cases[i], results);
    if (tool_results_close(results, result == TOOL_OK, &error) != XL_SUCCESS) result = TOOL_OUTPUT;
    tool_session_close(&s);
    return result;
}
