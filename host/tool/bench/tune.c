#include "bench/tune.h"
#include "caps/device_open.h"
#include "base/os.h"
#include "caps/profile.h"
#include "table/settings.h"
#include "base/status.h"
#include "bench/bench.h"
#include "run/cache_place.h"
#include "bench/candidates.h"
#include "bench/timed.h"
#include "records/record.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A problem's rows are numbered from a multiple of ROWS, so that a new worker continues the numbers.
   FINALISTS: the best strategies, tried with other tuning values, which must win by more than noise. */
enum { ROWS = 65536, FINALISTS = 2, MOST_INPUTS = 16 };
static const double better = 0.97;

typedef struct tune_job {
    tool_session *session;
    tool_bench_job *bench;
    char *path; /* of the profile */
    bool own;   /* in the cache folder */
    xl__choice *choices;
    size_t count;
    tool_target targets[TOOL_MAX_TARGETS];
    int target_count;
    long problems, done;
    bool failed; /* an unwritable file was reported */
} tune_job;

static void tell_note(tool_session *s, const char *text) {
    tool_emit(s, json_pack("{s:s,s:o}", "event", "note", "text", tool_json_text(text)));
}

void tool_profile_take(tool_session *s) {
    const char *path = s->options->profile;
    char *text = NULL, reason[128];
    size_t size = 0;
    xl_error error = {.text = ""};
    if (!path) {
        if (s->device->profile_refused) tell_note(s, s->device->profile_refused);
        return;
    }
    xl_profile_use(s->device, NULL, NULL);
    const int failed = xl__os_read_file(path, XL__PROFILE_LIMIT, &text, &size);
    if (failed)
        xl__fail(&error, XL_IO, "%s: not used: %s", path, xl__os_reason(failed, reason, sizeof reason));
    else if (xl__profile_check(text, xl__get_facts(s->device), path, &error) == XL_SUCCESS)
        xl_profile_use(s->device, text, &error);
    if (error.text[0]) tell_note(s, error.text);
    free(text);
}

static bool find_path(tune_job *job) {
    char name[64];
    xl__text path = {0};
    char *folder = job->session->options->profile ? NULL : tool_cache_folder();
    xl__profile_name(xl__get_facts(job->session->device), name);
    job->own = !job->session->options->profile;
    if (folder)
        xl__text_format(&path, "%s/%s", folder, name);
    else if (!job->own)
        xl__text_format(&path, "%s", job->session->options->profile);
    job->path = path.data;
    if (folder) xl__os_make_private_folder(folder);
    const bool fine = job->path && (!job->own || xl__os_is_private_folder(folder));
    if (!fine)
        tool_emit_failure(job->session, TOOL_USAGE,
                          "tune: no cache folder to keep the profile in, or others may write there; name a "
                          "file with --profile FILE");
    free(folder);
    return fine;
}

/* An incomplete profile does not replace the old one. */
static void fail_memory(tune_job *job) {
    xl_error error;
    if (job->failed) return;
    job->failed = true;
    xl__fail(&error, XL_NO_MEMORY, "%s: no memory for the profile; it is left as it is", job->path);
    tool_emit_failure(job->session, TOOL_OUTPUT, error.text);
}

static bool make_room(tune_job *job) {
    xl__choice *more = realloc(job->choices, (job->count + 1) * sizeof *more);
    if (more)
        job->choices = more;
    else
        fail_memory(job);
    return more != NULL;
}

/* A damaged profile is replaced only in the cache; another device's never. */
static bool load(tune_job *job) {
    char *text = NULL;
    size_t size = 0;
    xl_error error = {.text = ""};
    if (!xl__os_exists(job->path)) return true;
    const int failed = job->own ? xl__os_read_own_file(job->path, XL__PROFILE_LIMIT, &text, &size)
                                : xl__os_read_file(job->path, XL__PROFILE_LIMIT, &text, &size);
    int status = XL_IO;
    if (failed == ENOMEM) {
        fail_memory(job);
        return false;
    }
    if (failed)
        xl__fail(&error, XL_IO, "%s: it is no file that could be read", job->path);
    else
        status = xl__profile_check(text, xl__get_facts(job->session->device), job->path, &error);
    if (status != XL_SUCCESS && !job->own) tool_emit_failure(job->session, TOOL_USAGE, error.text);
    const char *at = NULL;
    xl__choice choice;
    while (status == XL_SUCCESS && xl__profile_next(text, &at, &choice)) {
        if (!make_room(job)) break;
        job->choices[job->count++] = choice;
    }
    free(text);
    return !job->failed && (status == XL_SUCCESS || job->own);
}

static void store(tune_job *job) {
    xl__text text = {0};
    char reason[128];
    xl_error error;
    xl__profile_write(&text, xl__get_facts(job->session->device), job->choices, job->count);
    const int failed = text.failed ? ENOMEM
                       : job->own  ? xl__os_write_own_file(job->path, text.data, text.size)
                                   : xl__os_write_file(job->path, text.data, text.size);
    xl__text_free(&text);
    if (!failed || job->failed) return;
    job->failed = true;
    xl__fail(&error, XL_IO, "%s: cannot be written: %s", job->path,
             xl__os_reason(failed, reason, sizeof reason));
    tool_emit_failure(job->session, TOOL_OUTPUT, error.text);
}

