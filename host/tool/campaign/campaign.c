/* campaign.c - enumeration, selection and supervision of workers. */
#include "text/os_memory.h"
#include "campaign/ahead.h"
#include "campaign/campaign.h"
#include "caps/caps.h"
#include "base/text.h"
#include "system/cache_place.h"
#include "campaign/campaign_files.h"
#include "campaign/cluster.h"
#include "text/display.h"
#include "campaign/enumerate.h"
#include "campaign/lost_kernel.h"
#include "records/facts.h"
#include "system/os_process.h"
#include "system/os_start.h"
#include "options/outputs.h"
#include "system/ranks.h"
#include "campaign/supervise.h"
#include "verify/verify.h"
#include "system/os_missing.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Deaths outside of any row are forgiven while PATIENCE lasts: what killed is noted in the cache, and the
   next worker leaves it alone. A hang costs HANG_WEIGHT of it. */
enum { MAX_RESTARTS = 1000, PATIENCE = 8, HANG_WEIGHT = 3 };

/* Memory has run out. */
static void end_at_once(void *user) {
    tool_campaign *c = user;
    tool_results_abandon(c->results);
    tool_drivers_forget(&c->links);
}

tool_exit tool_campaign_open(tool_campaign *c, tool_job *job) {
    const tool_options *const options = &job->options;
    *c = (tool_campaign){.job = job, .options = options, .screen = stdout, .links = {.mark = -1}};
    c->screen =
        (options->json && strcmp(options->json, "-") == 0) || (options->csv && strcmp(options->csv, "-") == 0)
            ? stderr
            : stdout;
    c->found = tool_need(calloc(TOOL_MAX_FOUND, sizeof *c->found));
    const bool quiet = options->quiet || (options->ranks && options->ranks->rank > 0);
    tool_progress_start(&c->progress, stderr, quiet, tool_seconds());
    tool_interrupt_catch();
    tool_driver drivers[TOOL_MAX_DRIVERS];
    const int count = tool_drivers_list(drivers, &c->links);
    tool_memory_guard(end_at_once, c);
    tool_cache_look();
    for (int i = 0; i < count && c->status != TOOL_INTERRUPTED; i++) {
        tool_progress_show(&c->progress, tool_seconds(), "asking driver %s", drivers[i].name);
        tool_enumerate_driver(c, &drivers[i]);
    }
    if (c->status != TOOL_OK) return tool_campaign_close(c, false);
    return TOOL_OK;
}

/* ---- selection ------------------------------------------------------------------------------------ */

static const char *fact(const tool_found *found, const char *name) {
    const char *text = json_string_value(json_object_get(found->facts, name));
    return text ? text : "";
}

