#include "campaign/campaign.h"
#include "campaign/precompile.h"
#include "base/text.h"
#include "campaign/campaign_files.h"
#include "campaign/cluster.h"
#include "campaign/device_run.h"
#include "campaign/enumerate.h"
#include "job/turns.h"
#include "records/facts.h"
#include "run/cache_place.h"
#include "options/outputs.h"
#include "system/os_missing.h"
#include "system/os_process.h"
#include "system/os_start.h"
#include "system/ranks.h"
#include "text/os_memory.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* After memory has run out. */
static void end_at_once(void *user) {
    tool_campaign *c = user;
    tool_results_abandon(c->results);
    tool_private_folder_remove(&c->private_folder);
}

/* ---- words of --device ---------------------------------------------------------------------------- */

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

static bool same(const char *text, const char *word) {
    return strlen(text) == strlen(word) && contains(text, word);
}

static bool is_named(const tool_found *found, const char *word) {
    return contains(tool_text_of(found->facts, "name"), word) ||
           contains(tool_text_of(found->facts, "platform"), word);
}

/* NULL: no common name of a vendor or driver. */
static const json_t *find_alias(const tool_found *found, const char *word) {
    const json_t *alias = NULL;
    size_t i = 0;
    json_array_foreach(found->aliases, i,
                       alias) if (strcmp(tool_text_of(alias, "word"), word) == 0) return alias;
    return NULL;
}

/* The checking device has no other name. */
static bool is_check(const char *word) {
    return same("check", word);
}

static bool fits(const tool_found *found, int index, const char *word) {
    if (is_check(word) || found->driver.report[0]) return is_check(word) && found->driver.report[0];
    char *end = NULL;
    const long number = strtol(word, &end, 10);
    if (*word && *end == '\0') return number == index;
    if (same("all", word)) return true;
    if (same("cpu", word) || same("gpu", word)) return same(tool_text_of(found->facts, "type"), word);
    const json_t *const alias = find_alias(found, word);
    if (alias) return json_is_true(json_object_get(alias, "fits"));
    return is_named(found, word);
}

/* ---- drivers --------------------------------------------------------------------------------------- */

static bool may_check(const tool_options *o) {
    static const tool_command timed[] = {TOOL_COMMAND_run, TOOL_COMMAND_bench, TOOL_COMMAND_tune,
                                         TOOL_COMMAND_inspect};
    for (size_t i = 0; i < sizeof timed / sizeof *timed; i++)
        if (o->command == timed[i]) {
            tool_complain("--device check: %s does not take the checking device, whose times mean nothing; "
                          "verify, exec, trace and learn do",
                          tool_command_name(o->command));
            return false;
        }
    return true;
}

/* Only the checking device if nothing else is requested. */
static int list_drivers(tool_campaign *c, tool_driver drivers[TOOL_MAX_DRIVERS]) {
    const tool_words *const words = &c->options->devices;
    char reason[256];
    int asked = 0;
    for (int i = 0; i < words->count; i++) asked += is_check(words->word[i]);
    int count = asked > 0 && asked == words->count ? 0 : tool_drivers_list(drivers, &c->private_folder);
    if (asked == 0) return count;
    if (!may_check(c->options)) {
        c->status = TOOL_USAGE;
        return 0;
    }
    if (count == TOOL_MAX_DRIVERS) count--;
    if (tool_driver_check(&drivers[count], &c->private_folder, reason, sizeof reason)) return count + 1;
    tool_complain("--device check: %s", reason);
    c->status = TOOL_NOTHING_DONE;
    return 0;
}

tool_exit tool_campaign_open(tool_campaign *c, tool_job *job) {
    const tool_options *const options = &job->options;
    *c = (tool_campaign){.job = job,
                         .options = options,
                         .screen = tool_outputs_screen(options),
                         .private_folder = {.mark = -1},
                         .began = tool_seconds()};
    c->found = tool_need(calloc(TOOL_MAX_FOUND, sizeof *c->found));
    const bool quiet = options->quiet || (options->ranks && options->ranks->rank > 0);
    tool_progress_start(&c->progress, stderr, quiet, tool_seconds());
    tool_interrupt_catch();
    tool_driver drivers[TOOL_MAX_DRIVERS];
    tool_private_folder_open(&c->private_folder);
    const int count = list_drivers(c, drivers);
    tool_memory_guard(end_at_once, c);
    tool_cache_look(tool_precompile_most(options) > 0 ? &c->private_folder : NULL);
    if (c->status == TOOL_OK) tool_enumerate(c, drivers, count);
    if (c->status != TOOL_OK) return tool_campaign_close(c, false);
    return TOOL_OK;
}

/* ---- selection ------------------------------------------------------------------------------------ */

/* A vendor's word that fits no device may be in a name: another vendor's driver for its processors. */
static bool choose_by(tool_campaign *c, const char *word) {
    bool any = false;
    for (int i = 0; i < c->count; i++)
        if (fits(&c->found[i], i, word)) any = c->found[i].selected = true;
    for (int i = 0, strict = any; i < c->count && !strict; i++)
        if (find_alias(&c->found[i], word) && is_named(&c->found[i], word)) any = c->found[i].selected = true;
    return any;
}

