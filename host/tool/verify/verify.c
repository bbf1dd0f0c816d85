/* verify.c - strategies against their references. */
#include "verify/verify.h"
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

enum { MAX_CASES = 256, MAX_SIZES = 16 };

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
    status = tool_enqueue(s, t->plan, algorithm, buffers, NULL, &t->error);
    if (status == XL_SUCCESS) status = finish(s, &t->error);
    tool_launch_ends(s);
    const double seconds = 1e-9 * (double)(xl__os_now() - start);
    if (t->seconds <= 0.0 || seconds < t->seconds) t->seconds = seconds;
    if (status != XL_SUCCESS) return status;
    return tool_compare(s, t->plan, data, buffers, xl__plan_problem(t->plan)->width, &t->verdict, &t->error);
}

/* The width that ran must be the width that was planned. */
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
    const bool read_wrong = status == XL_WRONG_ANSWER; /* a value that was read back cannot be right */
    if (status == XL_SUCCESS) status = check_width(s, t);
    if (status == XL_SUCCESS)
        t->measure_wrong = tool_row_set_measures(NULL, s, t->plan, &t->error) != XL_SUCCESS;
    tool_buffers_free(&buffers);
    if (read_wrong) {
        t->verdict = (tool_verdict){.wrong = false};
        t->measure_wrong = true;
        return TOOL_WRONG_RESULT;
    }
    if (status != XL_SUCCESS) return TOOL_FAILED;
    return t->verdict.wrong || t->width_wrong || t->measure_wrong ? TOOL_WRONG_RESULT : TOOL_RIGHT;
}

void tool_row_set_trial(json_t *record, const tool_session *s, const tool_config *c, const tool_trial *t,
                        tool_outcome outcome) {
    if (t->plan) tool_row_set_plan(record, c, t->plan);
    if (t->width_measured > 0) json_object_set_new(record, "width_measured", json_integer(t->width_measured));
    if (outcome == TOOL_FAILED) {
        tool_row_set_failure(record, &t->error);
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
        tool_row_set_reason(record, "the kernel was planned for sub-groups of %d lanes and ran with %d",
                            xl__plan_problem(t->plan)->width, t->width_measured);
    }
}

double tool_predict_seconds(const tool_config *c, const xl__problem *small, double small_seconds,
                            const xl__problem *large) {
    if (c->strategy == TOOL_AUTO_STRATEGY || small_seconds <= 0.0) return 0.0;
    xl__cost a, b;
    xl__cost_of(c->cs->algorithm, small, c->strategy, &a);
    xl__cost_of(c->cs->algorithm, large, c->strategy, &b);
    /* By what grows more. The steps of a lane, which count where there is little parallelism, are left out.
     */
    const double operations = a.operations > 0.0 ? b.operations / a.operations : 1.0;
    const double bytes = a.bytes > 0.0 ? b.bytes / a.bytes : 1.0;
    return small_seconds * (operations > bytes ? operations : bytes);
}

/* ---- the cases of a row ------------------------------------------------------------------------- */

typedef struct case_list {
    tool_config item[MAX_CASES];
    bool tuning[MAX_CASES]; /* tries a tuning value: left out where it changes nothing or does not run */
    int count;
} case_list;

/* What decides which cases a row has, beside its configuration. */
typedef struct case_plan {
    const char *given; /* the point of --set */
    size_t group;      /* work-group size of the base case */
    int at, targets;   /* the row's place among the widths */
    bool tuning; /* tuning values are tried: once per width is enough, in the row of the first settings */
    bool brief, full;
} case_plan;

static void add_case(case_list *list, const tool_config *base, const char *settings, const char *inputs) {
    if (list->count == MAX_CASES) return;
    tool_config *c = &list->item[list->count];
    list->tuning[list->count++] = false;
    *c = *base;
    tool_settings_join(base->cs->algorithm, base->settings, settings, c->settings);
    c->distribution = inputs;
}

static int by_value(const void *a, const void *b) {
    const long long x = *(const long long *)a, y = *(const long long *)b;
    return (x > y) - (x < y);
}

