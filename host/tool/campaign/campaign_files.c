#include "campaign/campaign_files.h"
#include "base/os.h"
#include "base/text.h"
#include "text/complain.h"
#include "hints/source_hints.h"
#include "hints/user_kernels.h"
#include "records/facts.h"
#include "records/runs.h"
#include "system/ranks.h"
#include "text/os_memory.h"
#include <string.h>

FILE *tool_screen(tool_campaign *c) {
    tool_progress_clear(&c->progress);
    return c->screen;
}

static tool_exit complain_of_folder(const char *folder, int reason) {
    char text[128];
    tool_complain("--out-dir %s: %s; name a folder that can be written", folder,
                  xl__os_reason(reason, text, sizeof text));
    return TOOL_OUTPUT;
}

tool_exit tool_files_make_folder(tool_campaign *c) {
    const char *const folder = c->options->out_dir;
    const int made = !folder                  ? 0
                     : c->options->keeps_runs ? tool_runs_begin(folder, c->run_folder)
                                              : xl__os_make_folders(folder);
    if (made) return complain_of_folder(folder, made);
    if (c->run_folder[0]) c->job->options.out_dir = c->run_folder;
    return TOOL_OK;
}

tool_exit tool_files_take_folder(tool_campaign *c, const char *path) {
    const int made = xl__os_make_folders(path);
    if (made) return complain_of_folder(path, made);
    xl__copy_capped(c->run_folder, sizeof c->run_folder, path);
    c->job->options.out_dir = c->run_folder;
    return TOOL_OK;
}

tool_exit tool_files_open(tool_campaign *c, json_t *machine) {
    const tool_options *o = c->options;
    xl_error error = {0};
    char path[TOOL_PATH];
    const char *json_path = o->json;
    json_t *header = json_pack("{s:o,s:o,s:o}", "tool", tool_tool_json(), "machine", machine, "label",
                               tool_json_text(o->label));
    if (!json_path && o->out_dir) {
        snprintf(path, sizeof path, "%s/" TOOL_RUNS_FILE, o->out_dir);
        json_path = path;
    }
    if (json_path) c->results = tool_results_open(json_path, header, &error);
    json_decref(header);
    if (json_path && !c->results) {
        tool_complain("%s", error.text);
        return TOOL_OUTPUT;
    }
    if (!o->csv) return TOOL_OK;
    c->csv = tool_csv_open(o->csv, o->label, &error);
    if (c->csv) return TOOL_OK;
    tool_complain("%s", error.text);
    tool_results_close(c->results, false, NULL);
    c->results = NULL;
    return TOOL_OUTPUT;
}

static void output_failed(tool_campaign *c, const xl_error *error) {
    c->output_failed = true;
    if (!error->text[0]) return;
    tool_screen(c);
    tool_complain("%s", error->text);
}

void tool_files_device(tool_campaign *c, int device) {
    xl_error error = {0};
    if (c->results && tool_results_add_device(c->results, c->found[device].facts, &error) != XL_SUCCESS)
        output_failed(c, &error);
}

void tool_files_growth(tool_campaign *c, json_t *growth) {
    xl_error error = {0};
    if (c->results && tool_results_add_growth(c->results, growth, &error) != XL_SUCCESS)
        output_failed(c, &error);
    json_decref(growth);
}

/* A user's kernel, or a planted mistake in it: its failure is not the driver's. */
static bool is_own(const tool_campaign *c, const json_t *record) {
    const char *const folder = c->options->kernel_dir;
    const xl__strategy *const strategy =
        folder
            ? tool_strategy_named(folder, tool_text_of(record, "algorithm"), tool_text_of(record, "strategy"))
            : NULL;
    return strategy && tool_is_own_source(folder, strategy);
}

void tool_files_record(tool_campaign *c, int device, const json_t *record) {
    const char *const status = tool_text_of(record, "status");
    xl_error error = {0};
    c->kept++;
    long long *count = strcmp(status, "ok") == 0            ? &c->ok
                       : strcmp(status, "mismatch") == 0    ? &c->mismatch
                       : strcmp(status, "unsupported") == 0 ? &c->unsupported
                       : strcmp(status, "skipped") == 0     ? &c->skipped
                                                            : &c->error;
    ++*count;
    if (count == &c->mismatch) c->status = tool_exit_worst(c->status, TOOL_WRONG);
    if (count == &c->error)
        c->status = tool_exit_worst(c->status, is_own(c, record) ? TOOL_WRONG : TOOL_DEVICE_FAILED);
    if (c->results && tool_results_append(c->results, record, &error) != XL_SUCCESS) output_failed(c, &error);
    if (c->csv && tool_csv_append(c->csv, record, c->found[device].facts, &error) != XL_SUCCESS)
        output_failed(c, &error);
}

