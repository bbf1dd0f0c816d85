#include "bench/bench.h"
#include "bench/clock.h"
#include "bench/entry.h"
#include "bench/limits.h"
#include "bench/os_place.h"
#include "bench/pilot.h"
#include "bench/timed.h"
#include "run/data.h"
#include "table/lookup.h"
#include "base/os.h"
#include "plan/plan_make.h"
#include "job/turns.h"
#include "recorded/rank_test.h"
#include "records/stats.h"
#include "text/display.h"
#include "verify/verify.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef tool_entry entry;

/* SLOW_SAMPLES: with 8 samples on each side one delayed sample hides any difference, with 10 it does not
   (rank_test.h). */
enum { MAX_ENTRIES = 512, SLOW_SAMPLES = 10, FIRST_LOOK = 3 };

/* A contest drops entries that take this many times the best's time, by the least of FIRST_LOOK samples: on
   two cores under a load of 4 medians were up to 2.8 times that. */
#define FAR 4.0

struct tool_bench_job {
    tool_session *session;
    tool_ceilings *ceilings; /* NULL: none */
    double points, done;     /* for the progress: problems to time, problems timed */
    long earlier;            /* problems of earlier parts */
    char no_limit[320];      /* why rows have no limit; empty: they have one */
    tool_data_cache cache;
    tool_seen seen; /* rows so far */
    entry **entries;
    int count;
    int rounds; /* 1: no other device alternates */
    double round_began_ms[TOOL_MOST_ROUNDS];
    int samples;
    double min_time, max_launch;
    double warm; /* least seconds of warm-up */
    bool contest;
    tool_clock clock;
    double probe_ns[TOOL_MOST_ROUNDS + 1]; /* of the problem: before the first round and after each */
    int probes;
    int again;            /* repeated rounds of the problem */
    char clock_said[120]; /* how the clock changed; "": it did not */
    bool reduced;
};
typedef tool_bench_job bench_job;

static entry *quickest(const bench_job *job) {
    entry *found = NULL;
    for (int i = 0; i < job->count; i++) {
        entry *const e = job->entries[i];
        if (!e->out && (!found || e->single_ns < found->single_ns)) found = e;
    }
    return found;
}

/* After other devices' turns. The quickest entry is enough. */
static void wake(bench_job *job) {
    const double least = 0.02;
    const uint64_t start = xl__os_now();
    for (entry *e; (e = quickest(job)) && 1e-9 * (double)(xl__os_now() - start) < least;) {
        tool_shot shot;
        tool_entry_shoot(e, e->batch, &shot);
    }
}

/* The least share of its rows, in samples or in time. */
static double share_of_samples(const bench_job *job) {
    double least = 1.0;
    for (int i = 0; i < job->count; i++) {
        const entry *e = job->entries[i];
        if (e->out) continue;
        least = fmin(least, (double)e->count / (double)job->samples);
        if (job->min_time > 0.0) least = fmin(least, e->spent_s / job->min_time);
    }
    return least;
}

/* With several rounds two samples, or one if it is slow. */
static bool has_enough(const bench_job *job, const entry *e, int round) {
    const double part = (round + 1.0) / job->rounds;
    const bool one = job->rounds == 1;
    const tool_sampling wanted = {one ? job->samples : (int)fmax(job->samples, 2.0 * job->rounds),
                                  one ? TOOL_RANK_FEWEST : job->rounds, job->min_time};
    return e->out || e->count >= part * TOOL_MOST_SAMPLES ||
           (e->round_samples[round] > 0 && tool_sampled_enough(&wanted, e->count, e->spent_s, part));
}

static double least_of(const entry *e) {
    double least = e->samples[0];
    for (int s = 1; s < e->count; s++) least = fmin(least, e->samples[s]);
    return least;
}