static xl__choice *find(const tune_job *job, const xl__choice *like) {
    for (size_t i = 0; i < job->count; i++)
        if (strcmp(job->choices[i].algorithm, like->algorithm) == 0 &&
            strcmp(job->choices[i].type, like->type) == 0 &&
            strcmp(job->choices[i].problem, like->problem) == 0)
            return &job->choices[i];
    return NULL;
}

static void keep(tune_job *job, const xl__choice *choice) {
    xl__choice *place = find(job, choice);
    if (!place) {
        if (!make_room(job)) return;
        place = &job->choices[job->count++];
    }
    *place = *choice;
    store(job);
}

typedef struct contest {
    tool_candidates candidates;
    double ns[TOOL_MOST_CANDIDATES];    /* for the current input */
    double score[TOOL_MOST_CANDIDATES]; /* sum of log(time / the best's) */
    double sum[TOOL_MOST_CANDIDATES];   /* of the logarithms of the time */
    int inputs;                         /* with at least one measurement */
} contest;

static void add_input(contest *c) {
    double best = 0.0;
    const double *ns = c->ns;
    for (int i = 0; i < c->candidates.count; i++)
        if (ns[i] > 0.0 && (best == 0.0 || ns[i] < best)) best = ns[i];
    if (best == 0.0) return;
    for (int i = 0; i < c->candidates.count; i++) {
        c->score[i] += ns[i] > 0.0 ? log(ns[i] / best) : INFINITY;
        c->sum[i] += ns[i] > 0.0 ? log(ns[i]) : 0.0;
    }
    c->inputs++;
}

static int find_best(const contest *c) {
    int best = -1;
    for (int i = 0; i < c->candidates.count && c->inputs > 0; i++)
        if (isfinite(c->score[i]) && (best < 0 || c->score[i] < c->score[best])) best = i;
    return best;
}

static void run_contest(tune_job *job, contest *c, const char *const *inputs) {
    memset(c->score, 0, sizeof c->score);
    memset(c->sum, 0, sizeof c->sum);
    c->inputs = 0;
    for (int d = 0; d < MOST_INPUTS && inputs[d]; d++) {
        for (int i = 0; i < c->candidates.count; i++) c->candidates.item[i].distribution = inputs[d];
        tool_bench_times(job->bench, c->candidates.item, c->candidates.count, c->ns);
        add_input(c);
    }
}

static void tuning_of(const tool_config *config, char out[TOOL_SETTINGS_TEXT]) {
    const xl__algorithm *algorithm = config->cs->algorithm;
    out[0] = '\0';
    for (int p = 0; p < algorithm->param_count; p++) {
        const xl__param *param = &algorithm->params[p];
        if (param->role != XL__TUNING || !tool_settings_have(config->settings, param->name)) continue;
        xl__problem problem;
        char value[64], word[160];
        xl__read_settings(algorithm, config->settings, &problem, NULL);
        xl__value_text(param, problem.value[p], value, sizeof value);
        snprintf(word, sizeof word, "%s=%s", param->name, value);
        tool_settings_join(NULL, out, word, out);
    }
}

static void fill(xl__choice *out, const tool_config *config, double ns) {
    char tuning[TOOL_SETTINGS_TEXT];
    tuning_of(config, tuning);
    json_t *now = tool_json_now();
    snprintf(out->strategy, sizeof out->strategy, "%s",
             config->cs->algorithm->strategies[config->strategy].name);
    snprintf(out->backend, sizeof out->backend, "%s", config->backend ? config->backend : "none");
    snprintf(out->tuning, sizeof out->tuning, "%s", tuning);
    snprintf(out->date, sizeof out->date, "%.10s", json_is_string(now) ? json_string_value(now) : "");
    out->width = config->width;
    out->ns = ns;
    json_decref(now);
}

static void list_finalists(const tune_job *job, const contest *first, tool_candidates *out) {
    int taken[FINALISTS] = {0}, count = 0;
    out->count = 0;
    while (count < FINALISTS) {
        int best = -1;
        for (int i = 0; i < first->candidates.count; i++) {
            bool there = !isfinite(first->score[i]);
            for (int t = 0; t < count; t++)
                there =
                    there || first->candidates.item[i].strategy == first->candidates.item[taken[t]].strategy;
            if (!there && (best < 0 || first->score[i] < first->score[best])) best = i;
        }
        if (best < 0) return;
        taken[count++] = best;
        tool_candidates_vary(job->session, &first->candidates.item[best], out);
    }
}

