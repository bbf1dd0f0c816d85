#include "campaign/device_run.h"
#include "campaign/precompile.h"
#include "campaign/campaign_files.h"
#include "campaign/cluster.h"
#include "campaign/lost_kernel.h"
#include "campaign/supervise.h"
#include "caps/caps.h"
#include "cases/case.h"
#include "job/turns.h"
#include "options/outputs.h"
#include "records/facts.h"
#include "records/os_busy.h"
#include "run/cache_place.h"
#include "system/os_process.h"
#include "system/os_start.h"
#include "text/display.h"
#include "text/os_memory.h"
#include "verify/verify.h"
#include <stdlib.h>
#include <string.h>

/* Tolerated crashes outside any row: the cache records the cause, and the next worker skips it. A hang costs
 * HANG_WEIGHT.
 */
enum { MAX_RESTARTS = 1000, PATIENCE = 8, HANG_WEIGHT = 3 };

struct tool_device_run {
    tool_campaign *campaign;
    int device;
    bool *done; /* by row number; owned */
    size_t done_room, done_count;
    long row;              /* the current row, -1: none */
    double patience;       /* seconds until the next event is due */
    bool launched;         /* a user's kernel runs */
    xl__text stopped;      /* the user's wrong strategies, "lerp/mine," each; owned */
    json_t *begun;         /* row number as text -> record; owned */
    bool failed;           /* the worker reported why it gave up */
    bool detailed;         /* got facts that needed the device */
    bool warned;           /* of a tolerated crash */
    tool_precompile ahead; /* compile the next rows' programs */
    char doing[128];       /* its latest progress text */
    xl__trial trial;       /* empty key: none */
    tool_exit given_up;    /* the worker's own status and reason for giving up */
    char words[XL_ERROR_TEXT];
    bool in_turns;
    long turn; /* waits for this turn; TOOL_NOT_BEGUN, or TOOL_NO_TURN: done */
    tool_task task;
    tool_supervision worker; /* valid while `works` */
    bool works;
    int starts, patience_left; /* workers so far; deaths still tolerated */
    size_t done_before;        /* rows done when the worker was started */
    xl__text done_list;        /* the list of them that it got; owned */
    int tight_ends;            /* of workers that a limited address space may have ended */
    bool began, opened;        /* had its first turn; `ahead` is open */
};
typedef struct tool_device_run device_run;

bool tool_device_opens(const tool_found *found) {
    return found->local_index >= 0 && strcmp(tool_text_of(found->facts, "status"), "error") != 0;
}

static void add_done(device_run *run, long row) {
    if (row < 0 || row > 1 << 24) return;
    const size_t at = (size_t)row;
    if (at >= run->done_room) {
        const size_t room = at + 1024;
        bool *grown = tool_need(realloc(run->done, room * sizeof *grown));
        memset(grown + run->done_room, 0, (room - run->done_room) * sizeof *grown);
        run->done = grown;
        run->done_room = room;
    }
    run->done_count += !run->done[at];
    run->done[at] = true;
}

/* "0-17,19-19", or ""; freed by the caller. */
static void list_done(const device_run *run, xl__text *list) {
    for (size_t at = 0; at < run->done_room; at++) {
        if (!run->done[at]) continue;
        size_t last = at;
        while (last + 1 < run->done_room && run->done[last + 1]) last++;
        xl__text_format(list, "%s%zu-%zu", list->size ? "," : "", at, last);
        at = last;
    }
}

static void complain_of_event(tool_campaign *c) {
    c->status = tool_exit_worst(c->status, TOOL_DEVICE_FAILED);
    tool_screen(c);
    tool_complain("the driver's process sent an unreadable event; some results may be missing");
}

/* With the id at the start, whatever the driver calls the device now. */
static void keep_record(tool_campaign *c, int device, json_t *record) {
    const char *status = json_string_value(json_object_get(record, "status"));
    if (!status) {
        complain_of_event(c);
        return;
    }
    json_object_set(record, "device", json_object_get(c->found[device].facts, "id"));
    json_object_set_new(record, "recorded_at", tool_json_now());
    tool_files_record(c, device, record);
    tool_tell(c, device, TOOL_TELL_RECORD, record);
}

