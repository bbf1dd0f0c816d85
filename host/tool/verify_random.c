/* verify_random.c - random problems against their references. */
#include "verify_random.h"
#include "../src/backend.h"
#include "../src/os.h"
#include "../src/plan.h"
#include "problems.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Compiling costs a hundred times as much as running: so many problems share what was compiled. DRAWS of a
   row may turn out to be nothing that the device can do; the last one stands. */
enum { MOST_IN_ROW = 64, DRAWS = 30, USUAL_GROUP = 256, MOST_TARGETS = 2 * TOOL_MAX_TARGETS };

/* A problem takes a few milliseconds with these; 16 times as much at the full level. */
static const tool_problem_limits quick = {131072.0, 1048576.0};
#define MOST_SCRATCH 16777216.0

typedef struct random_job {
    tool_session *session;
    const tool_options *given; /* the person's */
    tool_options own;          /* the same with the problem's own seed, which records and repeats name */
    tool_choice choices[2 * TOOL_MAX_CHOICES];
    int choice_count;
    tool_target targets[MOST_TARGETS];
    int target_count;
    tool_problem_limits limits;
    double most_scratch;
    tool_data_cache cache;
} random_job;

/* What the problems of a row share. */
typedef struct random_row {
    tool_config base;
    char given[TOOL_SETTINGS_TEXT]; /* by --set */
    const char *distribution;       /* by --set, else NULL */
    xl__problem problem;
    xl_plan *plan; /* keeps the program */
} random_row;

/* ---- what there is to draw from ------------------------------------------------------------------- */

static bool is_planted(const tool_choice *choice) {
    return choice->strategy != TOOL_AUTO_STRATEGY &&
           (choice->cs->algorithm->strategies[choice->strategy].flags & XL__WRONG);
}

/* Where nothing is named, the automatic choice of each algorithm is one more strategy. Planted kernels are
   left out: what shows them stands in their case. */
static void list_choices(random_job *job, const tool_choice *choices, int count) {
    for (int i = 0; i < count; i++) {
        if (!is_planted(&choices[i])) job->choices[job->choice_count++] = choices[i];
        const bool last = i + 1 == count || choices[i + 1].cs != choices[i].cs;
        if (last && job->given->names.count == 0)
            job->choices[job->choice_count++] = (tool_choice){choices[i].cs, TOOL_AUTO_STRATEGY};
    }
}

/* The targets of verify and, where none was asked for, those of every other backend that the device has. */
static int list_targets(random_job *job, xl_error *error) {
    tool_session *s = job->session;
    const int status = tool_targets(s, TOOL_EVERY_WIDTH, job->targets, &job->target_count, error);
    if (status != XL_SUCCESS || job->given->backend || job->given->width_count > 0) return status;
    const char *const chosen = xl_chosen_backend(s->device, NULL, 0, error);
    if (!chosen) return error->status;
    for (size_t b = 0; b < XL__BACKENDS; b++) {
        int widths[TOOL_MAX_WIDTHS];
        if (xl__backends[b].emulated || strcmp(xl__backends[b].name, chosen) == 0) continue;
        const size_t count = xl_native_widths(s->device, xl__backends[b].name, widths, TOOL_MAX_WIDTHS, NULL);
        for (size_t i = 0; i < count && i < TOOL_MAX_WIDTHS && job->target_count < MOST_TARGETS; i++)
            job->targets[job->target_count++] = (tool_target){xl__backends[b].name, widths[i], false};
    }
    return XL_SUCCESS;
}

/* ---- a row's settings ----------------------------------------------------------------------------- */

/* What the random numbers of a row are for; each row has a sequence a purpose, so that naming a strategy or a
   width changes nothing else. */
enum { FOR_CHOICE, FOR_TARGET, FOR_POINT, FOR_VALUES, FOR_CASES, PURPOSES };

static void start(const random_job *job, long row, int purpose, tool_random *random) {
    tool_random_start(random, job->given->seed, (uint64_t)row * PURPOSES + (uint64_t)purpose);
}

static bool has_sub_groups(const tool_choice *choice) {
    return choice->strategy == TOOL_AUTO_STRATEGY ||
           choice->cs->algorithm->strategies[choice->strategy].flow != XL__NO_SUB_GROUPS;
}

/* Defaults, and a device as the limits of a problem count on it. */
static xl__problem usual_problem(const tool_config *base) {
    const int width = base->width > 0 ? base->width : 1;
    const size_t group = (size_t)USUAL_GROUP / (size_t)width * (size_t)width;
    const xl__algorithm *algorithm = base->cs->algorithm;
    xl__problem problem = {
        .type = base->type, .width = width, .compute_units = 1, .group_size = group, .largest_group = group};
    for (int p = 0; p < algorithm->param_count; p++) problem.value[p] = algorithm->params[p].initial;
    return problem;
}

