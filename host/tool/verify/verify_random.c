#include "verify/verify_random.h"
#include "base/os.h"
#include "verify/problem_rows.h"
#include <math.h>
#include <string.h>

/* Up to MOST_IN_ROW problems share a program, since compiling costs a hundred times as much as running. If
   the device can run none of DRAWS, the last is the row. */
enum { MOST_IN_ROW = 64, DRAWS = 30 };

typedef struct random_row {
    tool_config base;
    char given[TOOL_SETTINGS_TEXT]; /* by --set */
    const char *distribution;       /* by --set, else NULL */
    xl__problem problem;
    xl_plan *plan;
} random_row;

/* Each has its own random sequence, so that naming a strategy or a width changes nothing else. */
enum { FOR_CHOICE, FOR_TARGET, FOR_POINT, FOR_VALUES, FOR_CASES, PURPOSES };

static void start(const tool_problem_job *job, long row, int purpose, tool_random *random) {
    tool_random_start(random, job->given->seed, (uint64_t)row * PURPOSES + (uint64_t)purpose);
}

static bool draw_row(const tool_problem_job *job, tool_random random[PURPOSES], random_row *row,
                     xl_error *error) {
    const tool_choice *choice =
        &job->choices[tool_random_below(&random[FOR_CHOICE], (uint64_t)job->choice_count)];
    const uint64_t at = tool_random_below(&random[FOR_TARGET], (uint64_t)job->target_count);
    const tool_case *cs = choice->cs;
    *row = (random_row){.base = {.cs = cs, .strategy = choice->strategy}};
    if (tool_choice_has_sub_groups(choice)) {
        if (job->target_count == 0) {
            xl__fail(error, XL_UNSUPPORTED, "the device has none of the widths");
            return false;
        }
        row->base.backend = job->targets[at].backend;
        row->base.width = job->targets[at].width;
    }
    const tool_point *point =
        &choice->points->item[tool_random_below(&random[FOR_POINT], choice->points->count)];
    xl_type types[XL__MAX_TYPES];
    const int type_count = tool_plan_types(cs->algorithm, types);
    row->base.type = types[tool_random_below(&random[FOR_POINT], (uint64_t)type_count)];
    if (point->type != XL_TYPE_NONE) row->base.type = point->type;
    row->distribution = point->distribution;
    memcpy(row->given, point->settings, sizeof row->given);
    if (tool_only_auto(job->choices, job->choice_count, cs)) row->base.asked = row->given;
    row->problem = tool_usual_problem(&row->base);
    if (tool_problem_draw(cs, row->given, TOOL_DRAW_ALL, &job->limits, &random[FOR_VALUES], &row->problem) &&
        tool_problem_text(cs->algorithm, &row->problem, row->base.settings))
        return true;
    xl__fail(error, XL_UNSUPPORTED, "no random values fit --set%s%s", row->given[0] ? " " : "", row->given);
    return false;
}

static bool draw_case(tool_problem_job *job, const random_row *row, tool_random *random, tool_config *c) {
    xl__problem problem = row->problem;
    *c = row->base;
    c->distribution = tool_problem_distribution(c->cs, random);
    if (row->distribution) c->distribution = row->distribution;
    job->with_seed.seed = tool_random_below(random, 1000000000);
    return tool_problem_draw(c->cs, row->given, TOOL_DRAW_RUNTIME, &job->limits, random, &problem) &&
           tool_problem_text(c->cs->algorithm, &problem, c->settings);
}

/* Draws until something compiles; otherwise the plan is NULL and *record says why. */
static void find_row(tool_problem_job *job, long number, long *begun, random_row *row, json_t **record) {
    tool_random random[PURPOSES];
    for (int purpose = 0; purpose < PURPOSES; purpose++) start(job, number, purpose, &random[purpose]);
    xl_error error = {0};
    int status = XL_UNSUPPORTED;
    *record = NULL;
    for (int i = 0; i < DRAWS && tool_is_neutral(status); i++) {
        const bool drawn = draw_row(job, random, row, &error);
        if (*begun < 0) {
            *begun = tool_row_begin(job->session, tool_problem_announce(job, &row->base));
            if (*begun < 0) return;
        } else {
            tool_row_change(job->session, *begun, tool_problem_announce(job, &row->base));
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
    tool_problem_add_repeat(job, &row->base, *record);
}

typedef struct row_cases {
    tool_problem_job *job;
    const random_row *row;
    tool_random random;
    int left;
} row_cases;

static bool next_case(void *user, tool_config *c) {
    row_cases *cases = user;
    while (cases->left-- > 0)
        if (draw_case(cases->job, cases->row, &cases->random, c)) return true;
    return false;
}

static void verify_row(tool_problem_job *job, long number, int wanted) {
    const uint64_t before = xl__os_now();
    random_row row = {.plan = NULL};
    json_t *record = NULL;
    long begun = -1;
    job->with_seed.seed = job->given->seed;
    find_row(job, number, &begun, &row, &record);
    if (begun < 0) return; /* done by an earlier worker */
    if (row.plan) {
        row_cases cases = {.job = job, .row = &row, .left = wanted};
        start(job, number, FOR_CASES, &cases.random);
        record = tool_problem_run(job, begun, &row.base, row.plan, next_case, &cases);
    }
    xl_plan_free(row.plan);
    json_object_set_new(record, "time_ms", tool_json_number(1e-6 * (double)(xl__os_now() - before)));
    tool_row_end(job->session, begun, record);
}

tool_exit tool_verify_random(tool_session *s, const tool_choice *choices, int count) {
    tool_exit status;
    tool_problem_job *job = tool_problem_job_open(s, choices, count, "--random", &status);
    if (!job) return status;
    const tool_options *const given = job->given;
    /* A small search should meet several settings too. */
    const int usual = (int)sqrt((double)given->random);
    const int in_row = usual < 1 ? 1 : usual > MOST_IN_ROW ? MOST_IN_ROW : usual;
    long row = 0;
    for (int left = given->random; left > 0; left -= in_row) {
        tool_emit_progress(s, 1.0 - (double)left / given->random, "verify random problems, seed %llu",
                           (unsigned long long)given->seed);
        verify_row(job, row++, left < in_row ? left : in_row);
    }
    tool_problem_job_close(job);
    return TOOL_OK;
}