/* A row may end its strategy, also for later workers. */
static void keep_row(device_run *run, json_t *record) {
    if (tool_stops_strategy(run->campaign->options, record))
        xl__text_format(&run->stopped, "%s%s/%s,", run->stopped.size ? "" : ",",
                        json_string_value(json_object_get(record, "algorithm")),
                        json_string_value(json_object_get(record, "strategy")));
    keep_record(run->campaign, run->device, record);
}

static void on_record(device_run *run, const json_t *event) {
    const long row = (long)json_integer_value(json_object_get(event, "row"));
    char key[24];
    snprintf(key, sizeof key, "%ld", row);
    json_object_del(run->begun, key);
    /* After a crash tune repeats the rows of a problem, except the rows that crashed. */
    if (run->campaign->options->command != TOOL_COMMAND_tune) add_done(run, row);
    run->row = -1;
    keep_row(run, json_object_get(event, "record"));
}

static void mark_failed(tool_campaign *c, int device, const char *reason) {
    c->error++;
    json_object_set_new(c->found[device].facts, "status", json_string("error"));
    json_object_set_new(c->found[device].facts, "reason", tool_json_text(reason));
}

static void blame_end(tool_campaign *c, int device) {
    const tool_exit blame = c->found[device].blame;
    c->status = tool_exit_worst(c->status, blame != TOOL_OK ? blame : TOOL_DEVICE_FAILED);
}

static void lost_device(tool_campaign *c, int device, const char *reason) {
    blame_end(c, device);
    tool_screen(c);
    tool_complain_lines("device %d (%s): %s", device, tool_text_of(c->found[device].facts, "name"), reason);
    mark_failed(c, device, reason);
}

static void on_failure(device_run *run, const json_t *event) {
    tool_campaign *c = run->campaign;
    tool_text_clean_lines(json_string_value(json_object_get(event, "text")), run->words, sizeof run->words);
    run->failed = true;
    run->given_up = (tool_exit)json_integer_value(json_object_get(event, "status"));
    c->status = tool_exit_worst(c->status, run->given_up);
    if (run->given_up == TOOL_DEVICE_FAILED && run->done_count == 0 && json_object_size(run->begun) == 0) {
        lost_device(c, run->device, run->words);
        return;
    }
    if (run->given_up == TOOL_DEVICE_FAILED && json_object_size(run->begun) == 0)
        mark_failed(c, run->device, run->words);
    tool_screen(c);
    if (run->given_up == TOOL_DEVICE_FAILED)
        tool_complain_lines("device %d (%s): %s", run->device,
                            tool_text_of(c->found[run->device].facts, "name"), run->words);
    else
        tool_complain_lines("%s", run->words);
}

static void on_begin(device_run *run, const json_t *event) {
    char key[24];
    run->row = (long)json_integer_value(json_object_get(event, "row"));
    snprintf(key, sizeof key, "%ld", run->row);
    json_object_set(run->begun, key, json_object_get(event, "record"));
}

static void on_trying(device_run *run, const json_t *event) {
    const char *key = json_string_value(json_object_get(event, "key")),
               *op = json_string_value(json_object_get(event, "op")),
               *type = json_string_value(json_object_get(event, "type"));
    run->trial = (xl__trial){.all = json_is_true(json_object_get(event, "all"))};
    snprintf(run->trial.key, sizeof run->trial.key, "%s", key ? key : "");
    snprintf(run->trial.op, sizeof run->trial.op, "%s", op ? op : "");
    snprintf(run->trial.type, sizeof run->trial.type, "%s", type ? type : "");
}

/* The device's identity stays. */
static void on_detail(device_run *run, const json_t *event) {
    tool_campaign *c = run->campaign;
    json_t *facts = c->found[run->device].facts, *id = json_incref(json_object_get(facts, "id"));
    json_object_update(facts, json_object_get(event, "device"));
    json_object_set_new(facts, "id", id);
    json_object_set_new(facts, "index", json_integer(run->device));
    if (!run->detailed) tool_tell(c, run->device, TOOL_TELL_DETAIL, NULL);
    run->detailed = true;
}

static double number_or(const json_t *event, const char *field, double other) {
    const json_t *const value = json_object_get(event, field);
    return json_is_number(value) ? json_number_value(value) : other;
}

