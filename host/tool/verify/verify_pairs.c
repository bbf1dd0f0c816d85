#include "verify/verify_pairs.h"
#include "table/lookup.h"
#include "base/os.h"
#include "table/values.h"
#include "verify/pair_factors.h"
#include <string.h>

/* Problems of a row: FEWEST_CASES even without new pairs, since compiling costs far more. Takes the best of
 * CANDIDATES.
 */
enum { FEWEST_CASES = 4, MOST_CASES = 16, CANDIDATES = 8, MOST_DRAWS = 100000 };

/* Work-items of a row's problems. Other rows may run the same sizes at less cost: sixteen problems of 4096
   sub-groups for each of 1000 rows took two minutes. */
static const double most_launched = 1 << 26;

/* Bytes. Scratch is filled before every run: with two parameters at their ends that took minutes. */
static const size_t most_scratch = 64u << 20;

/* Two sizes of about 1000 can meet. */
static const tool_problem_limits largest = {6000000.0, 20000000.0};

typedef struct pair_row {
    int choice[TOOL_MAX_FACTORS];
    tool_pair seed;
    tool_config base;
    xl__preview preview;
    xl__problem problem; /* the row's values */
} pair_row;

typedef struct pair_job {
    tool_problem_job *job;
    tool_pair_factors factors;
    tool_random random;
} pair_job;

static void open_choice(const pair_job *job, int choice[TOOL_MAX_FACTORS]) {
    for (int f = 0; f < job->factors.cover.factors; f++) choice[f] = TOOL_OPEN;
}

static tool_cover_way way_of(int draw) {
    static const tool_cover_way ways[] = {TOOL_COVER_NEW, TOOL_COVER_NEW, TOOL_COVER_KNOWN, TOOL_COVER_ANY};
    return ways[draw % 4];
}

static void put_seed(const tool_pair *seed, uint32_t factors, int *choice) {
    for (int i = 0; i < 2; i++)
        if (factors >> seed->factor[i] & 1u) choice[seed->factor[i]] = seed->value[i];
}

/* Values that this row does not read do not count as met. */
static void drop_unread(const tool_pair_factors *f, const xl__preview *preview, int *choice) {
    for (int p = 0; p < f->param_count; p++)
        if (!xl__uses(f->cs->algorithm, &preview->problem, &f->cs->algorithm->strategies[preview->strategy],
                      f->params[p].param))
            choice[f->params[p].factor] = TOOL_NOT_THERE;
}

static bool holds(const tool_pair *seed, const int *choice, uint32_t factors) {
    for (int i = 0; i < 2; i++)
        if ((factors >> seed->factor[i] & 1u) && choice[seed->factor[i]] != seed->value[i]) return false;
    return true;
}

static bool draw(pair_job *job, const char *given, tool_draw which, xl__problem *problem) {
    const tool_case *cs = job->factors.cs;
    return tool_problem_draw(cs, given, which, &job->job->limits, &job->random, problem) ||
           tool_problem_draw(cs, given, which, &largest, &job->random, problem);
}

/* Takes the row's choice and draws open values. False: impossible. */
static bool settle_row(pair_job *job, pair_row *row) {
    tool_pair_factors *f = &job->factors;
    char given[TOOL_SETTINGS_TEXT];
    xl_error ignored;
    if (row->choice[TOOL_F_STRATEGY] < 0 || row->choice[TOOL_F_TYPE] < 0 || row->choice[TOOL_F_POINT] < 0)
        return false;
    const tool_choice *choice = &job->job->choices[f->choices[row->choice[TOOL_F_STRATEGY]]];
    if (tool_choice_has_sub_groups(choice) && row->choice[TOOL_F_TARGET] < 0) return false;
    row->base = tool_pair_config(f, row->choice);
    row->problem = tool_usual_problem(&row->base);
    if (!tool_pair_settings(f, f->row, row->choice, row->base.width, row->problem.group_size, given) ||
        !draw(job, given, TOOL_DRAW_ALL, &row->problem) ||
        !tool_problem_text(f->cs->algorithm, &row->problem, row->base.settings) ||
        tool_plan_preview(job->job->session, &row->base, &row->preview, &ignored) != XL_SUCCESS ||
        row->preview.scratch_bytes > most_scratch)
        return false;
    row->problem.group_size = row->preview.problem.group_size;
    drop_unread(f, &row->preview, row->choice);
    return holds(&row->seed, row->choice, f->row);
}

/* The first tries take what meets most; if that is impossible, others are random. False: no pair is left. */
static bool make_row(pair_job *job, pair_row *row) {
    tool_pair_factors *f = &job->factors;
    for (int i = 0; i < MOST_DRAWS; i++) {
        int open[TOOL_MAX_FACTORS], most = -1;
        tool_pair seed = {{0}, {0}};
        open_choice(job, open);
        if (!tool_cover_seed(&f->cover, f->row, 0, open, &job->random, &seed) &&
            !tool_cover_seed(&f->cover, f->row | f->runs, 0, open, &job->random, &seed))
            return false;
        for (int k = 0; k < CANDIDATES; k++) {
            int choice[TOOL_MAX_FACTORS];
            memcpy(choice, open, sizeof choice);
            put_seed(&seed, f->row, choice);
            tool_cover_fill(&f->cover, f->row, way_of(i), &job->random, choice);
            const int gain = tool_cover_gain(&f->cover, choice);
            if (gain <= most) continue;
            most = gain;
            memcpy(row->choice, choice, sizeof choice);
        }
        row->seed = seed;
        if (settle_row(job, row)) return true;
        tool_cover_fail(&f->cover, &seed);
    }
    return false;
}