/* Never the first entry. */
static void leave_out_far(bench_job *job) {
    double best = HUGE_VAL;
    for (int i = 0; i < job->count; i++)
        if (!job->entries[i]->out) best = fmin(best, least_of(job->entries[i]));
    for (int i = 1; i < job->count; i++) {
        entry *const e = job->entries[i];
        const double times = e->out ? 0.0 : least_of(e) / best;
        char reason[80];
        snprintf(reason, sizeof reason, "far from the best: %.3g times its time at the first look", times);
        if (times > FAR) tool_entry_leave_out(e, reason);
    }
}

static void sample_all(bench_job *job, int round) {
    bool more = true;
    job->round_began_ms[round] = tool_now_ms();
    for (int turn = 1; more; turn++) {
        more = false;
        for (int i = 0; i < job->count; i++) {
            entry *e = job->entries[i];
            if (has_enough(job, e, round)) continue;
            more = true;
            tool_entry_sample(e, round);
        }
        if (more && job->contest && turn == FIRST_LOOK) leave_out_far(job);
        if (job->count > 0)
            tool_emit_progress(job->session, (job->done + share_of_samples(job)) / fmax(job->points, 1.0),
                               "time %s", job->entries[0]->config.cs->algorithm->name);
    }
}

static void set_rounds(const bench_job *job, json_t *record, const entry *e) {
    json_t *const samples = json_array(), *const began = json_array();
    for (int r = 0; r < job->rounds; r++) {
        json_array_append_new(samples, json_integer(e->round_samples[r]));
        json_array_append_new(began, json_integer((json_int_t)job->round_began_ms[r]));
    }
    json_object_set_new(record, "in_turns", json_true());
    json_object_set_new(record, "round_samples", samples);
    json_object_set_new(record, "round_began_ms", began);
}

static json_t *numbers_json(const double *values, int count) {
    json_t *const list = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(list, json_real(values[i]));
    return list;
}

static void set_probes(const bench_job *job, json_t *record) {
    if (job->probes > 0) json_object_set_new(record, "probe_ns", numbers_json(job->probe_ns, job->probes));
    if (job->again > 0) json_object_set_new(record, "measured_again", json_integer(job->again));
}

/* What a row lacks, and how the clock changed. */
static void set_remark(const bench_job *job, json_t *record, const xl_error *failed) {
    const char *const missing = job->no_limit[0] ? job->no_limit : failed->text;
    const char *const said[][2] = {{"", job->reduced ? "slow device: fewer samples, shapes and widths" : ""},
                                   {"", job->clock_said},
                                   {"no limit: ", missing}};
    char text[XL_ERROR_TEXT] = "";
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (*said[i][1])
            tool_text_append(text, sizeof text, "%s%s%s", text[0] ? "; " : "", said[i][0], said[i][1]);
    if (text[0]) tool_row_set_reason(record, "%s", text);
}

static void report(bench_job *job, entry *e) {
    if (e->out) return;
    if (!tool_entry_verify(e)) return;
    json_t *record = tool_row_record(job->session, "bench", "ok", &e->config, e->trial.plan);
    tool_row_set_trial(record, job->session, &e->config, &e->trial,
                       e->trial.verdict.wrong ? TOOL_WRONG_RESULT : TOOL_RIGHT);
    tool_stats stats;
    if (!e->trial.verdict.wrong && tool_stats_of(e->samples, (size_t)e->count, &stats)) {
        json_object_set_new(record, "samples_ns", numbers_json(e->samples, e->count));
        json_object_set_new(record, "median_ns", json_real(stats.median));
        json_object_set_new(record, "mad_ns", json_real(stats.mad));
        json_object_set_new(record, "min_ns", json_real(stats.min));
        json_object_set_new(record, "noisy", json_boolean(stats.noisy));
        json_object_set_new(record, "timed_by", json_string(e->by_events ? "events" : "host clock"));
        if (e->by_events && e->refused > 0)
            json_object_set_new(record, "events_refused", json_integer(e->refused));
        json_object_set_new(record, "timing", json_string("batched"));
        json_object_set_new(record, "batch", json_integer(e->batch));
        if (job->rounds > 1) set_rounds(job, record, e);
        set_probes(job, record);
        json_object_set_new(record, "single_median_ns", json_real(e->single_ns));
        if (e->alone_ns > 0.0) json_object_set_new(record, "single_event_ns", json_real(e->alone_ns));
        if (e->time_ns)
            *e->time_ns = job->contest ? tool_lower_quartile(e->samples, (size_t)e->count) : stats.median;
        xl_error failed = {.text = ""};
        if (job->ceilings)
            tool_limits_set(job->session, job->ceilings, e->trial.plan, stats.median, !job->no_limit[0],
                            record, &failed);
        set_remark(job, record, &failed);
    }
    tool_row_end(job->session, e->row, record);
}