/* A terminal shows it once. */
static void on_busy(const device_run *run, const json_t *event) {
    tool_campaign *const c = run->campaign;
    json_t *const facts = c->found[run->device].facts;
    char text[160];
    json_object_set(facts, "load", json_object_get(event, "load"));
    json_object_set(facts, "cores", json_object_get(event, "cores"));
    json_object_set(facts, "others", json_object_get(event, "others"));
    if (!c->progress.live || c->progress.quiet || c->told_busy ||
        !tool_busy_text(number_or(event, "load", -1.0), (unsigned)number_or(event, "cores", 0.0),
                        number_or(event, "others", -1.0), text, sizeof text))
        return;
    c->told_busy = true;
    tool_screen(c);
    tool_complain("%s", text);
}

/* Reports the sum once all alternating devices have estimates. */
static void add_estimate(tool_campaign *c, const json_t *event) {
    json_t *const sum = c->estimate;
    if (!sum) {
        c->estimate = tool_need(json_deep_copy(event));
        json_object_set_new(c->estimate, "devices", json_integer(1));
        return;
    }
    static const char *const added[] = {"rows", "seconds", "all_seconds"};
    for (size_t i = 0; i < sizeof added / sizeof *added; i++)
        json_object_set_new(sum, added[i],
                            json_real(tool_number_of(sum, added[i]) + tool_number_of(event, added[i])));
    json_object_set_new(sum, "devices",
                        json_integer(1 + json_integer_value(json_object_get(sum, "devices"))));
}

static void show_progress(device_run *run, const json_t *event) {
    tool_campaign *c = run->campaign;
    char text[128];
    snprintf(run->doing, sizeof run->doing, "%s", tool_text_of(event, "what"));
    snprintf(text, sizeof text, "device %d: %s %3.0f%%", run->device, tool_text_of(event, "what"),
             100.0 * tool_number_of(event, "share"));
    if (c->cluster)
        tool_cluster_progress(c, text);
    else
        tool_progress_show(&c->progress, tool_seconds(), "%s  (%lld rows)", text, c->kept);
}

/* Decided when the first device requests this part. */
static bool goes_on(tool_campaign *c, int part) {
    if (part > c->asked) {
        c->asked = part;
        if (tool_seconds() - c->began < c->options->seconds) c->granted = part;
    }
    return part <= c->granted;
}

static void on_event(void *user, const json_t *event, const char *name) {
    device_run *run = user;
    tool_campaign *c = run->campaign;
    const json_t *const patience = json_object_get(event, "patience");
    run->patience = c->options->timeout;
    run->launched = json_is_number(patience);
    if (run->launched && json_number_value(patience) < run->patience)
        run->patience = json_number_value(patience);
    tool_process_limit(&run->worker.process, json_number_value(json_object_get(event, "effort")));
    if (strcmp(name, "record") == 0) {
        on_record(run, event);
    } else if (strcmp(name, "begin") == 0) {
        on_begin(run, event);
    } else if (strcmp(name, "trying") == 0) {
        on_trying(run, event);
    } else if (strcmp(name, "tried") == 0) {
        run->trial.key[0] = '\0';
    } else if (strcmp(name, "compiles") == 0) {
        c->job->task = run->task;
        tool_precompile_start(&run->ahead, c->job, &c->found[run->device].driver);
    } else if (strcmp(name, "alone") == 0) {
        tool_precompile_hold(&run->ahead);
    } else if (strcmp(name, "busy") == 0) {
        on_busy(run, event);
    } else if (strcmp(name, "at") == 0) {
        run->row = (long)json_integer_value(json_object_get(event, "row"));
    } else if (strcmp(name, "turn") == 0) {
        run->turn = (long)json_integer_value(json_object_get(event, "turn"));
        run->row = -1; /* while it waits */
    } else if (strcmp(name, "further") == 0) {
        run->row = -1;
        tool_process_answer(&run->worker.process,
                            goes_on(c, (int)json_integer_value(json_object_get(event, "part"))));
    } else if (strcmp(name, "progress") == 0) {
        show_progress(run, event);
    } else if (strcmp(name, "failure") == 0) {
        on_failure(run, event);
    } else if (strcmp(name, "note") == 0) {
        tool_screen(c);
        tool_complain("%s", json_string_value(json_object_get(event, "text")));
    } else if (strcmp(name, "detail") == 0) {
        on_detail(run, event);
    } else if (strcmp(name, "estimate") == 0 && run->in_turns) {
        add_estimate(c, event);
    } else if (!*name) {
        complain_of_event(c);
    } else {
        tool_tell(c, run->device, TOOL_TELL_OTHER, event);
    }
}