static bool contains(const char *text, const char *part) {
    const size_t length = strlen(part);
    for (; length && *text; text++) {
        size_t i = 0;
        while (i < length && text[i] && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            i++;
        if (i == length) return true;
    }
    return false;
}

static bool fits(const tool_found *found, int index, const char *word) {
    char *end = NULL;
    const long number = strtol(word, &end, 10);
    if (*word && *end == '\0') return number == index;
    if (strcmp(word, "all") == 0) return true;
    if (strcmp(word, "cpu") == 0 || strcmp(word, "gpu") == 0) return strcmp(fact(found, "type"), word) == 0;
    const json_t *alias = NULL;
    size_t i = 0;
    json_array_foreach(found->aliases, i,
                       alias) if (strcmp(json_string_value(json_object_get(alias, "word")), word) ==
                                  0) return json_is_true(json_object_get(alias, "fits"));
    return contains(fact(found, "name"), word) || contains(fact(found, "platform"), word);
}

/* Marks what --device names; false with the reason where it names what is not there. */
static bool choose(tool_campaign *c, char *reason, size_t size) {
    const tool_words *words = &c->options->devices;
    if (c->count == 0) {
        tool_no_device_reason(c->empty.size ? c->empty.data : "", reason, size);
        return false;
    }
    for (int w = 0; w < words->count; w++) {
        bool any = false;
        for (int i = 0; i < c->count; i++)
            if (fits(&c->found[i], i, words->word[w])) any = c->found[i].selected = true;
        snprintf(reason, size, "--device %s: no device fits; 'crosslane devices' shows them", words->word[w]);
        if (!any) return false;
    }
    for (int i = 0; i < c->count && words->count == 0; i++) c->found[i].selected = true;
    return true;
}

tool_exit tool_campaign_select(tool_campaign *c) {
    char reason[XL_ERROR_TEXT];
    if (c->status == TOOL_INTERRUPTED) return c->status;
    const bool chosen = choose(c, reason, sizeof reason);
    if (chosen && c->empty.size > 0 && c->options->command == TOOL_COMMAND_devices)
        tool_complain("%s", c->empty.data);
    if (tool_ranks_are_many(c->options->ranks)) return tool_cluster_join(c, chosen ? NULL : reason);
    if (!chosen) {
        tool_complain("%s", reason);
        return TOOL_NO_DEVICE;
    }
    /* Not before: a mistyped --device must not replace the results of another run by an empty file. */
    const tool_exit made = tool_files_make_folder(c);
    return made == TOOL_OK ? tool_files_open(c, tool_machine_json()) : made;
}

/* ---- one device ----------------------------------------------------------------------------------- */

typedef struct device_run {
    tool_campaign *campaign;
    int device;
    bool *done; /* which rows are, by number; owned */
    size_t done_room, done_count;
    long row;           /* the row under way, -1 = none */
    double patience;    /* seconds until the next event has to come */
    bool launched;      /* a kernel of the person's own runs */
    xl__text stopped;   /* strategies of the person's own that went wrong, "lerp/mine," each; owned */
    json_t *begun;      /* what each begun row is, by its number as text; owned */
    bool failed;        /* the worker said why it gave up */
    bool detailed;      /* what only running tells has been told */
    bool warned;        /* that it died outside of any row, and was forgiven */
    tool_ahead ahead;   /* workers that compile what comes */
    char doing[128];    /* what it said last that it does */
    xl__trial trial;    /* what is tried; an empty key = nothing */
    tool_exit given_up; /* why it gave up, and what it said */
    char words[XL_ERROR_TEXT];
} device_run;

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

/* The finished rows for the next worker, "0-17,19"; freed by the caller, empty when there is none. */
static void list_done(const device_run *run, xl__text *list) {
    for (size_t at = 0; at < run->done_room; at++) {
        if (!run->done[at]) continue;
        size_t last = at;
        while (last + 1 < run->done_room && run->done[last + 1]) last++;
        xl__text_format(list, "%s%zu-%zu", list->size ? "," : "", at, last);
        at = last;
    }
}

/* An event that the worker did not write so, or that came in part. */
static void complain_of_event(tool_campaign *c) {
    c->status = tool_exit_worst(c->status, TOOL_DEVICE_FAILED);
    tool_screen(c);
    tool_complain("the driver's process sent what is no event; a part of the results may be missing");
}

/* The device is the one that the process was started for, whatever its driver calls it now. */
static void keep_record(tool_campaign *c, int device, json_t *record) {
    const char *status = json_string_value(json_object_get(record, "status"));
    if (!status) {
        complain_of_event(c);
        return;
    }
    json_object_set(record, "device", json_object_get(c->found[device].facts, "id"));
    json_object_set_new(record, "recorded_at", tool_json_now());
    tool_files_record(c, device, record);
    if (c->listener->record) c->listener->record(c, device, record);
}

/* A record of a row; it may end its strategy, for the workers behind this one too. */
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
    /* tune weighs the rows of a problem against each other: behind a worker that died they are measured anew,
       but for those that one died in. */
    if (run->campaign->options->command != TOOL_COMMAND_tune) add_done(run, row);
    run->row = -1;
    keep_row(run, json_object_get(event, "record"));
}

/* What went wrong outside of every row stands with the device. */
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
    tool_complain_lines("device %d (%s): %s", device, fact(&c->found[device], "name"), reason);
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
        tool_complain_lines("device %d (%s): %s", run->device, fact(&c->found[run->device], "name"),
                            run->words);
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