typedef struct pair_cases {
    pair_job *job;
    const pair_row *row;
    int made, draws;
    double launched; /* work-items of all problems */
    bool runs;       /* now, or in an earlier worker */
} pair_cases;

static bool settle_case(pair_job *job, const pair_row *row, int *choice, tool_config *c, double *work_items) {
    tool_pair_factors *f = &job->factors;
    char given[TOOL_SETTINGS_TEXT];
    xl__problem problem = row->problem;
    if (choice[TOOL_F_DISTRIBUTION] < 0) return false;
    *c = row->base;
    c->distribution = f->distributions[choice[TOOL_F_DISTRIBUTION]];
    if (!tool_pair_settings(f, f->runs, choice, c->width, problem.group_size, given) ||
        !draw(job, given, TOOL_DRAW_RUNTIME, &problem) ||
        !tool_problem_text(f->cs->algorithm, &problem, c->settings))
        return false;
    xl__preview preview;
    xl_error ignored;
    if (tool_plan_preview(job->job->session, c, &preview, &ignored) != XL_SUCCESS) return false;
    xl__cost cost;
    xl__cost_of(f->cs->algorithm, &preview.problem, preview.strategy, &cost);
    *work_items = cost.work_items;
    drop_unread(f, &preview, choice);
    return true;
}

/* Not for the problem that the row was made for, nor if the row has none after many draws. */
static bool costs_too_much(const pair_cases *cases, double work_items, bool asked_for) {
    return cases->launched + work_items > most_launched && !asked_for &&
           (cases->made > 0 || cases->draws < 2 * MOST_CASES);
}

static bool has_factor(const tool_pair *seed, uint32_t factors) {
    return (factors >> seed->factor[0] & 1u) || (factors >> seed->factor[1] & 1u);
}

static bool next_case(void *user, tool_config *c) {
    pair_cases *cases = user;
    pair_job *job = cases->job;
    tool_pair_factors *f = &job->factors;
    while (cases->made < MOST_CASES && cases->draws++ < 4 * MOST_CASES) {
        int choice[TOOL_MAX_FACTORS];
        memcpy(choice, cases->row->choice, sizeof choice);
        for (int i = 0; i < f->cover.factors; i++)
            if (f->runs >> i & 1u) choice[i] = TOOL_OPEN;
        tool_pair seed = cases->row->seed;
        const bool first =
            cases->draws == 1 && tool_cover_state(&f->cover, seed.factor[0], seed.value[0], seed.factor[1],
                                                  seed.value[1]) == TOOL_PAIR_LEFT;
        const bool found = first || tool_cover_seed(&f->cover, f->runs, f->row, choice, &job->random, &seed);
        if (!found && cases->made >= FEWEST_CASES) return false;
        if (found) put_seed(&seed, f->runs, choice);
        tool_cover_fill(&f->cover, f->runs, way_of(cases->draws - 1), &job->random, choice);
        double work_items = 0;
        const bool settled = settle_case(job, cases->row, choice, c, &work_items);
        if (found && !(settled && holds(&seed, choice, f->runs))) tool_cover_fail(&f->cover, &seed);
        if (!settled || costs_too_much(cases, work_items, first && has_factor(&seed, f->runs))) continue;
        cases->launched += work_items;
        job->job->with_seed.seed = tool_random_below(&job->random, 1000000000);
        tool_cover_meet(&f->cover, choice, cases->runs ? TOOL_PAIR_MET : TOOL_PAIR_PLANNED);
        cases->made++;
        return true;
    }
    return false;
}

/* All if an earlier worker did it, the rest if one failed. */
static void skip_row(pair_cases *cases, bool ran) {
    cases->runs = ran;
    for (tool_config c; next_case(cases, &c);) continue;
}

static json_t *run_row(pair_job *job, long begun, pair_cases *cases) {
    const pair_row *row = cases->row;
    cases->runs = true;
    tool_session *s = job->job->session;
    xl_error error = {0};
    xl_plan *plan = NULL;
    json_t *record;
    if (tool_plan_make(s, &row->base, &plan, &error) == XL_SUCCESS) {
        record = tool_problem_run(job->job, begun, &row->base, plan, next_case, cases);
    } else {
        record = tool_row_record(s, "verify", "error", &row->base, NULL);
        tool_row_set_failure(record, &error);
        tool_problem_add_repeat(job->job, &row->base, record);
    }
    xl_plan_free(plan);
    return record;
}