static void add_entry(bench_job *job, const tool_config *config, double *time_ns) {
    if (job->count == MAX_ENTRIES) return;
    entry *const e = tool_entry_make(job->session, &job->cache, config, job->max_launch, job->reduced);
    if (!e) return;
    e->time_ns = time_ns;
    job->entries[job->count++] = e;
}

/* Drops unread settings. False: repeats an earlier row. */
static bool is_new(bench_job *job, tool_config *config, const char *choice) {
    char key[TOOL_SETTINGS_TEXT + 256];
    tool_config_trim(job->session, config);
    snprintf(key, sizeof key, "%s/%s %s %d %s %s %s", config->cs->algorithm->name, choice,
             config->backend ? config->backend : "", config->width, xl_type_name(config->type),
             config->distribution, config->settings);
    return tool_seen_add(&job->seen, key);
}

/* "device 0, scan, problem 14 of 36: clock fell by 12%: measured again"; the last two parts for records. */
static void tell_change(bench_job *job, double change, const char *then) {
    snprintf(job->clock_said, sizeof job->clock_said, "clock %s by %.0f%%%s", change < 0.0 ? "fell" : "rose",
             100.0 * fabs(change), then);
    char text[256];
    snprintf(text, sizeof text, "device %d, %s, problem %.0f of %.0f: %s", job->session->job->task.shown,
             job->entries[0]->config.cs->algorithm->name, job->done + 1.0, job->points, job->clock_said);
    tool_emit(job->session, json_pack("{s:s,s:s}", "event", "note", "text", text));
}

static double look_at_clock(bench_job *job, int place) {
    double change = 0.0;
    const double ns = job->ceilings ? tool_clock_look(&job->clock, &change) : 0.0;
    if (ns > 0.0) {
        job->probe_ns[place] = ns;
        job->probes = place + 1;
    }
    return change;
}

static void sample_steadily(bench_job *job, int round) {
    sample_all(job, round);
    double change = look_at_clock(job, round + 1);
    if (change == 0.0) return;
    tell_change(job, change, ": measured again");
    job->again++;
    for (int i = 0; i < job->count; i++) tool_entry_forget(job->entries[i], round);
    sample_all(job, round);
    change = look_at_clock(job, round + 1);
    if (change != 0.0) tell_change(job, change, " when measured again: times may be off by as much");
}

static void time_entries(bench_job *job) {
    tool_session *const s = job->session;
    const long problem = job->earlier + (long)job->done;
    job->probes = job->again = 0;
    job->clock_said[0] = '\0';
    tool_session_be_alone(s);
    tool_session_await(s, tool_turn_of(problem, TOOL_WARM_UP));
    for (int i = 0; i < job->count; i++)
        if (!job->entries[i]->out)
            tool_entry_warm_up(job->entries[i], job->warm, job->reduced ? 0.002 : 0.001);
    for (int round = 0; round < job->rounds; round++) {
        if (job->rounds > 1) {
            tool_session_await(s, tool_turn_of(problem, TOOL_FIRST_ROUND + round));
            for (int i = 0; round > 0 && i < job->count; i++) tool_entry_move(job->entries[i]);
            tool_threads *const held = s->slow ? tool_threads_hold((unsigned)round) : NULL;
            wake(job);
            tool_threads_release(held);
        }
        if (round == 0) {
            const double change = look_at_clock(job, 0);
            if (change != 0.0) tell_change(job, change, " since the problem before");
        }
        sample_steadily(job, round);
    }
    tool_session_await(s, tool_turn_of(problem, TOOL_GO_ON));
    for (int i = 0; i < job->count; i++) report(job, job->entries[i]);
}

