#include "verify/verify.h"
#include "run/findings.h"
#include "verify/smallest_failure.h"
#include "hints/source_hints.h"
#include "run/memory.h"
#include "table/lookup.h"
#include "table/settings.h"
#include "base/os.h"
#include "plan/plan_make.h"
#include "table/values.h"
#include "base/calls.h"
#include <stdlib.h>
#include <string.h>

static int finish(const tool_session *s, xl_error *error) {
    const cl_int status = clFinish(s->queue);
    if (status == CL_SUCCESS) return XL_SUCCESS;
    return xl__fail(error, status, "clFinish: the device failed while it ran: %s", xl_status_name(status));
}

static int run_once(tool_session *s, const tool_config *c, const tool_data *data, const tool_buffers *buffers,
                    tool_trial *t) {
    const xl__algorithm *algorithm = c->cs->algorithm;
    int status = tool_poison(s, t->plan, buffers, &t->error);
    if (status == XL_SUCCESS) status = finish(s, &t->error);
    if (status != XL_SUCCESS) return status;
    tool_launch_begins(s, t->plan);
    const uint64_t start = xl__os_now();
    status = tool_enqueue(s, t->plan, algorithm, buffers, NULL, NULL, &t->error);
    if (status == XL_SUCCESS) status = finish(s, &t->error);
    tool_launch_ends(s);
    const double seconds = 1e-9 * (double)(xl__os_now() - start);
    if (t->seconds <= 0.0 || seconds < t->seconds) t->seconds = seconds;
    if (status != XL_SUCCESS) return status;
    return tool_compare(s, t->plan, data, buffers, xl__plan_problem(t->plan)->width, &t->verdict, &t->error);
}

static int check_width(tool_session *s, tool_trial *t) {
    xl_plan_facts facts;
    xl_plan_get_facts(t->plan, &facts);
    const int status = xl_plan_width_measured(t->plan, s->queue, &t->width_measured, &t->error);
    if (status != XL_SUCCESS) return status;
    t->width_wrong = t->width_measured > 0 && t->width_measured != facts.width;
    return XL_SUCCESS;
}

tool_outcome tool_try(tool_session *s, const tool_config *c, tool_data_cache *cache, int repeat,
                      tool_trial *t) {
    t->width_measured = -1;
    t->width_wrong = t->measure_wrong = false;
    t->seconds = 0.0;
    t->error = (xl_error){0};
    if (!t->plan && tool_plan_make(s, c, &t->plan, &t->error) != XL_SUCCESS) return TOOL_FAILED;
    const xl__problem *problem = xl__plan_problem(t->plan);
    xl_plan_facts facts;
    xl_plan_get_facts(t->plan, &facts);
    tool_data *data = NULL;
    tool_buffers buffers = {0};
    int status = tool_check_memory(s, c->cs->algorithm, problem, facts.scratch_bytes, false, &t->error);
    if (status == XL_SUCCESS) status = tool_data_get(cache, c, problem, s->options->seed, &data, &t->error);
    if (status == XL_SUCCESS)
        status = tool_buffers_make(s, c->cs->algorithm, problem, data, &buffers, &t->error);
    for (int i = 0; i < repeat && status == XL_SUCCESS; i++) {
        if (i > 0) tool_row_alive(s);
        status = run_once(s, c, data, &buffers, t);
        if (status == XL_SUCCESS && t->verdict.wrong) break;
    }
    const bool read_wrong = status == XL_WRONG_ANSWER; /* a value read back is wrong */
    if (status == XL_SUCCESS) status = check_width(s, t);
    if (status == XL_SUCCESS)
        t->measure_wrong = tool_row_set_measures(NULL, s, t->plan, &t->error) != XL_SUCCESS;
    tool_buffers_free(&buffers);
    t->found = tool_findings_read(s, problem->strategy);
    if (read_wrong) {
        t->verdict = (tool_verdict){.wrong = false};
        t->measure_wrong = true;
        return TOOL_WRONG_RESULT;
    }
    if (status != XL_SUCCESS) return TOOL_FAILED;
    return t->verdict.wrong || t->width_wrong || t->measure_wrong || t->found ? TOOL_WRONG_RESULT
                                                                              : TOOL_RIGHT;
}