/* Sizes that find mistakes: nothing, one, around a sub-group, a prime, around a work-group. */
static int sizes_of(const xl__param *param, int width, size_t group, bool full, long long out[MAX_SIZES]) {
    const long long w = width > 0 ? width : 32, g = (long long)group;
    const long long tried[] = {
        0, 1, w - 1, w, w + 1, 997, g - 1, g, g + 1, full ? 65537 : 1, full ? (1 << 24) + 1 : 1};
    int count = 0;
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
        if ((double)tried[i] >= param->least && (double)tried[i] <= param->most) out[count++] = tried[i];
    qsort(out, (size_t)count, sizeof *out, by_value);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (kept == 0 || out[kept - 1] != out[i]) out[kept++] = out[i];
    return kept;
}

static const char *usual_input(const tool_config *base) {
    return base->distribution ? base->distribution : base->cs->distributions[0];
}

/* Tuning values at the base size, one parameter at a time: the ends of whole numbers at every width, what
   lies between in short ranges, and choices, each at one of the widths. */
static void add_tuning(case_list *list, const tool_config *base, const case_plan *plan) {
    const xl__algorithm *algorithm = base->cs->algorithm;
    int turn = 0;
    for (int p = 0; p < algorithm->param_count; p++) {
        const xl__param *param = &algorithm->params[p];
        if (param->role != XL__TUNING || param->kind == XL__REAL ||
            tool_settings_have(plan->given, param->name))
            continue;
        const double between[] = {1, 2, 3, 4, 8, 16};
        const bool choice = param->kind == XL__CHOICE;
        for (int k = -2; k < (int)(sizeof between / sizeof *between); k++) {
            const double value = k == -2 ? param->least : k == -1 ? param->most : between[k];
            const bool end = value == param->least || value == param->most, spread = choice || !end;
            if (k >= 0 && (end || value < param->least || param->most > 16)) continue;
            if (k >= 0 && value > param->most) continue;
            if (spread && !plan->full && turn++ % plan->targets != plan->at) continue;
            char word[64], text[160];
            xl__value_text(param, value, word, sizeof word);
            snprintf(text, sizeof text, "%s=%s", param->name, word);
            add_case(list, base, text, usual_input(base));
            list->tuning[list->count - 1] = true;
        }
    }
}

static void add_sizes(case_list *list, const tool_config *base, const char *given, size_t group, bool full) {
    const xl__algorithm *algorithm = base->cs->algorithm;
    for (int p = 0; p < algorithm->param_count; p++) {
        const xl__param *param = &algorithm->params[p];
        if (!param->size || tool_settings_decide(algorithm, given, param->name)) continue;
        long long size[MAX_SIZES];
        const int count = sizes_of(param, base->width, group, full, size);
        for (int i = 0; i < count; i++) {
            char text[96];
            snprintf(text, sizeof text, "%s=%lld", param->name, size[i]);
            add_case(list, base, text, usual_input(base));
        }
    }
}

/* Inputs at the base size, then tuning values and sizes (climbing, one dimension at a time) with the first
 * input.
 */
static void list_cases(case_list *list, const tool_config *base, const case_plan *plan) {
    list->count = 0;
    if (base->distribution) {
        add_case(list, base, "", base->distribution);
    } else {
        for (int i = 0; base->cs->distributions[i]; i++) add_case(list, base, "", base->cs->distributions[i]);
        for (int i = 0; base->cs->edges && base->cs->edges[i]; i++)
            add_case(list, base, "", base->cs->edges[i]);
    }
    if (plan->brief) return;
    if (plan->tuning) add_tuning(list, base, plan);
    add_sizes(list, base, plan->given, plan->group, plan->full);
}

/* ---- rows --------------------------------------------------------------------------------------- */

typedef struct verify_job {
    tool_session *session;
    const tool_choice *choices;
    int choice_count;
    bool brief;
    tool_target targets[TOOL_MAX_TARGETS];
    int target_count;
    bool stopped; /* the person's own kernel of this choice went wrong: its first cause is all that is told */
    tool_data_cache cache;
    case_list cases;
    tool_exit worst;
} verify_job;