/* What only running told goes into the facts that the results file gets; who the device is stays. */
static void on_detail(device_run *run, const json_t *event) {
    tool_campaign *c = run->campaign;
    json_t *facts = c->found[run->device].facts, *id = json_incref(json_object_get(facts, "id"));
    json_object_update(facts, json_object_get(event, "device"));
    json_object_set_new(facts, "id", id);
    json_object_set_new(facts, "index", json_integer(run->device));
    if (c->listener->detail && !run->detailed) c->listener->detail(c, run->device);
    run->detailed = true;
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

static void on_event(void *user, const json_t *event, const char *name) {
    device_run *run = user;
    tool_campaign *c = run->campaign;
    const json_t *const patience = json_object_get(event, "patience");
    run->patience = c->options->timeout;
    run->launched = json_is_number(patience);
    if (run->launched && json_number_value(patience) < run->patience)
        run->patience = json_number_value(patience);
    if (strcmp(name, "record") == 0) {
        on_record(run, event);
    } else if (strcmp(name, "begin") == 0) {
        on_begin(run, event);
    } else if (strcmp(name, "trying") == 0) {
        on_trying(run, event);
    } else if (strcmp(name, "tried") == 0) {
        run->trial.key[0] = '\0';
    } else if (strcmp(name, "compiles") == 0) {
        tool_ahead_start(&run->ahead, c->job, &c->found[run->device].driver);
    } else if (strcmp(name, "alone") == 0) {
        tool_ahead_hold(&run->ahead);
    } else if (strcmp(name, "at") == 0) {
        run->row = (long)json_integer_value(json_object_get(event, "row"));
    } else if (strcmp(name, "progress") == 0) {
        show_progress(run, event);
    } else if (strcmp(name, "failure") == 0) {
        on_failure(run, event);
    } else if (strcmp(name, "note") == 0) {
        tool_screen(c);
        tool_complain("%s", json_string_value(json_object_get(event, "text")));
    } else if (strcmp(name, "detail") == 0) {
        on_detail(run, event);
    } else if (!*name) {
        complain_of_event(c);
    } else if (c->listener->other) {
        c->listener->other(c, run->device, event);
    }
}

/* A row that has begun and has no result. */
static void record_lost(device_run *run, const char *key, const char *status, const char *reason) {
    json_t *record = json_incref(json_object_get(run->begun, key));
    json_object_del(run->begun, key);
    json_object_set_new(record, "status", json_string(status));
    /* What the row was announced with, its command for example, goes behind. */
    const char *const said = json_string_value(json_object_get(record, "reason"));
    xl__text text = {0};
    xl__text_format(&text, "%s%s%s", reason, said ? "; " : "", said ? said : "");
    json_object_set_new(record, "reason", tool_json_text(text.data));
    xl__text_free(&text);
    keep_row(run, record);
    json_decref(record);
}

/* What the row under way was announced as; NULL: there is none. */
static const json_t *row_begun(const device_run *run) {
    char key[24];
    snprintf(key, sizeof key, "%ld", run->row);
    return run->row < 0 ? NULL : json_object_get(run->begun, key);
}

/* The row that a worker died in becomes an error. False when it died outside of any row. */
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

/* The row that was at work when the run was stopped: kept if it says how far it came (its measures). */
static void record_stopped(device_run *run) {
    char key[24];
    snprintf(key, sizeof key, "%ld", run->row);
    const json_t *measures = json_object_get(json_object_get(run->begun, key), "measures");
    if (run->row < 0 || !json_is_object(measures)) return;
    const bool wrong = json_integer_value(json_object_get(measures, "wrong")) > 0;
    record_lost(run, key, wrong ? "mismatch" : "skipped", "interrupted");
}

/* No further worker: rows that have begun are rows that are recorded. */
static void record_rest(device_run *run) {
    const bool refused = run->failed && run->given_up != TOOL_DEVICE_FAILED;
    const char *key, *reason = run->words[0] ? run->words : "the driver's process ended without its result";
    json_t *record;
    void *next;
    json_object_foreach_safe(run->begun, next, key, record)
        record_lost(run, key, refused ? "skipped" : "error", reason);
}

/* Something of the driver went wrong outside of any row. */
static void complain_of(const device_run *run, const char *reason, const char *what) {
    tool_screen(run->campaign);
    tool_complain_lines("device %d (%s): %s%s", run->device, fact(&run->campaign->found[run->device], "name"),
                        reason, what);
}

static void count_failure(const device_run *run) {
    blame_end(run->campaign, run->device);
    run->campaign->error++;
}

/* No further worker: the device is lost, or, where some rows are done, what comes behind them. */
static void give_up(device_run *run, const char *reason) {
    if (run->done_count == 0) {
        lost_device(run->campaign, run->device, reason);
        return;
    }
    count_failure(run);
    complain_of(run, reason, ", outside of any row; what comes behind is not run");
}

/* What a worker's end means when it was no row's. True: start another. */
static bool forgive(device_run *run, tool_worker_end end, bool progress, int *patience, const char *reason) {
    tool_campaign *c = run->campaign;
    if (progress && run->warned) {
        /* Between two rows: no row to blame, and a new worker may well do the rest. */
        count_failure(run);
        complain_of(run, reason, ", between two rows; the next ones go on");
        return true;
    }
    if (!progress) *patience -= end.kind == TOOL_END_DIED ? 1 : HANG_WEIGHT;
    const tool_command command = c->options->command;
    if (*patience > 0 && command != TOOL_COMMAND_exec && command != TOOL_COMMAND_list) {
        if (!run->warned) complain_of(run, reason, ", outside of any row; it is started again");
        run->warned = true;
        return true;
    }
    give_up(run, reason);
    return false;
}

/* What the driver died of while it was tried is left alone from now on. Not so where the process was ended by
   someone else. */
static void note_death(const device_run *run, const tool_worker_end *end, const char *reason) {
    if (tool_end_status(end) != TOOL_DEVICE_FAILED) return;
    const bool own = end->kind == TOOL_END_HUNG || end->kind == TOOL_END_TOO_LARGE ||
                     (end->kind == TOOL_END_DIED && tool_is_own_end(end->code));
    char *folder = own && run->trial.key[0] ? tool_cache_folder() : NULL;
    if (folder) xl__caps_refuse(folder, &run->trial, reason);
    free(folder);
}

/* Kernels of the person's own may have damaged what crosslane then fell over: their death is no fault of
 * crosslane's. */
static void judge_end(device_run *run, tool_worker_end *end) {
    if (!tool_is_crosslanes(end)) return;
    if (run->campaign->options->kernel_dir)
        end->known = false;
    else
        run->campaign->status = tool_exit_worst(run->campaign->status, TOOL_BROKEN);
}

/* What was being done where a worker failed outside of any row. */
static void add_doing(const device_run *run, const tool_worker_end *end, char *reason, size_t size) {
    const size_t used = strlen(reason);
    if (!tool_is_crosslanes(end) || json_object_size(run->begun) > 0) return;
    if (run->trial.key[0])
        snprintf(reason + used, size - used, ", when sg_%s was tried", run->trial.op);
    else if (run->doing[0])
        snprintf(reason + used, size - used, ", while '%s'", run->doing);
}

/* One worker. True: start another behind it. */
static bool run_worker(device_run *run, int *patience) {
    tool_campaign *c = run->campaign;
    tool_found *found = &c->found[run->device];
    xl__text done = {0};
    list_done(run, &done);
    if (done.failed) tool_need(NULL);
    const tool_worker_start start = {"work", c->job, run->ahead.ends[0], c->idle, c};
    c->job->task = (tool_task){.device = found->local_index,
                               .shown = run->device,
                               .sharing = run->ahead.wanted > 0 ? XL__WAITS : XL__ALONE,
                               .cautious = run->warned,
                               .done = done.size > 0 ? done.data : NULL,
                               .stopped = run->stopped.failed ? NULL : run->stopped.data};
    xl_error error = {0};
    run->row = -1;
    run->launched = false;
    found->blame = TOOL_OK;
    run->trial.key[0] = '\0';
    run->patience = c->options->timeout;
    const size_t before = run->done_count;
    tool_worker_end end =
        tool_supervise(&start, &found->driver, &run->patience, on_event, run, &c->progress, &error);
    judge_end(run, &end);
    found->blame = tool_end_status(&end);
    xl__text_free(&done);
    if (end.kind != TOOL_END_WELL) tool_sweep_outputs(c->options);
    char reason[XL_ERROR_TEXT], with_words[XL_ERROR_TEXT];
    tool_describe_end(&end, c->options->timeout, false, reason, sizeof reason);
    tool_describe_end(&end, c->options->timeout, true, with_words, sizeof with_words);
    add_doing(run, &end, reason, sizeof reason);
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
    if (end.kind == TOOL_END_NO_START) give_up(run, error.text);
    if (run->failed || end.kind == TOOL_END_STOPPED || end.kind == TOOL_END_NO_START) return false;
    if (record_death(run, with_words)) {
        *patience = PATIENCE;
        return true;
    }
    if (run->done_count > before && c->listener->died && c->listener->died(c, reason)) return true;
    return forgive(run, end, run->done_count > before, patience, reason);
}

static void run_workers(device_run *run) {
    int patience = PATIENCE;
    for (int start = 0; run_worker(run, &patience); start++)
        if (start == MAX_RESTARTS) {
            give_up(run, "the driver's process was started too often");
            return;
        }
}

static void run_device(tool_campaign *c, int i) {
    if (c->listener->device_begins) c->listener->device_begins(c, i);
    tool_files_device(c, i); /* rows name it; it is put again when more is known */
    if (c->found[i].local_index < 0 || strcmp(fact(&c->found[i], "status"), "error") == 0) {
        lost_device(c, i, fact(&c->found[i], "reason"));
    } else {
        device_run run = {.campaign = c, .device = i, .row = -1, .begun = json_object()};
        tool_ahead_open(&run.ahead, c->options);
        run_workers(&run);
        tool_ahead_close(&run.ahead);
        if (c->status != TOOL_INTERRUPTED) record_rest(&run);
        json_decref(run.begun);
        free(run.done);
        xl__text_free(&run.stopped);
    }
    tool_files_device(c, i);
    if (c->listener->device_ends) c->listener->device_ends(c, i);
}

tool_exit tool_campaign_run(tool_campaign *c, const tool_listener *listener, void *user, bool first_only) {
    const int rank = c->cluster ? c->options->ranks->rank : 0;
    c->listener = listener;
    c->user = user;
    if (c->cluster) tool_cluster_begin(c);
    for (int i = 0; i < c->count && c->status != TOOL_INTERRUPTED; i++) {
        if (!c->found[i].selected || c->found[i].rank != rank) continue;
        run_device(c, i);
        c->found[i].ended = c->status != TOOL_INTERRUPTED;
        c->found[i].told = true;
        if (c->cluster) tool_cluster_between(c);
        if (first_only) break;
    }
    if (c->cluster) tool_cluster_finish(c);
    tool_progress_clear(&c->progress);
    return c->status;
}

tool_exit tool_campaign_close(tool_campaign *c, bool wants_rows) {
    const bool nothing = wants_rows && c->ok + c->mismatch + c->error == 0;
    if (nothing && c->status == TOOL_OK) c->status = TOOL_NO_DEVICE;
    tool_files_close(c);
    for (int i = 0; i < c->count; i++) {
        json_decref(c->found[i].facts);
        json_decref(c->found[i].aliases);
        json_decref(c->found[i].heard);
    }
    free(c->found);
    c->found = NULL;
    c->count = 0;
    tool_cluster_free(c);
    xl__text_free(&c->empty);
    tool_drivers_forget(&c->links);
    tool_memory_guard(NULL, NULL);
    tool_job_free(c->job);
    c->job = NULL;
    if (c->output_failed) c->status = tool_exit_worst(c->status, TOOL_OUTPUT);
    c->status = tool_exit_worst(c->status, tool_flush(c->screen));
    return c->status;
}