/* verify cannot repeat exec's inputs, and an exercise has no row of its own. */
static void add_findings(json_t *record, const tool_session *s, const tool_config *c) {
    const tool_command command = s->options->command;
    char repeat[1024];
    const bool said = command == TOOL_COMMAND_learn || command == TOOL_COMMAND_exec ||
                      json_is_object(json_object_get(record, "mismatch"));
    tool_repeat_command(s, "verify", c, repeat, sizeof repeat);
    tool_findings_set(s, record, said ? NULL : repeat);
}

void tool_row_set_trial(json_t *record, const tool_session *s, const tool_config *c, const tool_trial *t,
                        tool_outcome outcome) {
    if (t->plan) tool_row_set_plan(record, c, t->plan);
    if (t->width_measured > 0) json_object_set_new(record, "width_measured", json_integer(t->width_measured));
    if (outcome == TOOL_FAILED) {
        tool_row_set_failure(record, &t->error);
        add_findings(record, s, c);
        return;
    }
    tool_row_set_verdict(record, s, c, t->plan, &t->verdict);
    xl_error ignored;
    if (t->plan) tool_row_set_measures(record, s, t->plan, &ignored);
    if (t->measure_wrong && !t->verdict.wrong) {
        json_object_set_new(record, "status", json_string("mismatch"));
        tool_row_set_reason(record, "%s", t->error.text);
    }
    if (t->width_wrong && !t->verdict.wrong) {
        json_object_set_new(record, "status", json_string("mismatch"));
        tool_row_set_reason(record, "the plan is for sub-groups of %d lanes, but the kernel ran with %d",
                            xl__plan_problem(t->plan)->width, t->width_measured);
    }
    add_findings(record, s, c);
}

double tool_predict_seconds(const tool_config *c, const xl__problem *small, double small_seconds,
                            const xl__problem *large) {
    if (c->strategy == TOOL_AUTO_STRATEGY || small_seconds <= 0.0) return 0.0;
    xl__cost a, b;
    xl__cost_of(c->cs->algorithm, small, c->strategy, &a);
    xl__cost_of(c->cs->algorithm, large, c->strategy, &b);
    /* Scales by what grows most, except the steps of a lane. */
    const double operations = a.operations > 0.0 ? b.operations / a.operations : 1.0;
    const double bytes = a.bytes > 0.0 ? b.bytes / a.bytes : 1.0;
    return small_seconds * (operations > bytes ? operations : bytes);
}

typedef struct verify_job {
    tool_session *session;
    tool_level level;
    tool_target targets[TOOL_MAX_TARGETS];
    int target_count;
    bool stopped; /* this choice's user kernel was wrong: only the first cause is reported */
    tool_data_cache cache;
    tool_case_list cases;
} verify_job;

/* Predicted from the base case's time. */
static bool too_slow(const verify_job *job, const tool_config *c, const xl__problem *base, double seconds) {
    const xl__algorithm *algorithm = c->cs->algorithm;
    xl__problem problem = *base;
    xl__read_settings(algorithm, c->settings, &problem, NULL);
    return tool_predict_seconds(c, base, seconds, &problem) > job->session->options->max_launch;
}

typedef struct row_sum {
    json_t *record; /* of the first case, or the failed one; becomes the row's */
    int ran, too_slow, too_large;
    double worst, found, allowed; /* the error nearest to its bound */
} row_sum;

static void add_trial(row_sum *sum, tool_session *s, const tool_config *c, const tool_trial *trial,
                      tool_outcome outcome) {
    const tool_verdict *v = &trial->verdict;
    if (outcome != TOOL_FAILED && v->worst_allowed > 0.0 && v->worst_error / v->worst_allowed > sum->worst) {
        sum->worst = v->worst_error / v->worst_allowed;
        sum->found = v->worst_error;
        sum->allowed = v->worst_allowed;
    }
    sum->ran++;
    if (sum->record && outcome == TOOL_RIGHT) return; /* the first case sets the row's settings */
    json_decref(sum->record);
    sum->record = tool_row_record(s, "verify", "ok", c, trial->plan);
    tool_row_set_trial(sum->record, s, c, trial, outcome);
}