/* Whether a case's launch is predicted to pass --max-launch, judged by the base case that ran. */
static bool too_slow(const verify_job *job, const tool_config *c, const xl__problem *base, double seconds) {
    const xl__algorithm *algorithm = c->cs->algorithm;
    xl__problem problem = *base;
    xl__read_settings(algorithm, c->settings, &problem, NULL);
    return tool_predict_seconds(c, base, seconds, &problem) > job->session->options->max_launch;
}

/* What the cases of a row come to. */
typedef struct row_sum {
    json_t *record; /* of the first case, or of the one that was not right: it stands for the row */
    int ran, too_slow, too_large;
    double worst, found, allowed; /* the error that came nearest to its bound */
} row_sum;

/* Takes a case that was tried into the sum. */
static void add_trial(row_sum *sum, tool_session *s, const tool_config *c, const tool_trial *trial,
                      tool_outcome outcome) {
    const tool_verdict *v = &trial->verdict;
    if (outcome != TOOL_FAILED && v->worst_allowed > 0.0 && v->worst_error / v->worst_allowed > sum->worst) {
        sum->worst = v->worst_error / v->worst_allowed;
        sum->found = v->worst_error;
        sum->allowed = v->worst_allowed;
    }
    sum->ran++;
    if (sum->record && outcome == TOOL_RIGHT) return; /* the first case tells the row's settings */
    json_decref(sum->record);
    sum->record = tool_row_record(s, "verify", "ok", c, trial->plan);
    tool_row_set_trial(sum->record, s, c, trial, outcome);
}

/* The sum as the row's record. */
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

/* Whether a plan is the base's own in all that a tuning value can change. */
static bool same_plan(const xl_plan *a, const xl_plan *b) {
    const xl__algorithm *algorithm = xl__plan_algorithm(a);
    const xl__problem *x = xl__plan_problem(a), *y = xl__plan_problem(b);
    for (int p = 0; p < algorithm->param_count; p++)
        if (x->value[p] != y->value[p] && xl__uses(algorithm, x, xl__plan_strategy_index(a), p)) return false;
    return xl__plan_same(a, b);
}

/* Whether a case that tries a tuning value is to be left out: it does not run here, or changes nothing. Its
   plan is made for that, and kept where the case is to run. */
static bool leaves_out(tool_session *s, const tool_config *c, const xl_plan *base, tool_trial *trial) {
    const int status = tool_plan_make(s, c, &trial->plan, &trial->error);
    if (status == XL_UNSUPPORTED || status == XL_TOO_LARGE) return true;
    if (status != XL_SUCCESS || !same_plan(trial->plan, base)) return false;
    xl_plan_free(trial->plan);
    trial->plan = NULL;
    return true;
}

/* Whether the strategy's kernels are the person's own, so that a mistake is explained. */
static bool is_own(const verify_job *job, const tool_config *c) {
    return c->strategy != TOOL_AUTO_STRATEGY && !tool_is_planted(c) &&
           tool_is_own_source(job->session->options->kernel_dir, &c->cs->algorithm->strategies[c->strategy]);
}

/* The row of a kernel of the person's own that went wrong in case `c`: of the smallest problem that shows it,
   with what is to be said of it. `record` is consumed. */
