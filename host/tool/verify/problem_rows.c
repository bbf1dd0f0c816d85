#include "verify/problem_rows.h"
#include "device/backend.h"
#include <stdlib.h>
#include <string.h>

/* A problem then takes milliseconds; the full level takes 16 times as much. */
static const tool_problem_limits usual = {131072.0, 1048576.0};
#define MOST_SCRATCH 16777216.0

static bool is_planted(const tool_choice *choice) {
    return choice->strategy != TOOL_AUTO_STRATEGY &&
           (choice->cs->algorithm->strategies[choice->strategy].flags & XL__WRONG);
}

static void list_choices(tool_problem_job *job, const tool_choice *choices, int count) {
    for (int i = 0; i < count; i++) {
        if (!is_planted(&choices[i])) job->choices[job->choice_count++] = choices[i];
        const bool last = i + 1 == count || choices[i + 1].cs != choices[i].cs;
        if (last && job->given->names.count == 0)
            job->choices[job->choice_count++] =
                (tool_choice){choices[i].cs, TOOL_AUTO_STRATEGY, choices[i].points};
    }
}

static int list_targets(tool_problem_job *job, xl_error *error) {
    tool_session *s = job->session;
    const int status = tool_targets(s, TOOL_EVERY_WIDTH, job->targets, &job->target_count, error);
    if (status != XL_SUCCESS || job->given->backend || job->given->width_count > 0) return status;
    const char *const chosen = xl_chosen_backend(s->device, NULL, 0, error);
    if (!chosen) return error->status;
    for (size_t b = 0; b < XL__BACKENDS; b++) {
        int widths[TOOL_MAX_WIDTHS];
        if (xl__backends[b].emulated || strcmp(xl__backends[b].name, chosen) == 0) continue;
        const size_t count = xl_native_widths(s->device, xl__backends[b].name, widths, TOOL_MAX_WIDTHS, NULL);
        for (size_t i = 0; i < count && i < TOOL_MAX_WIDTHS && job->target_count < TOOL_PROBLEM_TARGETS; i++)
            job->targets[job->target_count++] = (tool_target){xl__backends[b].name, widths[i], false};
    }
    return XL_SUCCESS;
}

tool_problem_job *tool_problem_job_open(tool_session *s, const tool_choice *choices, int count,
                                        const char *option, tool_exit *status) {
    tool_problem_job *job = calloc(1, sizeof *job);
    if (!job) {
        tool_emit_failure(s, TOOL_DEVICE_FAILED, "no memory for the problems of verify");
        *status = TOOL_DEVICE_FAILED;
        return NULL;
    }
    const tool_options *const given = s->options;
    const double factor = given->full ? 16.0 : 1.0;
    job->session = s;
    job->given = given;
    job->with_seed = *given;
    job->limits = (tool_problem_limits){factor * usual.elements, factor * usual.operations};
    job->most_scratch = factor * MOST_SCRATCH;
    s->options = &job->with_seed;
    list_choices(job, choices, count);
    xl_error error = {0};
    *status = TOOL_OK;
    if (job->choice_count == 0)
        xl__fail(&error, XL_BAD_NAME, "%s: only planted kernels are named; verify runs those without it",
                 option);
    if (job->choice_count > 0 && list_targets(job, &error) == XL_SUCCESS) return job;
    tool_emit_failure(s, TOOL_USAGE, error.text);
    *status = TOOL_USAGE;
    tool_problem_job_close(job);
    return NULL;
}

void tool_problem_job_close(tool_problem_job *job) {
    job->session->options = job->given;
    tool_data_cache_clear(&job->cache);
    free(job);
}

bool tool_choice_has_sub_groups(const tool_choice *choice) {
    return choice->strategy == TOOL_AUTO_STRATEGY ||
           choice->cs->algorithm->strategies[choice->strategy].flow != XL__NO_SUB_GROUPS;
}