static json_t *finish_sum(const verify_job *job, const row_sum *sum, const xl_plan_facts *built) {
    json_t *record = sum->record;
    if (strcmp(json_string_value(json_object_get(record, "status")), "ok") == 0) {
        json_object_set_new(record, "error_found", tool_json_number(sum->found));
        json_object_set_new(record, "error_allowed", tool_json_number(sum->allowed));
        if (sum->too_slow > 0)
            tool_row_set_reason(record, "%d size%s left out: predicted to run longer than --max-launch %g s",
                                sum->too_slow, sum->too_slow == 1 ? "" : "s",
                                job->session->options->max_launch);
        else if (sum->too_large > 0)
            tool_row_set_reason(record, "%d size%s left out: larger than the device's memory", sum->too_large,
                                sum->too_large == 1 ? "" : "s");
    }
    json_object_set_new(record, "cases", json_integer(sum->ran));
    json_object_set_new(record, "compile_ms", tool_json_number(built->compile_ms));
    json_object_set_new(record, "cached", json_boolean(built->cached));
    return record;
}

/* In all that a tuning value can change. */
static bool same_plan(const xl_plan *a, const xl_plan *b) {
    const xl__algorithm *algorithm = xl__plan_algorithm(a);
    const xl__problem *x = xl__plan_problem(a), *y = xl__plan_problem(b);
    for (int p = 0; p < algorithm->param_count; p++)
        if (x->value[p] != y->value[p] && xl__uses(algorithm, x, xl__plan_strategy(a), p)) return false;
    return xl__plan_same(a, b);
}

/* True if a tuning value does not run here or changes nothing. Keeps the plan if the case runs. */
static bool leaves_out(tool_session *s, const tool_config *c, const xl_plan *base, tool_trial *trial) {
    const int status = tool_plan_make(s, c, &trial->plan, &trial->error);
    if (status == XL_UNSUPPORTED || status == XL_TOO_LARGE) return true;
    if (status != XL_SUCCESS || !base || !same_plan(trial->plan, base)) return false;
    xl_plan_free(trial->plan);
    trial->plan = NULL;
    return true;
}

/* Mistakes of user kernels are explained. */
static bool is_own(const verify_job *job, const tool_config *c) {
    return c->strategy != TOOL_AUTO_STRATEGY && !tool_is_planted(c) &&
           tool_is_own_source(job->session->options->kernel_dir, &c->cs->algorithm->strategies[c->strategy]);
}

/* Consumes `record`. */
static json_t *explain(verify_job *job, const tool_config *c, const tool_case_plan *plan, long row,
                       bool wrong_result, json_t *record) {
    tool_session *s = job->session;
    const tool_question question = {s, &job->cache, job->targets, job->target_count, plan->given, row};
    tool_diagnosis said = {.count = 0};
    tool_config smallest = *c;
    tool_trial trial = {0};
    tool_add_source_hints(s->options->kernel_dir, &c->cs->algorithm->strategies[c->strategy], &said);
    if (wrong_result) {
        tool_explain_wrong(&question, &smallest, &said);
        const tool_outcome outcome = tool_try(s, &smallest, &job->cache, 1, &trial);
        if (outcome == TOOL_WRONG_RESULT) {
            json_decref(record);
            record = tool_row_record(s, "verify", "ok", &smallest, trial.plan);
            tool_row_set_trial(record, s, &smallest, &trial, outcome);
        }
        xl_plan_free(trial.plan);
    }
    tool_add_sentences(record, &said);
    return record;
}

/* A busy machine slows only some runs. */
static void time_again(verify_job *job, const tool_config *base, xl_plan *plan, double *seconds) {
    tool_trial again = {.plan = plan};
    tool_config c = *base;
    if (!c.distribution) c.distribution = c.cs->distributions[0];
    if (tool_try(job->session, &c, &job->cache, 2, &again) == TOOL_RIGHT && again.seconds < *seconds)
        *seconds = again.seconds;
}

/* A worker that compiles ahead leaves what others compile. If that is the base case, default-level cases may
   still need other programs, which the plan's preview lists. */
static bool has_more_to_compile(verify_job *job, const tool_config *base, tool_case_plan *plan) {
    xl__preview preview;
    if (job->level != TOOL_LEVEL_QUICK || tool_plan_preview(job->session, base, &preview, NULL) != XL_SUCCESS)
        return false;
    plan->group = preview.problem.group_size;
    tool_level_cases(job->session, base, plan, &job->cases);
    return true;
}