static json_t *explain(verify_job *job, const tool_config *c, const case_plan *plan, long row,
                       bool wrong_result, json_t *record) {
    tool_session *s = job->session;
    const tool_question question = {s, &job->cache, job->targets, job->target_count, plan->given, row};
    tool_diagnosis said = {.count = 0};
    tool_config smallest = *c;
    tool_trial trial = {0};
    tool_add_source_hints(s->options->kernel_dir, &c->cs->algorithm->strategies[c->strategy], TOOL_MISTAKES,
                          &said);
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

/* Where a case would be left out for time: the base case once more. A busy machine makes any run slow, but
   not every one. */
static void time_again(verify_job *job, const tool_config *base, xl_plan *plan, double *seconds) {
    tool_trial again = {.plan = plan};
    tool_config c = *base;
    if (!c.distribution) c.distribution = c.cs->distributions[0];
    if (tool_try(job->session, &c, &job->cache, 2, &again) == TOOL_RIGHT && again.seconds < *seconds)
        *seconds = again.seconds;
}

/* All cases of a row; the first that is not right ends it. */
static json_t *run_cases(verify_job *job, const tool_config *base, case_plan *plan, long row,
                         tool_trial *trial) {
    tool_session *s = job->session;
    row_sum sum = {.worst = -1.0};
    double seconds = 0.0;
    bool sure = false; /* the base case was timed again */
    xl__problem first = {0};
    xl_plan *base_plan = NULL; /* of the first case, until the row ends */
    xl_plan_facts built = {0}; /* of the first plan: the others find its program */
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
        /* The first case runs twice: drivers finish compiling at a first launch, and its time judges others.
         */
        const int repeat = i == 0 && s->options->repeat < 2 ? 2 : s->options->repeat;
        const tool_outcome outcome = tool_try(s, &c, &job->cache, repeat, trial);
        if (i == 0 && trial->plan) {
            first = *xl__plan_problem(trial->plan);
            xl_plan_get_facts(trial->plan, &built);
            seconds = trial->seconds;
            plan->group = built.group_size;
            list_cases(&job->cases, base, plan);
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
        if (is_own(job, &c))
            sum.record = explain(job, &c, plan, row, outcome == TOOL_WRONG_RESULT, sum.record);
        break;
    }
    xl_plan_free(base_plan);
    return finish_sum(job, &sum, &built);
}

bool tool_is_planted(const tool_config *c) {
    return c->strategy != TOOL_AUTO_STRATEGY && (c->cs->algorithm->strategies[c->strategy].flags & XL__WRONG);
}

void tool_judge_plant(json_t *record) {
    const char *const status = json_string_value(json_object_get(record, "status"));
    const char *const old = json_string_value(json_object_get(record, "reason"));
    char reason[XL_ERROR_TEXT];
    if (strcmp(status, "mismatch") == 0) {
        snprintf(reason, sizeof reason, TOOL_PLANT_CAUGHT "%s", old ? old : "");
        json_object_set_new(record, "status", json_string("ok"));
        tool_row_set_reason(record, "%s", reason);
    } else if (strcmp(status, "ok") == 0) { /* `old` tells of sizes that were left out */
        snprintf(reason, sizeof reason, "planted wrong kernel was NOT caught%s%s", old ? "; " : "",
                 old ? old : "");
        json_object_set_new(record, "status", json_string("mismatch"));
        tool_row_set_reason(record, "%s", reason);
    }
}

static void verify_row(verify_job *job, const tool_config *base, case_plan *plan) {
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

/* Whether an earlier worker's row of this choice went wrong. */
static bool was_stopped(const tool_session *s, const tool_choice *choice) {
    char name[200];
    snprintf(name, sizeof name, ",%s/%s,", choice->cs->algorithm->name, tool_choice_name(choice));
    return s->job->task.stopped && strstr(s->job->task.stopped, name);
}

/* How many settings of its own the case has: one where it names none. */
static int count_settings(const tool_case *cs) {
    int count = 0;
    while (cs->verify_settings && cs->verify_settings[count]) count++;
    return count > 0 ? count : 1;
}

/* The case's own settings number `e` under those of the point. */
static void settings_of(const tool_case *cs, int e, const tool_point *point, char out[TOOL_SETTINGS_TEXT]) {
    char own[TOOL_SETTINGS_TEXT];
    const char *const *extra = cs->verify_settings;
    tool_settings_join(cs->algorithm, cs->verify_base, extra && extra[0] ? extra[e] : "", own);
    tool_settings_join(cs->algorithm, own, point->settings, out);
}

/* Leaves out what the row's strategy does not read. False where an earlier row of the target is then the
   same, because of that or of --set. */
static bool is_new(const verify_job *job, tool_config *base, tool_seen *seen) {
    char key[TOOL_SETTINGS_TEXT + 128];
    tool_config_trim(job->session, base);
    snprintf(key, sizeof key, "%s %s %s", xl_type_name(base->type),
             base->distribution ? base->distribution : "", base->settings);
    return tool_seen_add(seen, key);
}

/* Which combinations of type and settings run at which width. The full level crosses everything. The quick
   one runs the first combination at every width and each other one at a single width, spread over them: every
   width and every setting is met, at a fifth of the compilations. Before timing only the first is asked for.
 */
static bool wanted(const verify_job *job, int combination, int target, int targets) {
    if (combination == 0 || job->session->options->full) return true;
    return !job->brief && combination % targets == target;
}

/* The case's own settings crossed with each type and each point of --set, at target number `at` of `targets`.
 */
static void verify_target(verify_job *job, const tool_choice *choice, const tool_target *target, int at,
                          int targets) {
    const tool_case *cs = choice->cs;
    const tool_points *points = choice->points;
    xl_type types[XL__MAX_TYPES];
    const int type_count = tool_plan_types(cs->algorithm, types);
    const bool only_auto = tool_only_auto(job->choices, job->choice_count, cs);
    const int extras = count_settings(cs);
    tool_seen seen = {NULL, 0};
    for (size_t p = 0; p < points->count; p++) {
        const tool_point *point = &points->item[p];
        int combination = 0;
        for (int t = 0; t < type_count; t++) {
            if (point->type != XL_TYPE_NONE && point->type != types[t]) continue;
            for (int e = 0; e < extras; e++) {
                tool_config base = {.cs = cs,
                                    .strategy = choice->strategy,
                                    .backend = target->backend,
                                    .width = target->width,
                                    .type = types[t],
                                    .distribution = point->distribution,
                                    .asked = only_auto ? point->settings : NULL};
                settings_of(cs, e, point, base.settings);
                if (!is_new(job, &base, &seen) || !wanted(job, combination++, at, targets)) continue;
                case_plan plan = {.given = point->settings,
                                  .at = at,
                                  .targets = targets,
                                  .tuning = combination == 1,
                                  .brief = job->brief,
                                  .full = job->session->options->full};
                verify_row(job, &base, &plan);
            }
        }
    }
    tool_seen_free(&seen);
}

double tool_verify_rows(tool_session *s, const tool_choice *choices, int count, bool brief) {
    tool_target targets[TOOL_MAX_TARGETS];
    int target_count = 0;
    xl_error error = {0};
    double rows = 0.0;
    if (tool_targets(s, brief ? TOOL_NATIVE_WIDTHS : TOOL_EVERY_WIDTH, targets, &target_count, &error) !=
        XL_SUCCESS)
        return 0.0;
    for (int c = 0; c < count; c++)
        rows += (double)choices[c].points->count *
                (tool_needs_no_sub_groups(&choices[c]) ? 1.0 : (double)target_count);
    return rows;
}

tool_exit tool_verify(tool_session *s, const tool_choice *choices, int count, bool brief) {
    xl_error error = {0};
    const tool_target plain = tool_plain_target(s);
    verify_job *job = calloc(1, sizeof *job);
    if (!job) {
        tool_emit_failure(s, TOOL_DEVICE_FAILED, "no memory for the rows of verify");
        return TOOL_DEVICE_FAILED;
    }
    if (tool_targets(s, brief ? TOOL_NATIVE_WIDTHS : TOOL_EVERY_WIDTH, job->targets, &job->target_count,
                     &error) != XL_SUCCESS) {
        tool_emit_failure(s, TOOL_USAGE, error.text);
        free(job);
        return TOOL_USAGE;
    }
    job->session = s;
    job->brief = brief;
    job->choices = choices;
    job->choice_count = count;
    for (int c = 0; c < count; c++) {
        const bool plain_one = tool_needs_no_sub_groups(&choices[c]);
        job->stopped = was_stopped(s, &choices[c]);
        const int spread = plain_one ? 1 : job->target_count;
        for (int t = 0; t < spread; t++) {
            tool_emit_progress(s, ((double)c + (double)t / (double)spread) / (double)count, "verify %s/%s",
                               choices[c].cs->algorithm->name, tool_choice_name(&choices[c]));
            verify_target(job, &choices[c], plain_one ? &plain : &job->targets[t], t, spread);
        }
    }
    tool_data_cache_clear(&job->cache);
    free(job);
    return TOOL_OK;
}