/* A missing row is an output failure, so that file and exit status agree. */
void tool_files_close(tool_campaign *c) {
    xl_error error = {0};
    const long long written = tool_results_count(c->results);
    if (c->results && !c->output_failed && written != c->kept) {
        snprintf(error.text, sizeof error.text, "%lld of %lld rows are in the results file", written,
                 c->kept);
        output_failed(c, &error);
    }
    const bool finished = c->status != TOOL_INTERRUPTED && !c->incomplete && !c->output_failed;
    if (tool_results_close(c->results, finished, &error) != XL_SUCCESS) output_failed(c, &error);
    c->results = NULL;
    if (tool_csv_close(c->csv, &error) != XL_SUCCESS) output_failed(c, &error);
    c->csv = NULL;
    if (c->run_folder[0] && (!c->options->ranks || c->options->ranks->rank == 0)) {
        tool_screen(c);
        tool_runs_end(TOOL_RUNS_FOLDER, c->run_folder);
    }
}

/* ---- the listener ----------------------------------------------------------------------------------- */

static void say(tool_campaign *c, int device, tool_telling what, const json_t *of) {
    const tool_listener *const l = c->listener;
    if (what == TOOL_TELL_BEGINS && l->device_begins) l->device_begins(c, device);
    if (what == TOOL_TELL_DETAIL && l->detail) l->detail(c, device);
    if (what == TOOL_TELL_RECORD && l->record) l->record(c, device, of);
    if (what == TOOL_TELL_OTHER && l->other) l->other(c, device, of);
    if (what == TOOL_TELL_ENDS && l->device_ends) l->device_ends(c, device);
}

void tool_tell_heard(tool_campaign *c, int device) {
    tool_found *const found = &c->found[device];
    size_t i;
    const json_t *message;
    say(c, device, TOOL_TELL_BEGINS, NULL);
    json_array_foreach(found->heard, i, message) {
        const char *const event = tool_text_of(message, "event");
        if (strcmp(event, "detail") == 0) say(c, device, TOOL_TELL_DETAIL, NULL);
        if (strcmp(event, "record") == 0)
            say(c, device, TOOL_TELL_RECORD, json_object_get(message, "record"));
        if (strcmp(event, "other") == 0) say(c, device, TOOL_TELL_OTHER, json_object_get(message, "of"));
    }
    json_decref(found->heard);
    found->heard = NULL;
}

static void hear(tool_campaign *c, int device, tool_telling what, const json_t *of) {
    tool_found *const found = &c->found[device];
    if (!found->heard) found->heard = tool_need(json_array());
    json_t *const message = what == TOOL_TELL_DETAIL ? json_pack("{s:s}", "event", "detail")
                            : what == TOOL_TELL_RECORD
                                ? json_pack("{s:s,s:O}", "event", "record", "record", of)
                                : json_pack("{s:s,s:O}", "event", "other", "of", of);
    json_array_append_new(found->heard, tool_need(message));
}

/* The devices that waited. */
static void show_next(tool_campaign *c) {
    for (bool over = true; over;) {
        tool_found *const shown = &c->found[c->shown];
        say(c, c->shown, TOOL_TELL_ENDS, NULL);
        shown->ended = c->status != TOOL_INTERRUPTED;
        shown->told = true;
        for (c->shown = 0; c->shown < c->count; c->shown++)
            if (c->found[c->shown].begun && !c->found[c->shown].told) break;
        if (c->shown == c->count) c->shown = -1;
        if (c->shown >= 0) tool_tell_heard(c, c->shown);
        over = c->shown >= 0 && c->found[c->shown].over;
    }
}

void tool_tell(tool_campaign *c, int device, tool_telling what, const json_t *of) {
    tool_found *const found = &c->found[device];
    if (what == TOOL_TELL_BEGINS) found->begun = true;
    if (what == TOOL_TELL_ENDS) found->over = true;
    if (c->shown < 0) c->shown = device;
    if (device == c->shown && what == TOOL_TELL_ENDS)
        show_next(c);
    else if (device == c->shown)
        say(c, device, what, of);
    else if (what != TOOL_TELL_BEGINS && what != TOOL_TELL_ENDS)
        hear(c, device, what, of);
}