static json_t *run_cases(verify_job *job, const tool_config *base, tool_case_plan *plan, long row,
                         tool_trial *trial) {
    tool_session *s = job->session;
    row_sum sum = {.worst = -1.0};
    double seconds = 0.0;
    bool sure = false; /* the base case was timed again */
    xl__problem first = {0};
    xl_plan *base_plan = NULL; /* of the first case, until the row ends */
    xl_plan_facts built = {0}; /* later plans find this program */
    job->cases.count = 0;
    for (int i = 0; i == 0 || i < job->cases.count; i++) {
        tool_config c = *base;
        if (i > 0) c = job->cases.item[i];
        if (i == 0 && !c.distribution) c.distribution = c.cs->distributions[0];
        if (i > 0 && !sure && too_slow(job, &c, &first, seconds)) {
            time_again(job, base, base_plan, &seconds);
            sure = true;
        }
        if (i > 0 && too_slow(job, &c, &first, seconds)) {
            sum.too_slow++;
            continue;
        }
        tool_row_at(s, row); /* a sign of life: --timeout counts from here */
        if (i > 0 && job->cases.tuning[i] && leaves_out(s, &c, base_plan, trial)) continue;
        /* Drivers finish compiling at the first launch. */
        const int repeat = i == 0 && s->options->repeat < 2 ? 2 : s->options->repeat;
        const tool_outcome outcome = tool_try(s, &c, &job->cache, repeat, trial);
        if (i == 0 && trial->plan) {
            first = *xl__plan_problem(trial->plan);
            xl_plan_get_facts(trial->plan, &built);
            seconds = trial->seconds;
            plan->group = built.group_size;
            tool_level_cases(s, base, plan, &job->cases);
        }
        const bool too_large = i > 0 && outcome == TOOL_FAILED && trial->error.status == XL_TOO_LARGE;
        sum.too_large += too_large;
        if (!too_large) add_trial(&sum, s, &c, trial, outcome);
        if (i == 0)
            base_plan = trial->plan;
        else
            xl_plan_free(trial->plan);
        trial->plan = NULL;
        if (too_large || outcome == TOOL_RIGHT) continue;
        if (s->ahead && trial->error.status == XL_UNSUPPORTED &&
            (i > 0 || has_more_to_compile(job, base, plan)))
            continue;
        if (is_own(job, &c))
            sum.record = explain(job, &c, plan, row, outcome == TOOL_WRONG_RESULT, sum.record);
        break;
    }
    xl_plan_free(base_plan);
    return finish_sum(job, &sum, &built);
}

void tool_judge_plant(json_t *record) {
    const char *const status = json_string_value(json_object_get(record, "status"));
    const char *const old = json_string_value(json_object_get(record, "reason"));
    char reason[XL_ERROR_TEXT];
    if (strcmp(status, "mismatch") == 0) {
        snprintf(reason, sizeof reason, TOOL_PLANT_CAUGHT "%s", old ? old : "");
        json_object_set_new(record, "status", json_string("ok"));
        tool_row_set_reason(record, "%s", reason);
    } else if (strcmp(status, "ok") == 0) { /* `old` lists skipped sizes */
        snprintf(reason, sizeof reason, "planted wrong kernel was NOT caught%s%s", old ? "; " : "",
                 old ? old : "");
        json_object_set_new(record, "status", json_string("mismatch"));
        tool_row_set_reason(record, "%s", reason);
    }
}

static void verify_row(verify_job *job, const tool_config *base, tool_case_plan *plan) {
    tool_session *s = job->session;
    if (job->stopped) {
        tool_row_pass(s);
        return;
    }
    const long row = tool_row_begin(s, tool_row_record(s, "verify", "error", base, NULL));
    if (row < 0) return;
    tool_trial trial = {0};
    const uint64_t start = xl__os_now();
    json_t *record = run_cases(job, base, plan, row, &trial);
    if (tool_is_planted(base)) tool_judge_plant(record);
    json_object_set_new(record, "time_ms", tool_json_number(1e-6 * (double)(xl__os_now() - start)));
    job->stopped = tool_stops_strategy(s->options, record);
    tool_row_end(s, row, record);
}