/* For a row that has begun and has no result. */
static void record_lost(device_run *run, const char *key, const char *status, const char *reason) {
    json_t *record = json_incref(json_object_get(run->begun, key));
    json_object_del(run->begun, key);
    json_object_set_new(record, "status", json_string(status));
    /* The announced reason, for example the command. */
    const char *const said = json_string_value(json_object_get(record, "reason"));
    xl__text text = {0};
    xl__text_format(&text, "%s%s%s", reason, said ? "; " : "", said ? said : "");
    json_object_set_new(record, "reason", tool_json_text(text.data));
    xl__text_free(&text);
    keep_row(run, record);
    json_decref(record);
}

/* NULL: none. */
static const json_t *row_begun(const device_run *run) {
    char key[24];
    snprintf(key, sizeof key, "%ld", run->row);
    return run->row < 0 ? NULL : json_object_get(run->begun, key);
}

/* As an error. False: the worker died outside any row. */
static bool record_death(device_run *run, const char *reason) {
    char key[24];
    snprintf(key, sizeof key, "%ld", run->row);
    if (run->row < 0 || !json_object_get(run->begun, key)) return false;
    add_done(run, run->row);
    run->row = -1;
    record_lost(run, key, "error", reason);
    if (run->campaign->found[run->device].blame != TOOL_DEVICE_FAILED) blame_end(run->campaign, run->device);
    return true;
}

/* If its measures show how far it came. */
static void record_stopped(device_run *run) {
    char key[24];
    snprintf(key, sizeof key, "%ld", run->row);
    const json_t *measures = json_object_get(json_object_get(run->begun, key), "measures");
    if (run->row < 0 || !json_is_object(measures)) return;
    const bool wrong = json_integer_value(json_object_get(measures, "wrong")) > 0;
    record_lost(run, key, wrong ? "mismatch" : "skipped", "interrupted");
}

static void record_rest(device_run *run) {
    const bool refused = run->failed && run->given_up != TOOL_DEVICE_FAILED;
    const char *key, *reason = run->words[0] ? run->words : "the driver's process ended without its result";
    json_t *record;
    void *next;
    json_object_foreach_safe(run->begun, next, key, record)
        record_lost(run, key, refused ? "skipped" : "error", reason);
}

static void complain_of(const device_run *run, const char *reason, const char *what) {
    tool_screen(run->campaign);
    tool_complain_lines("device %d (%s): %s%s", run->device,
                        tool_text_of(run->campaign->found[run->device].facts, "name"), reason, what);
}

static void count_failure(const device_run *run) {
    blame_end(run->campaign, run->device);
    run->campaign->error++;
}

/* No further worker: the device is lost, or its remaining rows. */
static void give_up(device_run *run, const char *reason) {
    if (run->done_count == 0) {
        lost_device(run->campaign, run->device, reason);
        return;
    }
    count_failure(run);
    complain_of(run, reason, ", outside any row; later rows are not run");
}

/* After an end outside any row. True: start another worker. */
static bool forgive(device_run *run, tool_worker_end end, bool progress, const char *reason) {
    tool_campaign *c = run->campaign;
    if (progress && run->warned) {
        /* No row is to blame, and a new worker may do the rest. */
        count_failure(run);
        complain_of(run, reason, ", between two rows; later rows still run");
        return true;
    }
    if (!progress) run->patience_left -= end.kind == TOOL_END_DIED ? 1 : HANG_WEIGHT;
    const tool_command command = c->options->command;
    if (run->patience_left > 0 && command != TOOL_COMMAND_exec && command != TOOL_COMMAND_list) {
        if (!run->warned) complain_of(run, reason, ", outside any row; a new process starts");
        run->warned = true;
        return true;
    }
    give_up(run, reason);
    return false;
}

