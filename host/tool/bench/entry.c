#include "bench/entry.h"
#include "bench/pilot.h"
#include "base/os.h"
#include "plan/plan_make.h"
#include "records/stats.h"
#include "run/rows.h"
#include "table/lookup.h"
#include <stdio.h>
#include <stdlib.h>

static void fail(tool_entry *e) {
    json_t *record = tool_row_record(e->session, "bench", "error", &e->config, e->trial.plan);
    tool_row_set_plan(record, &e->config, e->trial.plan);
    tool_row_set_failure(record, &e->trial.error);
    tool_row_end(e->session, e->row, record);
    e->out = true;
}

static void end_row(tool_entry *e, const char *status, tool_outcome outcome) {
    json_t *record = tool_row_record(e->session, "bench", status, &e->config, e->trial.plan);
    tool_row_set_trial(record, e->session, &e->config, &e->trial, outcome);
    tool_row_end(e->session, e->row, record);
}

static int get_data(tool_entry *e, tool_data **out) {
    return tool_data_get(e->cache, &e->config, xl__plan_problem(e->trial.plan), e->session->options->seed,
                         out, &e->trial.error);
}

/* Without measures: an atomic per sub-group may take longer than all else. */
static int make_timed(tool_entry *e) {
    e->timed = e->trial.plan;
    if (!xl__plan_strategy(e->trial.plan)->measures) return XL_SUCCESS;
    tool_config timed = e->config;
    timed.timed = true;
    e->timed = NULL;
    return tool_plan_make(e->session, &timed, &e->timed, &e->trial.error);
}

void tool_entry_leave_out(tool_entry *e, const char *reason) {
    json_t *record = tool_row_record(e->session, "bench", "skipped", &e->config, e->trial.plan);
    tool_row_set_plan(record, &e->config, e->trial.plan);
    tool_row_set_reason(record, "%s", reason);
    tool_row_end(e->session, e->row, record);
    e->out = true;
}

/* Otherwise the row is skipped. */
static bool is_short(tool_entry *e, double max_launch, bool slow) {
    char reason[160];
    const double seconds =
        tool_pilot_seconds(e->session, &e->config, xl__plan_problem(e->trial.plan), max_launch);
    if (seconds <= max_launch) return true;
    snprintf(reason, sizeof reason, "a launch is predicted to take %.2g s, longer than %s %g s", seconds,
             slow ? "what a slow device gets," : "--max-launch", max_launch);
    tool_entry_leave_out(e, reason);
    return false;
}

static bool prepare(tool_entry *e, double max_launch, bool slow) {
    tool_session *const s = e->session;
    tool_trial *const t = &e->trial;
    if (tool_plan_make(s, &e->config, &t->plan, &t->error) != XL_SUCCESS) {
        end_row(e, "error", TOOL_FAILED);
        return false;
    }
    if (!is_short(e, max_launch, slow)) return false;
    const tool_outcome outcome = tool_try(s, &e->config, e->cache, 1, t);
    if (outcome != TOOL_RIGHT) {
        end_row(e, "error", outcome);
        return false;
    }
    tool_data *data = NULL;
    int status = get_data(e, &data);
    if (status == XL_SUCCESS)
        status = tool_buffers_make(s, e->config.cs->algorithm, xl__plan_problem(t->plan), data, &e->buffers,
                                   &t->error);
    if (status == XL_SUCCESS) status = make_timed(e);
    if (status == XL_SUCCESS) status = tool_poison(s, e->timed, &e->buffers, &t->error);
    if (status == XL_SUCCESS) return true;
    fail(e);
    return false;
}

tool_entry *tool_entry_make(tool_session *session, tool_data_cache *cache, const tool_config *config,
                            double max_launch, bool slow) {
    const long row = tool_row_begin(session, tool_row_record(session, "bench", "error", config, NULL));
    tool_entry *const e = row < 0 ? NULL : calloc(1, sizeof *e);
    if (!e) return NULL;
    e->session = session;
    e->cache = cache;
    e->config = *config;
    e->row = row;
    if (prepare(e, max_launch, slow)) return e;
    tool_entry_free(e);
    return NULL;
}