/* Times the entries if that is this worker's job. */
static void end_entries(bench_job *job) {
    if (job->count > 0 && !job->session->ahead) time_entries(job);
    for (int i = 0; i < job->count; i++) tool_entry_free(job->entries[i]);
    job->count = 0;
}

/* Auto chooses the width unless one is requested. */
static bool auto_is_free(const bench_job *job, const tool_choice *choice) {
    const tool_options *o = job->session->options;
    return choice->strategy == TOOL_AUTO_STRATEGY && !o->backend && !o->width_all && !o->width_native &&
           o->width_count == 0;
}

static bool runs_once(const bench_job *job, const tool_choice *choice) {
    return tool_needs_no_sub_groups(choice) || auto_is_free(job, choice);
}

static int rows_of(const bench_job *job, const tool_choice *choices, int count, const tool_case *cs,
                   int target_count) {
    int rows = 0;
    for (int c = 0; c < count; c++)
        if (tool_same_problems(choices[c].cs, cs)) rows += runs_once(job, &choices[c]) ? 1 : target_count;
    return rows;
}

static void bench_problem(bench_job *job, const tool_choice *choices, int count, const tool_config *problem,
                          const tool_target *targets, int target_count) {
    const tool_target plain = tool_plain_target(job->session);
    for (int c = 0; c < count; c++) {
        if (!tool_same_problems(choices[c].cs, problem->cs)) continue;
        const bool once = runs_once(job, &choices[c]);
        for (int t = 0; t < (once ? 1 : target_count); t++) {
            const tool_target *target = once ? &plain : &targets[t];
            tool_config config = *problem;
            config.cs = choices[c].cs;
            config.strategy = choices[c].strategy;
            config.backend = target->backend;
            config.width = target->width;
            if (is_new(job, &config, tool_choice_name(&choices[c]))) add_entry(job, &config, NULL);
        }
    }
    end_entries(job);
}

tool_bench_job *tool_bench_open(tool_session *s, double warm) {
    bench_job *job = calloc(1, sizeof *job);
    if (job) job->entries = calloc(MAX_ENTRIES, sizeof *job->entries);
    if (!job || !job->entries) {
        tool_emit_failure(s, TOOL_DEVICE_FAILED, "no memory for the rows of the bench");
        free(job);
        return NULL;
    }
    job->session = s;
    job->samples = s->options->samples;
    job->min_time = s->options->min_time;
    job->max_launch = s->options->max_launch;
    job->warm = warm;
    const bool run = s->options->command == TOOL_COMMAND_run;
    job->rounds =
        s->job->task.in_turns ? tool_rounds_for(job->samples, run ? TOOL_ROUNDS_OF_RUN : TOOL_ROUNDS) : 1;
    if (job->rounds > 1) tool_memory_renew();
    return job;
}

void tool_bench_close(tool_bench_job *job) {
    if (!job) return;
    tool_data_cache_clear(&job->cache);
    tool_seen_free(&job->seen);
    tool_ceilings_free(job->ceilings);
    free(job->entries);
    free(job);
}

void tool_bench_share(tool_bench_job *job, double done, double points) {
    job->done = done;
    job->points = points;
}

void tool_bench_limit(tool_bench_job *job, int samples, double min_time) {
    job->samples = samples;
    job->min_time = min_time;
}

void tool_bench_contest(tool_bench_job *job) {
    job->contest = true;
}

void tool_bench_times(tool_bench_job *job, const tool_config *configs, int count, double *time_ns) {
    for (int i = 0; i < count; i++) {
        time_ns[i] = 0.0;
        add_entry(job, &configs[i], &time_ns[i]);
    }
    end_entries(job);
}

static double probe_clock(void *ceilings) {
    return tool_ceilings_probe(ceilings);
}