bool tool_stops_strategy(const tool_options *o, const json_t *record) {
    const char *const status = json_string_value(json_object_get(record, "status"));
    const char *const kind = json_string_value(json_object_get(record, "kind"));
    return o->kernel_dir && o->command == TOOL_COMMAND_verify && status && kind &&
           strcmp(kind, "verify") == 0 && (strcmp(status, "mismatch") == 0 || strcmp(status, "error") == 0);
}

/* An earlier worker's row of this choice was wrong. */
static bool was_stopped(const tool_session *s, const tool_choice *choice) {
    char name[200];
    snprintf(name, sizeof name, ",%s/%s,", choice->cs->algorithm->name, tool_choice_name(choice));
    return s->job->task.stopped && strstr(s->job->task.stopped, name);
}

static void tell_level(const verify_job *job, const tool_level_list *list) {
    tool_emit(job->session, json_pack("{s:s,s:s,s:I,s:I,s:I,s:I,s:O}", "event", "level", "algorithm",
                                      list->choices[0].cs->algorithm->name, "rows", (json_int_t)list->taken,
                                      "full", (json_int_t)list->rows, "met", (json_int_t)list->met, "left",
                                      (json_int_t)list->left, "names", list->names));
}

static void verify_list(verify_job *job, const tool_level_list *list, double from, double to) {
    size_t trial = 0, done = 0;
    int choice = -1;
    for (size_t r = 0; r < list->rows; r++) {
        const tool_level_row *const row = &list->row[r];
        const tool_choice *const c = &list->choices[row->choice];
        const size_t begin = trial;
        while (trial < list->trials && list->trial[trial].row == r) trial++;
        if (!row->taken) continue;
        tool_case_plan plan = {.given = c->points->item[row->point].settings,
                               .trial = trial > begin ? &list->trial[begin] : NULL,
                               .trials = trial - begin,
                               .level = job->level,
                               .whole = row->whole};
        if (row->choice != choice) job->stopped = was_stopped(job->session, c);
        choice = row->choice;
        tool_emit_progress(job->session, from + (to - from) * (double)done++ / (double)list->taken,
                           "verify %s/%s", c->cs->algorithm->name, tool_choice_name(c));
        verify_row(job, &row->base, &plan);
    }
    if (job->level == TOOL_LEVEL_QUICK) tell_level(job, list);
}

double tool_verify_rows(tool_session *s, const tool_choice *choices, int count) {
    tool_target targets[TOOL_MAX_TARGETS];
    int target_count = 0;
    xl_error error = {0};
    double rows = 0.0;
    if (tool_targets(s, TOOL_NATIVE_WIDTHS, targets, &target_count, &error) != XL_SUCCESS) return 0.0;
    for (int c = 0; c < count; c++)
        rows += (double)choices[c].points->count *
                (tool_needs_no_sub_groups(&choices[c]) ? 1.0 : (double)target_count);
    return rows;
}

tool_exit tool_verify(tool_session *s, const tool_choice *choices, int count, tool_level level) {
    xl_error error = {0};
    verify_job *job = calloc(1, sizeof *job);
    if (!job) {
        tool_emit_failure(s, TOOL_DEVICE_FAILED, "no memory for the rows of verify");
        return TOOL_DEVICE_FAILED;
    }
    if (tool_targets(s, level == TOOL_LEVEL_FIRST ? TOOL_NATIVE_WIDTHS : TOOL_EVERY_WIDTH, job->targets,
                     &job->target_count, &error) != XL_SUCCESS) {
        tool_emit_failure(s, TOOL_USAGE, error.text);
        free(job);
        return TOOL_USAGE;
    }
    job->session = s;
    job->level = level;
    for (int first = 0, end = 0; first < count; first = end) {
        tool_level_list list;
        while (end < count && choices[end].cs == choices[first].cs) end++;
        tool_level_make(s, &choices[first], end - first, job->targets, job->target_count, level, &list);
        verify_list(job, &list, (double)first / (double)count, (double)end / (double)count);
        tool_level_free(&list);
    }
    tool_data_cache_clear(&job->cache);
    free(job);
    return TOOL_OK;
}