void tool_entry_free(tool_entry *e) {
    if (!e) return;
    tool_buffers_free(&e->buffers);
    if (e->timed != e->trial.plan) xl_plan_free(e->timed);
    xl_plan_free(e->trial.plan);
    free(e);
}

bool tool_entry_verify(tool_entry *e) {
    tool_trial *const t = &e->trial;
    tool_data *data = NULL;
    tool_row_at(e->session, e->row);
    int status = get_data(e, &data);
    if (status == XL_SUCCESS)
        status = tool_compare(e->session, e->timed, data, &e->buffers, xl__plan_problem(t->plan)->width,
                              &t->verdict, &t->error);
    if (status != XL_SUCCESS) fail(e);
    return status == XL_SUCCESS;
}

static int launch_plan(void *what, cl_event *first, cl_event *last, xl_error *error) {
    tool_entry *const e = what;
    return tool_enqueue(e->session, e->timed, e->config.cs->algorithm, &e->buffers, first, last, error);
}

bool tool_entry_shoot(tool_entry *e, int batch, tool_shot *shot) {
    tool_row_at(e->session, e->row);
    const bool waits = xl__waits(xl__plan_strategy(e->trial.plan));
    if (tool_time_batch(e->session, launch_plan, e, batch, waits, shot, &e->trial.error) == XL_SUCCESS)
        return true;
    fail(e);
    return false;
}

/* Once if it is long; never for a strategy that waits. */
static void time_alone(tool_entry *e) {
    const size_t times = e->single_ns < TOOL_LASTS_NS ? 5 : 1;
    double ns[5];
    if (xl__waits(xl__plan_strategy(e->trial.plan))) return;
    for (size_t i = 0; i < times; i++)
        if (tool_time_alone(e->session, launch_plan, e, &ns[i], &e->trial.error) != XL_SUCCESS) {
            fail(e);
            return;
        }
    e->alone_ns = tool_median(ns, times);
}

void tool_entry_warm_up(tool_entry *e, double least, double lasts) {
    tool_shot shot = {0};
    if (!tool_entry_shoot(e, 1, &shot)) return;
    tool_settle settle;
    tool_settle_start(&settle, least, 10.0 * least);
    const uint64_t start = xl__os_now();
    tool_settle_state state = TOOL_WARMING;
    e->batch = tool_batch_size(shot.ns, lasts);
    while (state == TOOL_WARMING && tool_entry_shoot(e, e->batch, &shot)) {
        state = tool_settle_add(&settle, shot.ns, 1e-9 * (double)(xl__os_now() - start));
        e->batch = tool_batch_size(tool_settle_low(&settle), lasts);
    }
    double single[5];
    for (int i = 0; i < 5; i++) {
        if (e->out || !tool_entry_shoot(e, 1, &shot)) return;
        single[i] = shot.ns;
    }
    e->single_ns = tool_median(single, 5);               /* sorts them */
    const int batch = tool_batch_size(single[0], lasts); /* on a busy host the least time is best */
    if (batch > e->batch) e->batch = batch;
    time_alone(e);
}

void tool_entry_sample(tool_entry *e, int round) {
    tool_shot shot = {0};
    if (!tool_entry_shoot(e, e->batch, &shot)) return;
    e->by_events = e->by_events || shot.by_events;
    e->refused += shot.refused;
    e->samples[e->count++] = shot.ns;
    e->round_samples[round]++;
    e->spent_s += 1e-9 * shot.ns * e->batch;
}

void tool_entry_forget(tool_entry *e, int round) {
    while (e->round_samples[round] > 0) {
        e->round_samples[round]--;
        e->spent_s -= 1e-9 * e->samples[--e->count] * e->batch;
    }
}

/* Touches the new pages. If a second set does not fit, keeps the first. */
void tool_entry_move(tool_entry *e) {
    if (e->out || (e->moves > 0 && e->moved_s * (e->moves + 1) / e->moves > e->spent_s)) return;
    xl_error ignored = {.text = ""};
    tool_shot shot;
    const uint64_t start = xl__os_now();
    tool_row_at(e->session, e->row);
    (void)tool_buffers_move(e->session, e->config.cs->algorithm, &e->buffers, &ignored);
    e->moves++;
    tool_entry_shoot(e, 1, &shot);
    e->moved_s += 1e-9 * (double)(xl__os_now() - start);
}