/* Relative to the first round's best; 0: unknown. */
static double rule_against(const tune_job *job, const contest *c, const tool_config *base, int best,
                           char *name, size_t size) {
    tool_config automatic = *base;
    xl__preview preview;
    automatic.strategy = TOOL_AUTO_STRATEGY;
    snprintf(name, size, "-");
    if (tool_plan_preview(job->session, &automatic, &preview, NULL) != XL_SUCCESS) return 0.0;
    snprintf(name, size, "%s", base->cs->algorithm->strategies[preview.strategy].name);
    for (int i = 0; i < c->candidates.count; i++) {
        const tool_config *config = &c->candidates.item[i];
        if (config->strategy == preview.strategy &&
            (config->width == 0 || config->width == preview.problem.width) && isfinite(c->score[i]))
            return exp((c->score[i] - c->score[best]) / c->inputs);
    }
    return 0.0;
}

static void tell_choice(tune_job *job, const xl__choice *choice, const char *rule, double ratio) {
    tool_emit(job->session,
              json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:i,s:s,s:f,s:s,s:f}", "event", "choice", "algorithm",
                        choice->algorithm, "type", choice->type, "problem", choice->problem, "strategy",
                        choice->strategy, "backend", choice->backend, "width", choice->width, "tuning",
                        choice->tuning, "ns", choice->ns, "rule", rule, "rule_ratio", ratio));
}

static void tune_problem(tune_job *job, const tool_choice *choices, int count, const tool_config *base,
                         const char *const *inputs, xl__choice *choice) {
    contest *first = calloc(1, sizeof *first), *second = calloc(1, sizeof *second);
    char rule[64];
    if (!first || !second) {
        fail_memory(job);
    } else {
        tool_candidates_list(choices, count, base, job->targets, job->target_count, &first->candidates);
        run_contest(job, first, inputs);
        int best = find_best(first);
        if (best >= 0) {
            const double ratio = rule_against(job, first, base, best, rule, sizeof rule);
            fill(choice, &first->candidates.item[best], exp(first->sum[best] / first->inputs));
            list_finalists(job, first, &second->candidates);
            run_contest(job, second, inputs);
            best = find_best(second);
            /* Candidate 0 is the first round's best. */
            const double gain =
                best > 0 ? exp((second->score[best] - second->score[0]) / second->inputs) : 1.0;
            if (best > 0 && gain < better)
                fill(choice, &second->candidates.item[best], exp(second->sum[best] / second->inputs));
            keep(job, choice);
            if (!job->failed) tell_choice(job, choice, rule, ratio);
        }
    }
    free(first);
    free(second);
}

static void visit_problem(tune_job *job, const tool_choice *choices, int count, const tool_config *base) {
    tool_session *s = job->session;
    const xl__algorithm *algorithm = base->cs->algorithm;
    const char *const one[] = {base->distribution, NULL};
    xl__choice choice = {.width = 0};
    xl__problem problem;
    char shape[TOOL_SETTINGS_TEXT];
    s->row_count = job->done * ROWS;
    tool_bench_share(job->bench, (double)job->done++, (double)job->problems);
    if (xl__read_settings(algorithm, base->settings, &problem, NULL) != XL_SUCCESS) return;
    problem.algorithm = algorithm;
    if (!tool_problem_shape(&problem, shape)) return;
    snprintf(choice.algorithm, sizeof choice.algorithm, "%s", algorithm->name);
    snprintf(choice.type, sizeof choice.type, "%s",
             xl_type_name(base->type ? base->type : algorithm->arrays[0].types[0]));
    snprintf(choice.problem, sizeof choice.problem, "%s", shape);
    if (find(job, &choice) && !s->options->again) return;
    tune_problem(job, choices, count, base, base->distribution ? one : base->cs->distributions, &choice);
}

tool_exit tool_tune(tool_session *s, const tool_choice *choices, int count) {
    tune_job job = {.session = s};
    xl_error error = {.text = ""};
    xl_profile_use(s->device, NULL, NULL); /* the reported reason must be the rule's */
    bool ready = find_path(&job) && load(&job);
    if (ready && tool_targets(s, TOOL_NATIVE_WIDTHS, job.targets, &job.target_count, &error) != XL_SUCCESS) {
        tool_emit_failure(s, TOOL_USAGE, error.text);
        ready = false;
    }
    if (ready) job.bench = tool_bench_open(s, 0.02);
    if (job.bench)
        tool_bench_limit(job.bench, s->options->samples_given ? s->options->samples : 5,
                         s->options->min_time_given ? s->options->min_time : 0.02);
    tool_timed problems = tool_timed_list(choices, count, false, TOOL_OPEN_INPUT);
    job.problems = (long)problems.count;
    for (size_t p = 0; p < problems.count && job.bench && !job.failed; p++)
        visit_problem(&job, choices, count, &problems.item[p].config);
    tool_timed_free(&problems);
    if (job.bench && !job.failed)
        tool_emit(s, json_pack("{s:s,s:o,s:I}", "event", "profile", "file", tool_json_line(job.path),
                               "choices", (json_int_t)job.count));
    const tool_exit result = job.failed  ? TOOL_OUTPUT
                             : !ready    ? TOOL_USAGE
                             : job.bench ? TOOL_OK
                                         : TOOL_DEVICE_FAILED;
    tool_bench_close(job.bench);
    free(job.choices);
    free(job.path);
    return result;
}