/* False, with the reason: a device does not exist. */
static bool choose(tool_campaign *c, char *reason, size_t size) {
    const tool_words *words = &c->options->devices;
    if (c->count == 0) {
        tool_no_device_reason(c->empty.size ? c->empty.data : "", reason, size);
        return false;
    }
    for (int w = 0; w < words->count; w++) {
        const bool any = choose_by(c, words->word[w]);
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
    if (tool_ranks_are_many(c->options->ranks)) return tool_cluster_join(c, chosen ? NULL : reason);
    if (!chosen) {
        tool_complain("%s", reason);
        return TOOL_NOTHING_DONE;
    }
    /* Not earlier: a mistyped --device must not overwrite results. */
    const tool_exit made = tool_files_make_folder(c);
    return made == TOOL_OK ? tool_files_open(c, tool_machine_json()) : made;
}

/* ---- running --------------------------------------------------------------------------------------- */

static bool takes_turns(const tool_campaign *c, const int *devices, int count) {
    const tool_options *const o = c->options;
    int able = 0;
    for (int i = 0; i < count; i++) able += tool_device_opens(&c->found[devices[i]]);
    return able > 1 && !o->no_turns && o->auto_grid == 0 &&
           (o->command == TOOL_COMMAND_run || o->command == TOOL_COMMAND_bench);
}

static void tell_estimate(tool_campaign *c, int device) {
    if (c->estimate) tool_tell(c, device, TOOL_TELL_OTHER, c->estimate);
    json_decref(c->estimate);
    c->estimate = NULL;
}

static void run_in_turns(tool_campaign *c, const int *devices, int count) {
    tool_device_run **const runs = tool_need(calloc((size_t)count, sizeof(tool_device_run *)));
    long *const turns = tool_need(calloc((size_t)count, sizeof *turns));
    for (int i = 0; i < count; i++) {
        runs[i] = tool_device_run_make(c, devices[i], true);
        turns[i] = TOOL_NOT_BEGUN;
    }
    for (int i; c->status != TOOL_INTERRUPTED && (i = tool_turn_next(turns, count)) >= 0;) {
        if (turns[i] != TOOL_NOT_BEGUN) tell_estimate(c, devices[i]); /* none is less advanced */
        turns[i] = tool_device_run_on(runs[i]);
    }
    for (int i = 0; i < count; i++) tool_device_run_free(runs[i]);
    free(runs);
    free(turns);
}

static void run_alone(tool_campaign *c, int device) {
    tool_device_run *const run = tool_device_run_make(c, device, false);
    tool_device_run_on(run);
    tool_device_run_free(run);
    if (c->cluster) tool_cluster_between(c);
}

tool_exit tool_campaign_run(tool_campaign *c, const tool_listener *listener, void *user, bool first_only) {
    const int rank = c->cluster ? c->options->ranks->rank : 0;
    int *const devices = tool_need(calloc((size_t)c->count + 1, sizeof *devices));
    int count = 0;
    c->listener = listener;
    c->user = user;
    c->shown = -1;
    if (c->cluster) tool_cluster_begin(c);
    for (int i = 0; i < c->count && !(first_only && count == 1); i++)
        if (c->found[i].selected && c->found[i].rank == rank) devices[count++] = i;
    if (takes_turns(c, devices, count))
        run_in_turns(c, devices, count);
    else
        for (int i = 0; i < count && c->status != TOOL_INTERRUPTED; i++) run_alone(c, devices[i]);
    free(devices);
    if (c->cluster) tool_cluster_finish(c);
    tool_progress_clear(&c->progress);
    return c->status;
}

tool_exit tool_campaign_close(tool_campaign *c, bool wants_rows) {
    const bool nothing = wants_rows && c->ok + c->mismatch + c->error == 0;
    const bool files = c->results || c->csv, alone = !c->options->ranks || c->options->ranks->rank == 0;
    if (nothing && c->status == TOOL_OK) c->status = TOOL_NOTHING_DONE;
    tool_files_close(c);
    const bool said = c->cluster && tool_devices_left(c) > 0; /* tool_gather_finish reported it */
    if (wants_rows && c->status == TOOL_INTERRUPTED && alone && !said) {
        tool_screen(c);
        tool_complain(files && c->kept > 0 && !c->output_failed ? "interrupted: what was measured is kept"
                                                                : "interrupted");
    }
    for (int i = 0; i < c->count; i++) {
        json_decref(c->found[i].facts);
        json_decref(c->found[i].aliases);
        json_decref(c->found[i].heard);
    }
    json_decref(c->estimate);
    free(c->found);
    c->found = NULL;
    c->count = 0;
    tool_cluster_free(c);
    xl__text_free(&c->empty);
    tool_private_folder_remove(&c->private_folder);
    tool_memory_guard(NULL, NULL);
    tool_job_free(c->job);
    c->job = NULL;
    if (c->output_failed) c->status = tool_exit_worst(c->status, TOOL_OUTPUT);
    c->status = tool_exit_worst(c->status, tool_flush(c->screen));
    return c->status;
}