xl__problem tool_usual_problem(const tool_config *base) {
    const int width = base->width > 0 ? base->width : 1;
    const size_t group = (size_t)TOOL_USUAL_GROUP / (size_t)width * (size_t)width;
    const xl__algorithm *algorithm = base->cs->algorithm;
    xl__problem problem = {
        .type = base->type, .width = width, .compute_units = 1, .group_size = group, .largest_group = group};
    for (int p = 0; p < algorithm->param_count; p++) problem.value[p] = algorithm->params[p].initial;
    return problem;
}

bool tool_is_neutral(int status) {
    return status == XL_UNSUPPORTED || status == XL_TOO_LARGE;
}

json_t *tool_problem_announce(const tool_problem_job *job, const tool_config *c) {
    json_t *record = tool_row_record(job->session, "verify", "error", c, NULL);
    char repeat[1024];
    tool_repeat_command(job->session, "verify", c, repeat, sizeof repeat);
    tool_row_set_reason(record, "repeat: %s", repeat);
    return record;
}

void tool_problem_add_repeat(const tool_problem_job *job, const tool_config *c, json_t *record) {
    char repeat[1024], reason[XL_ERROR_TEXT];
    const char *const why = json_string_value(json_object_get(record, "reason"));
    if (strcmp(json_string_value(json_object_get(record, "status")), "error") != 0) return;
    tool_repeat_command(job->session, "verify", c, repeat, sizeof repeat);
    const size_t line = why ? strcspn(why, "\n") : 0; /* a compiler's log may follow */
    snprintf(reason, sizeof reason, "%.*s; repeat: %s%s", (int)line, why ? why : "", repeat,
             why ? why + line : "");
    tool_row_set_reason(record, "%s", reason);
}

typedef struct nearest {
    double share, found, allowed;
} nearest;

static void take_nearer(nearest *n, const tool_verdict *v) {
    if (!(v->worst_allowed > 0.0 && v->worst_error / v->worst_allowed > n->share)) return;
    *n = (nearest){v->worst_error / v->worst_allowed, v->worst_error, v->worst_allowed};
}

static void finish(json_t *record, int ran, const nearest *worst, tool_outcome outcome, const xl_plan *plan) {
    if (ran > 0 && outcome == TOOL_RIGHT) {
        json_object_set_new(record, "error_found", tool_json_number(worst->found));
        json_object_set_new(record, "error_allowed", tool_json_number(worst->allowed));
    }
    xl_plan_facts built;
    xl_plan_get_facts(plan, &built);
    json_object_set_new(record, "cases", json_integer(ran));
    json_object_set_new(record, "compile_ms", tool_json_number(built.compile_ms));
    json_object_set_new(record, "cached", json_boolean(built.cached));
}

json_t *tool_problem_run(tool_problem_job *job, long begun, const tool_config *base, const xl_plan *plan,
                         tool_next_problem *next, void *user) {
    tool_session *s = job->session;
    nearest worst = {-1.0, 0.0, 0.0};
    json_t *record = NULL;
    int ran = 0;
    tool_outcome outcome = TOOL_RIGHT;
    for (tool_config c; outcome == TOOL_RIGHT && next(user, &c);) {
        tool_row_change(s, begun, tool_problem_announce(job, &c));
        tool_trial trial = {0};
        outcome = tool_try(s, &c, &job->cache, s->options->repeat, &trial);
        if (outcome == TOOL_FAILED && tool_is_neutral(trial.error.status)) {
            xl_plan_free(trial.plan);
            outcome = TOOL_RIGHT;
            continue;
        }
        if (outcome != TOOL_FAILED) take_nearer(&worst, &trial.verdict);
        json_decref(record);
        record = tool_row_record(s, "verify", "ok", &c, trial.plan);
        tool_row_set_trial(record, s, &c, &trial, outcome);
        tool_problem_add_repeat(job, &c, record);
        xl_plan_free(trial.plan);
        ran++;
    }
    if (!record) {
        record = tool_row_record(s, "verify", "skipped", base, plan);
        tool_row_set_reason(record, "no random sizes fit these settings");
    }
    finish(record, ran, &worst, outcome, plan);
    return record;
}