/* If the ceilings' kernels fail, rows have no limits. */
static void measure_ceilings(bench_job *job) {
    xl_error error = {.text = ""};
    if (job->session->job->task.cautious)
        snprintf(error.text, sizeof error.text,
                 "the driver's process died when what the device can do was to be measured");
    else
        job->ceilings = tool_ceilings_make(job->session, &error);
    snprintf(job->no_limit, sizeof job->no_limit, "%.*s", (int)strcspn(error.text, "\n"), error.text);
    if (job->ceilings) tool_clock_start(&job->clock, probe_clock, job->ceilings);
}

/* NULL: the failure was reported. */
static bench_job *open_job(tool_session *s) {
    /* `run` must end within a minute. */
    const bool run = s->options->command == TOOL_COMMAND_run, reduced = run && s->slow;
    bench_job *job = tool_bench_open(s, !run ? 0.1 : 0.02);
    if (!job) return NULL;
    if (run && !s->options->min_time_given) job->min_time = reduced ? 0.01 : 0.02;
    if (!reduced) return job;
    job->reduced = true;
    if (!s->options->samples_given) job->samples = SLOW_SAMPLES;
    job->max_launch = job->max_launch < 0.05 ? job->max_launch : 0.05;
    return job;
}

static tool_timed list_problems(const bench_job *job, const tool_choice *choices, int count,
                                bool all_inputs) {
    const bool run = job->session->options->command == TOOL_COMMAND_run;
    const tool_timed_inputs each = run ? TOOL_EACH_LARGE_INPUT : TOOL_EACH_INPUT;
    return tool_timed_list(choices, count, job->reduced, all_inputs ? each : TOOL_FIRST_INPUT);
}

double tool_bench_rows(tool_session *s, const tool_choice *choices, int count, bool all_inputs,
                       double *sampled) {
    tool_target targets[TOOL_MAX_TARGETS];
    int target_count = 0;
    xl_error error = {0};
    double rows = 0.0;
    *sampled = 0.0;
    bench_job *job = open_job(s);
    if (!job) return 0.0;
    tool_timed problems = list_problems(job, choices, count, all_inputs);
    if (tool_targets(s, TOOL_NATIVE_WIDTHS, targets, &target_count, &error) == XL_SUCCESS)
        for (size_t p = 0; p < problems.count; p++)
            rows += rows_of(job, choices, count, problems.item[p].config.cs,
                            problems.item[p].one_width ? 1 : target_count);
    *sampled = job->warm + job->min_time;
    tool_timed_free(&problems);
    tool_bench_close(job);
    return rows;
}

tool_bench_job *tool_bench_begin(tool_session *s) {
    bench_job *const job = open_job(s);
    if (job && !s->ahead) measure_ceilings(job);
    return job;
}

tool_exit tool_bench_part(tool_bench_job *job, const tool_choice *choices, int count, bool all_inputs) {
    tool_target targets[TOOL_MAX_TARGETS];
    int target_count = 0;
    xl_error error = {0};
    if (tool_targets(job->session, TOOL_NATIVE_WIDTHS, targets, &target_count, &error) != XL_SUCCESS) {
        tool_emit_failure(job->session, TOOL_USAGE, error.text);
        return TOOL_USAGE;
    }
    tool_timed problems = list_problems(job, choices, count, all_inputs);
    job->done = 0.0;
    job->points = (double)problems.count;
    for (size_t p = 0; p < problems.count; p++) {
        const tool_timed_problem *const problem = &problems.item[p];
        const bool one = problem->one_width && target_count > 0;
        bench_problem(job, choices, count, &problem->config, one ? &targets[target_count / 2] : targets,
                      one ? 1 : target_count);
        job->done++;
    }
    job->earlier += (long)problems.count;
    tool_timed_free(&problems);
    return TOOL_OK;
}

tool_exit tool_bench(tool_session *s, const tool_choice *choices, int count, bool all_inputs) {
    tool_bench_job *const job = tool_bench_begin(s);
    const tool_exit result = job ? tool_bench_part(job, choices, count, all_inputs) : TOOL_DEVICE_FAILED;
    tool_bench_close(job);
    return result;
}