static bool draw_row(const random_job *job, tool_random random[PURPOSES], random_row *row, xl_error *error) {
    const tool_choice *choice =
        &job->choices[tool_random_below(&random[FOR_CHOICE], (uint64_t)job->choice_count)];
    const uint64_t at = tool_random_below(&random[FOR_TARGET], (uint64_t)job->target_count);
    const tool_case *cs = choice->cs;
    *row = (random_row){.base = {.cs = cs, .strategy = choice->strategy}};
    if (has_sub_groups(choice)) {
        if (job->target_count == 0) {
            xl__fail(error, XL_UNSUPPORTED, "the device has none of the widths");
            return false;
        }
        row->base.backend = job->targets[at].backend;
        row->base.width = job->targets[at].width;
    }
    tool_points points;
    if (tool_points_expand(cs, &job->given->settings, &points, error) != XL_SUCCESS) return false;
    const tool_point *point = &points.item[tool_random_below(&random[FOR_POINT], points.count)];
    xl_type types[XL__MAX_TYPES];
    const int type_count = tool_plan_types(cs->algorithm, types);
    row->base.type = types[tool_random_below(&random[FOR_POINT], (uint64_t)type_count)];
    if (point->type != XL_TYPE_NONE) row->base.type = point->type;
    row->distribution = point->distribution;
    memcpy(row->given, point->settings, sizeof row->given);
    if (tool_only_auto(job->choices, job->choice_count, cs)) row->base.asked = row->given;
    tool_points_free(&points);
    row->problem = usual_problem(&row->base);
    if (tool_problem_draw(cs, row->given, TOOL_DRAW_ALL, &job->limits, &random[FOR_VALUES], &row->problem) &&
        tool_problem_text(cs->algorithm, row->problem.value, row->base.settings))
        return true;
    xl__fail(error, XL_UNSUPPORTED, "no random values fit --set%s%s", row->given[0] ? " " : "", row->given);
    return false;
}

/* The next problem of the row: sizes, inputs, seed. */
static bool draw_case(random_job *job, const random_row *row, tool_random *random, tool_config *c) {
    xl__problem problem = row->problem;
    *c = row->base;
    c->distribution = tool_problem_distribution(c->cs, random);
    if (row->distribution) c->distribution = row->distribution;
    job->own.seed = tool_random_below(random, 1000000000);
    return tool_problem_draw(c->cs, row->given, TOOL_DRAW_RUNTIME, &job->limits, random, &problem) &&
           tool_problem_text(c->cs->algorithm, problem.value, c->settings);
}

/* ---- running -------------------------------------------------------------------------------------- */

static json_t *announcement(const random_job *job, const tool_config *c) {
    json_t *record = tool_row_record(job->session, "verify", "error", c, NULL);
    char repeat[1024];
    tool_repeat_command(job->session, "verify", c, repeat, sizeof repeat);
    /* Kept if the driver dies in it; what happened is put before it. */
    tool_row_set_reason(record, "repeat: %s", repeat);
    return record;
}

static void add_repeat(const random_job *job, const tool_config *c, json_t *record) {
    char repeat[1024], reason[XL_ERROR_TEXT];
    const char *const why = json_string_value(json_object_get(record, "reason"));
    if (strcmp(json_string_value(json_object_get(record, "status")), "error") != 0) return;
    tool_repeat_command(job->session, "verify", c, repeat, sizeof repeat);
    const size_t line = why ? strcspn(why, "\n") : 0; /* a compiler's log may follow */
    snprintf(reason, sizeof reason, "%.*s; repeat: %s%s", (int)line, why ? why : "", repeat,
             why ? why + line : "");
    tool_row_set_reason(record, "%s", reason);
}

/* What the device cannot do is no failure. */
static bool is_neutral(int status) {
    return status == XL_UNSUPPORTED || status == XL_TOO_LARGE;
}

/* Draws until something can be compiled. The result's plan is NULL where nothing was; then *record says why.
 */
static void find_row(random_job *job, long number, long *begun, random_row *row, json_t **record) {
    tool_random random[PURPOSES];
    for (int purpose = 0; purpose < PURPOSES; purpose++) start(job, number, purpose, &random[purpose]);
    xl_error error = {0};
    int status = XL_UNSUPPORTED;
    *record = NULL;
    for (int i = 0; i < DRAWS && is_neutral(status); i++) {
        const bool drawn = draw_row(job, random, row, &error);
        if (*begun < 0) {
            *begun = tool_row_begin(job->session, announcement(job, &row->base));
            if (*begun < 0) return;
        } else {
            tool_row_change(job->session, *begun, announcement(job, &row->base));
        }
        status = drawn ? tool_plan_make(job->session, &row->base, &row->plan, &error) : error.status;
        if (status != XL_SUCCESS) continue;
        xl_plan_facts facts;
        xl_plan_get_facts(row->plan, &facts);
        if ((double)facts.scratch_bytes <= job->most_scratch) return;
        xl_plan_free(row->plan);
        row->plan = NULL;
        status = xl__fail(&error, XL_TOO_LARGE, "takes %zu bytes of scratch: too slow for many problems",
                          facts.scratch_bytes);
    }
    *record = tool_row_record(job->session, "verify", "error", &row->base, NULL);
    tool_row_set_failure(*record, &error);
    add_repeat(job, &row->base, *record);
}