/* Later rows do not depend on who runs this one. */
static void verify_row(pair_job *job, const pair_row *row) {
    const uint64_t before = xl__os_now();
    pair_cases cases = {.job = job, .row = row};
    job->job->with_seed.seed = job->job->given->seed;
    const long begun = tool_row_begin(job->job->session, tool_problem_announce(job->job, &row->base));
    if (begun >= 0) {
        json_t *record = run_row(job, begun, &cases);
        json_object_set_new(record, "time_ms", tool_json_number(1e-6 * (double)(xl__os_now() - before)));
        tool_row_end(job->job->session, begun, record);
    }
    skip_row(&cases, begun < 0);
}

/* Pairs of a value with another factor in a state; one entry if all are. */
static void list_pairs_of(const tool_pair_factors *f, int factor, int value, int other,
                          tool_pair_state wanted, json_t *list) {
    const tool_cover *cover = &f->cover;
    char word[128], partner[128], text[320];
    int count = 0, sense = 0;
    const int all = cover->first[other + 1] - cover->first[other];
    if (all == 1 || cover->first[factor + 1] - cover->first[factor] == 1) return;
    for (int w = 0; w < all; w++) {
        const tool_pair_state state = tool_cover_state(cover, factor, value, other, w);
        sense += state != TOOL_PAIR_NONE;
        count += state == wanted;
    }
    tool_pair_word(f, factor, value, word, sizeof word);
    if (count == 0) return;
    if (count == sense && count > 1) {
        snprintf(text, sizeof text, "%s with any %s", word, tool_pair_factor_name(f, other));
        json_array_append_new(list, json_string(text));
        return;
    }
    for (int w = 0; w < all; w++) {
        if (tool_cover_state(cover, factor, value, other, w) != wanted) continue;
        tool_pair_word(f, other, w, partner, sizeof partner);
        snprintf(text, sizeof text, "%s with %s", word, partner);
        json_array_append_new(list, json_string(text));
    }
}

static json_t *list_pairs(const tool_pair_factors *f, tool_pair_state wanted) {
    const tool_cover *cover = &f->cover;
    json_t *list = json_array();
    for (int a = 0; a < cover->factors; a++)
        for (int v = 0; v < cover->first[a + 1] - cover->first[a]; v++)
            for (int b = a + 1; b < cover->factors; b++) list_pairs_of(f, a, v, b, wanted, list);
    return list;
}

static void tell_pairs(const pair_job *job) {
    const tool_pair_factors *f = &job->factors;
    const long left =
        tool_cover_count(&f->cover, TOOL_PAIR_LEFT) + tool_cover_count(&f->cover, TOOL_PAIR_PLANNED);
    tool_emit(job->job->session,
              json_pack("{s:s,s:s,s:I,s:I,s:I,s:o,s:o}", "event", "pairs", "algorithm",
                        f->cs->algorithm->name, "met", (json_int_t)tool_cover_count(&f->cover, TOOL_PAIR_MET),
                        "left", (json_int_t)left, "never",
                        (json_int_t)tool_cover_count(&f->cover, TOOL_PAIR_NEVER), "left_names",
                        list_pairs(f, TOOL_PAIR_PLANNED), "never_names", list_pairs(f, TOOL_PAIR_NEVER)));
}

static tool_exit verify_algorithm(pair_job *job, int first, long *number) {
    tool_problem_job *const all = job->job;
    xl_error error = {0};
    tool_exit result = TOOL_OK;
    if (tool_pair_factors_make(all, first, &job->factors, &error) != XL_SUCCESS) {
        tool_emit_failure(all->session, TOOL_DEVICE_FAILED, error.text);
        result = TOOL_DEVICE_FAILED;
    }
    const tool_cover *const cover = &job->factors.cover;
    const double pairs = result == TOOL_OK ? (double)tool_cover_count(cover, TOOL_PAIR_LEFT) : 1.0;
    for (pair_row row; result == TOOL_OK; ++*number) {
        tool_random_start(&job->random, all->given->seed, (uint64_t)*number);
        tool_emit_progress(all->session, 1.0 - (double)tool_cover_count(cover, TOOL_PAIR_LEFT) / pairs,
                           "verify pairs of %s, seed %llu", job->factors.cs->algorithm->name,
                           (unsigned long long)all->given->seed);
        if (!make_row(job, &row)) break;
        verify_row(job, &row);
    }
    if (result == TOOL_OK) tell_pairs(job);
    tool_pair_factors_free(&job->factors);
    return result;
}

tool_exit tool_verify_pairs(tool_session *s, const tool_choice *choices, int count) {
    tool_exit status;
    pair_job job = {.job = tool_problem_job_open(s, choices, count, "--level pairs", &status)};
    if (!job.job) return status;
    long number = 0;
    for (int i = 0; i < job.job->choice_count && status == TOOL_OK; i++)
        if (i == 0 || job.job->choices[i].cs != job.job->choices[i - 1].cs)
            status = verify_algorithm(&job, i, &number);
    tool_problem_job_close(job.job);
    return status;
}
