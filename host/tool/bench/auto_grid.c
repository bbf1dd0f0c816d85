#include "bench/auto_grid.h"
#include "table/settings.h"
#include "bench/bench.h"
#include "bench/candidates.h"
#include "cases/random.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 20, ROUNDS = 25 };

typedef struct grid_job {
    tool_session *session;
    tool_bench_job *bench;
    const tool_choice *choices;
    int count;
    tool_target targets[TOOL_MAX_TARGETS];
    int target_count;
    tool_candidates candidates;
    double ns[TOOL_MOST_CANDIDATES];
    int done, problems;
} grid_job;

static double draw_between(tool_random *random, double least, double most) {
    const double value =
        floor(fmax(least, 1.0) * pow(most / fmax(least, 1.0), tool_random_f64(random)) + 0.5);
    return fmin(fmax(value, least), most);
}

static int length_of(const char *const *list) {
    int count = 0;
    while (list[count]) count++;
    return count;
}

static void draw(const tool_case *cs, const tool_point *given, tool_random *random, tool_config *out) {
    const xl__algorithm *algorithm = cs->algorithm;
    const char *base = cs->bench_settings[tool_random_below(random, (uint64_t)length_of(cs->bench_settings))];
    xl_type types[XL__MAX_TYPES];
    xl__problem problem;
    const int type_count = tool_plan_types(algorithm, types);
    *out = (tool_config){.cs = cs, .strategy = TOOL_AUTO_STRATEGY};
    out->type = given->type ? given->type : types[tool_random_below(random, (uint64_t)type_count)];
    out->distribution =
        given->distribution
            ? given->distribution
            : cs->distributions[tool_random_below(random, (uint64_t)length_of(cs->distributions))];
    tool_settings_join(algorithm, base, "", out->settings);
    if (xl__read_settings(algorithm, base, &problem, NULL) != XL_SUCCESS) return;
    for (int p = 0; p < algorithm->param_count; p++) {
        const xl__param *param = &algorithm->params[p];
        char word[96];
        double value = problem.value[p];
        if (param->kind != XL__INT || param->role == XL__TUNING) continue;
        if (param->role == XL__RUNTIME && tool_settings_have(base, param->name))
            value = draw_between(random, fmax(param->least, value / 8.0), fmin(param->most, value * 2.0));
        else if (param->role == XL__PROBLEM && param->most > param->least)
            value = draw_between(random, param->least, param->most);
        else
            continue;
        snprintf(word, sizeof word, "%s=%.0f", param->name, value);
        tool_settings_join(algorithm, out->settings, word, out->settings);
    }
    tool_settings_join(algorithm, out->settings, given->settings, out->settings);
}

/* Draws until auto has a strategy for the problem. */
static bool draw_fitting(grid_job *job, const tool_case *cs, const tool_points *points, int number,
                         tool_config *out, xl__preview *preview) {
    tool_random random;
    tool_random_start(&random, job->session->options->seed, (uint64_t)number);
    for (int i = 0; i < DRAWS; i++) {
        draw(cs, &points->item[tool_random_below(&random, points->count)], &random, out);
        if (tool_plan_preview(job->session, out, preview, NULL) == XL_SUCCESS) return true;
    }
    return false;
}

/* Auto's strategy is timed twice, as auto and by name; the lesser time counts, so that they do not differ by
 * chance. */
static bool is_itself(const tool_config *best, const xl__preview *automatic) {
    return best->strategy == automatic->strategy &&
           (best->width == 0 || best->width == automatic->problem.width);
}

static void tell(grid_job *job, const tool_config *automatic, const xl__preview *preview) {
    int best = -1;
    char shape[TOOL_SETTINGS_TEXT];
    const double *ns = job->ns; /* ns[0] is auto's */
    double own = ns[0];
    for (int i = 1; i < job->candidates.count; i++) {
        if (ns[i] <= 0.0) continue;
        if (best < 0 || ns[i] < ns[best]) best = i;
        if (is_itself(&job->candidates.item[i], preview)) own = fmin(own, ns[i]);
    }
    if (best < 0 || ns[0] <= 0.0 || !tool_problem_shape(&preview->problem, shape)) return;
    const tool_config *winner = &job->candidates.item[best];
    const xl__algorithm *algorithm = automatic->cs->algorithm;
    tool_emit(
        job->session,
        json_pack(
            "{s:s,s:s,s:s,s:s,s:s,s:s,s:i,s:f,s:s,s:i,s:f,s:f}", "event", "grid", "algorithm",
            algorithm->name, "type", xl_type_name(preview->problem.type), "problem", shape, "distribution",
            automatic->distribution, "auto", algorithm->strategies[preview->strategy].name, "auto_width",
            algorithm->strategies[preview->strategy].flow == XL__NO_SUB_GROUPS ? 0 : preview->problem.width,
            "auto_ns", own, "best", algorithm->strategies[winner->strategy].name, "best_width", winner->width,
            "best_ns", ns[best], "ratio", own / ns[best]));
}

static void time_problem(grid_job *job, const tool_config *automatic, const xl__preview *preview) {
    tool_candidates *all = &job->candidates;
    tool_candidates_list(job->choices, job->count, automatic, job->targets, job->target_count, all);
    if (all->count == TOOL_MOST_CANDIDATES) all->count--;
    memmove(&all->item[1], &all->item[0], sizeof all->item[0] * (size_t)all->count);
    all->item[0] = *automatic;
    all->count++;
    tool_bench_times(job->bench, all->item, all->count, job->ns);
    tell(job, automatic, preview);
}

static void grid_case(grid_job *job, const tool_choice *of) {
    for (int i = 0; i < job->session->options->auto_grid; i++) {
        tool_config automatic;
        xl__preview preview;
        tool_bench_share(job->bench, job->done++, job->problems);
        if (draw_fitting(job, of->cs, of->points, i, &automatic, &preview))
            time_problem(job, &automatic, &preview);
    }
}

tool_exit tool_auto_grid(tool_session *s, const tool_choice *choices, int count) {
    xl_error error = {.text = ""};
    grid_job *job = calloc(1, sizeof *job);
    tool_exit result = TOOL_DEVICE_FAILED;
    if (!job) {
        tool_emit_failure(s, result, "no memory for the problems of --auto-grid");
        return result;
    }
    job->session = s;
    job->choices = choices;
    job->count = count;
    if (tool_targets(s, TOOL_NATIVE_WIDTHS, job->targets, &job->target_count, &error) != XL_SUCCESS) {
        tool_emit_failure(s, TOOL_USAGE, error.text);
        result = TOOL_USAGE;
    } else {
        job->bench = tool_bench_open(s, 0.02);
    }
    if (job->bench) {
        result = TOOL_OK;
        tool_bench_limit(job->bench, s->options->samples_given ? s->options->samples : ROUNDS,
                         s->options->min_time_given ? s->options->min_time : 0.0);
        tool_bench_contest(job->bench);
        for (int c = 0; c < count; c++)
            if (c == 0 || choices[c].cs != choices[c - 1].cs) job->problems += s->options->auto_grid;
        for (int c = 0; c < count; c++)
            if (c == 0 || choices[c].cs != choices[c - 1].cs) grid_case(job, &choices[c]);
    }
    tool_bench_close(job->bench);
    free(job);
    return result;
}