/* The error that came nearest to its bound. */
typedef struct nearest {
    double share, found, allowed;
} nearest;

static void take_nearer(nearest *n, const tool_verdict *v) {
    if (!(v->worst_allowed > 0.0 && v->worst_error / v->worst_allowed > n->share)) return;
    *n = (nearest){v->worst_error / v->worst_allowed, v->worst_error, v->worst_allowed};
}

/* Up to `wanted` problems; the record of the last one that ran. */
static json_t *run_problems(random_job *job, long number, long begun, const random_row *row, int wanted) {
    tool_session *s = job->session;
    tool_random random;
    start(job, number, FOR_CASES, &random);
    nearest worst = {-1.0, 0.0, 0.0};
    json_t *record = NULL;
    int ran = 0;
    tool_outcome outcome = TOOL_RIGHT;
    for (int i = 0; i < wanted && outcome == TOOL_RIGHT; i++) {
        tool_config c;
        if (!draw_case(job, row, &random, &c)) continue;
        tool_row_change(s, begun, announcement(job, &c));
        tool_trial trial = {0};
        outcome = tool_try(s, &c, &job->cache, s->options->repeat, &trial);
        if (outcome == TOOL_FAILED && is_neutral(trial.error.status)) {
            xl_plan_free(trial.plan);
            outcome = TOOL_RIGHT;
            continue;
        }
        if (outcome != TOOL_FAILED) take_nearer(&worst, &trial.verdict);
        json_decref(record);
        record = tool_row_record(s, "verify", "ok", &c, trial.plan);
        tool_row_set_trial(record, s, &c, &trial, outcome);
        add_repeat(job, &c, record);
        xl_plan_free(trial.plan);
        ran++;
    }
    if (!record) {
        record = tool_row_record(s, "verify", "skipped", &row->base, row->plan);
        tool_row_set_reason(record, "no random sizes fit these settings");
    } else if (outcome == TOOL_RIGHT) {
        json_object_set_new(record, "error_found", tool_json_number(worst.found));
        json_object_set_new(record, "error_allowed", tool_json_number(worst.allowed));
    }
    json_object_set_new(record, "cases", json_integer(ran));
    xl_plan_facts built;
    xl_plan_get_facts(row->plan, &built);
    json_object_set_new(record, "compile_ms", tool_json_number(built.compile_ms));
    json_object_set_new(record, "cached", json_boolean(built.cached));
    return record;
}

static void verify_row(random_job *job, long number, int wanted) {
    const uint64_t before = xl__os_now();
    random_row row = {.plan = NULL};
    json_t *record = NULL;
    long begun = -1;
    job->own.seed = job->given->seed;
    find_row(job, number, &begun, &row, &record);
    if (begun < 0) return; /* an earlier worker's */
    if (row.plan) record = run_problems(job, number, begun, &row, wanted);
    xl_plan_free(row.plan);
    json_object_set_new(record, "time_ms", tool_json_number(1e-6 * (double)(xl__os_now() - before)));
    tool_row_end(job->session, begun, record);
}

tool_exit tool_verify_random(tool_session *s, const tool_choice *choices, int count) {
    random_job *job = calloc(1, sizeof *job);
    if (!job) return TOOL_DEVICE_FAILED;
    const tool_options *const given = s->options;
    const double factor = given->full ? 16.0 : 1.0;
    job->session = s;
    job->given = given;
    job->own = *given;
    job->limits = (tool_problem_limits){factor * quick.elements, factor * quick.operations};
    job->most_scratch = factor * MOST_SCRATCH;
    s->options = &job->own;
    list_choices(job, choices, count);
    xl_error error = {0};
    tool_exit result = TOOL_OK;
    if (job->choice_count == 0)
        xl__fail(&error, XL_BAD_NAME,
                 "--random: only planted kernels are named; verify runs those without it");
    if (job->choice_count == 0 || list_targets(job, &error) != XL_SUCCESS) {
        tool_emit_failure(s, TOOL_USAGE, error.text);
        result = TOOL_USAGE;
    }
    /* A small search too should meet several settings: as many rows as problems in each. */
    const int usual = (int)sqrt((double)given->random);
    const int in_row = usual < 1 ? 1 : usual > MOST_IN_ROW ? MOST_IN_ROW : usual;
    long row = 0;
    for (int left = given->random; left > 0 && result == TOOL_OK; left -= in_row) {
        tool_emit_progress(s, 1.0 - (double)left / given->random, "verify random problems, seed %llu",
                           (unsigned long long)given->seed);
        verify_row(job, row++, left < in_row ? left : in_row);
    }
    s->options = given;
    tool_data_cache_clear(&job->cache);
    free(job);
    return result;
}