/* Skips the item from now on, unless another process ended the worker. */
static void note_death(const device_run *run, const tool_worker_end *end, const char *reason) {
    if (tool_end_status(end) != TOOL_DEVICE_FAILED) return;
    const bool own = end->kind == TOOL_END_HUNG || end->kind == TOOL_END_TOO_LARGE ||
                     (end->kind == TOOL_END_DIED && tool_is_own_end(end->code, end->left));
    char *folder = own && run->trial.key[0] ? tool_cache_folder() : NULL;
    if (folder) xl__caps_refuse(folder, &run->trial, reason);
    free(folder);
}

/* A user's kernel may have damaged crosslane's memory. */
static void judge_end(device_run *run, tool_worker_end *end) {
    if (!tool_is_crosslanes(end)) return;
    if (run->campaign->options->kernel_dir)
        end->known = false;
    else
        run->campaign->status = tool_exit_worst(run->campaign->status, TOOL_BROKEN);
}

static void add_doing(const device_run *run, const tool_worker_end *end, char *reason, size_t size) {
    const size_t used = strlen(reason);
    if (!tool_is_crosslanes(end) || json_object_size(run->begun) > 0) return;
    if (run->trial.key[0])
        snprintf(reason + used, size - used, ", when sg_%s was tried", run->trial.op);
    else if (run->doing[0])
        snprintf(reason + used, size - used, ", while '%s'", run->doing);
}

/* False: not started. */
static bool start_worker(device_run *run) {
    tool_campaign *c = run->campaign;
    tool_found *found = &c->found[run->device];
    xl__text *const done = &run->done_list;
    xl__text_free(done);
    list_done(run, done);
    if (done->failed) tool_need(NULL);
    const tool_worker_start start = {"work", c->job, run->ahead.ends[0], c->idle, c};
    run->task = (tool_task){.device = found->local_index,
                            .shown = run->device,
                            .sharing = run->ahead.wanted > 0 ? XL__WAITS : XL__ALONE,
                            .checks = found->driver.report[0] != '\0',
                            .in_turns = run->in_turns,
                            .cautious = run->warned,
                            .done = done->size > 0 ? done->data : NULL,
                            .stopped = run->stopped.failed ? NULL : run->stopped.data};
    c->job->task = run->task;
    xl_error error = {0};
    run->row = -1;
    run->launched = false;
    found->blame = TOOL_OK;
    run->trial.key[0] = '\0';
    run->patience = c->options->timeout;
    run->done_before = run->done_count;
    run->works = tool_supervise_start(&run->worker, &start, &found->driver, &c->progress, &error);
    if (!run->works) give_up(run, error.text);
    return run->works;
}

/* True: rows of other algorithms go on. */
static bool stop_case(device_run *run, const char *mistake) {
    xl__text what = {0};
    const char *const algorithm = row_begun(run) ? tool_text_of(row_begun(run), "algorithm") : "";
    const bool known = algorithm[0] != '\0';
    if (known) xl__text_format(&run->stopped, "%s%s/,", run->stopped.size ? "" : ",", algorithm);
    xl__text_format(&what, "a mistake in the case of %s", known ? algorithm : "an algorithm");
    run->campaign->status = tool_exit_worst(run->campaign->status, TOOL_BROKEN);
    record_death(run, mistake);
    complain_of(run, what.failed ? "a mistake in a case" : what.data,
                known ? ", which its other rows would meet too; they are not run"
                      : ", which other rows would meet too; they are not run");
    xl__text_free(&what);
    return known;
}

/* If a row was running outside driver calls: its reference may have failed. */
static void add_case(const device_run *run, const tool_worker_end *end, char *reason, size_t size) {
    const char *const algorithm = row_begun(run) ? tool_text_of(row_begun(run), "algorithm") : "";
    const tool_case *const cs = tool_find_case(algorithm);
    if (tool_is_crosslanes(end) && cs)
        tool_text_append(reason, size, "; if you wrote %s, look at kernels/%s/%s_case.c first", algorithm,
                         xl__folder(cs->algorithm), algorithm);
}

/* Each row would need a new process, which would end too. */
static bool has_no_room(device_run *run, const tool_worker_end *end) {
    enum { MOST_ENDS = 3 };
    char text[192];
    run->tight_ends += end->tight;
    if (run->tight_ends < MOST_ENDS) return false;
    tool_describe_tight(run->tight_ends, text, sizeof text);
    if (run->done_count == 0) mark_failed(run->campaign, run->device, text);
    blame_end(run->campaign, run->device);
    complain_of(run, text, "; later rows are not run");
    return true;
}

/* True: start another. */
static bool end_worker(device_run *run) {
    tool_campaign *c = run->campaign;
    tool_worker_end end = tool_supervise_end(&run->worker);
    run->works = false;
    judge_end(run, &end);
    c->found[run->device].blame = tool_end_status(&end);
    if (end.kind != TOOL_END_WELL) tool_sweep_outputs(c->options);
    char reason[XL_ERROR_TEXT], with_words[XL_ERROR_TEXT];
    const char *const algorithm = row_begun(run) ? tool_text_of(row_begun(run), "algorithm") : "";
    const bool by_option = run->patience >= c->options->timeout;
    tool_describe_end(&end, run->patience, by_option, false, reason, sizeof reason);
    tool_describe_end(&end, run->patience, by_option, true, with_words, sizeof with_words);
    add_doing(run, &end, reason, sizeof reason);
    add_case(run, &end, with_words, sizeof with_words);
    if (tool_describe_mistake(&end, algorithm, with_words, sizeof with_words))
        return stop_case(run, with_words);
    if (run->launched)
        tool_describe_lost_kernel(&end, run->patience, c->options->kernel_dir, row_begun(run), with_words,
                                  sizeof with_words);
    note_death(run, &end, reason);
    if (end.kind == TOOL_END_WELL) {
        c->status = tool_exit_worst(c->status, end.status);
        if (end.code < 0) complain_of(run, reason, ", after its work was done; nothing is lost");
        return false;
    }
    if (end.kind == TOOL_END_STOPPED) {
        record_stopped(run);
        c->status = TOOL_INTERRUPTED;
    }
    if (run->failed || end.kind == TOOL_END_STOPPED) return false;
    const bool in_row = record_death(run, with_words);
    if (has_no_room(run, &end)) return false;
    if (in_row) {
        run->patience_left = PATIENCE;
        return true;
    }
    const bool progress = run->done_count > run->done_before;
    if (progress && c->listener->died && c->listener->died(c, reason)) return true;
    return forgive(run, end, progress, reason);
}

/* True: until the next turn; false: to the end. */
static bool work_on(device_run *run) {
    for (;;) {
        if (!run->works && !start_worker(run)) return false;
        if (tool_supervise_on(&run->worker, &run->patience, on_event, run)) return true;
        if (!end_worker(run)) return false;
        if (run->starts++ < MAX_RESTARTS) continue;
        give_up(run, "the driver's process was started too often");
        return false;
    }
}

static bool begin(device_run *run) {
    tool_campaign *const c = run->campaign;
    const tool_found *const found = &c->found[run->device];
    run->began = true;
    tool_tell(c, run->device, TOOL_TELL_BEGINS, NULL);
    tool_files_device(c, run->device); /* rows name it */
    if (!tool_device_opens(found)) {
        lost_device(c, run->device, tool_text_of(found->facts, "reason"));
        return false;
    }
    tool_precompile_open(&run->ahead, c->options);
    run->opened = true;
    return true;
}

static void end(device_run *run) {
    tool_campaign *const c = run->campaign;
    if (run->opened) tool_precompile_close(&run->ahead);
    if (c->status != TOOL_INTERRUPTED) record_rest(run);
    tool_files_device(c, run->device);
    tool_tell(c, run->device, TOOL_TELL_ENDS, NULL);
    run->turn = TOOL_NO_TURN;
}

tool_device_run *tool_device_run_make(tool_campaign *c, int device, bool in_turns) {
    device_run *const run = tool_need(calloc(1, sizeof *run));
    *run = (device_run){.campaign = c,
                        .device = device,
                        .row = -1,
                        .begun = json_object(),
                        .in_turns = in_turns,
                        .turn = TOOL_NOT_BEGUN,
                        .patience_left = PATIENCE};
    return run;
}

long tool_device_run_on(tool_device_run *run) {
    const bool able = run->began || begin(run);
    if (!able || !work_on(run)) end(run);
    return run->turn;
}

void tool_device_run_free(tool_device_run *run) {
    if (run->works) {
        end_worker(run);
        end(run);
    }
    json_decref(run->begun);
    free(run->done);
    xl__text_free(&run->done_list);
    xl__text_free(&run->stopped);
    free(run);
}
