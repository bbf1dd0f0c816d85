#include "text/os_memory.h"
#include "campaign/gather.h"
#include "base/os.h"
#include "campaign/campaign_files.h"
#include "text/complain.h"
#include "system/os_start.h"
#include <stdlib.h>
#include <string.h>

/* For last rows after an interrupt: launchers soon kill. */
static const double after_interrupt = 0.5;

static void complain_of(tool_campaign *c, int rank, const char *text) {
    tool_screen(c);
    tool_complain_lines("node %d, rank %d: %s", tool_ranks_node_of(c->cluster->ranks, rank), rank, text);
}

/* ---- what they say ---------------------------------------------------------------------------------- */

/* -1: none. */
static int device_of(const tool_campaign *c, int rank, const json_t *message) {
    const json_int_t number = json_integer_value(json_object_get(message, "device"));
    for (int i = 0; i < c->count; i++)
        if (c->found[i].rank == rank && c->found[i].number == number) return i;
    return -1;
}

/* The identity in the joint file stays. */
static void take_facts(tool_campaign *c, int device, const json_t *message) {
    static const char *const ours[] = {"id", "node", "machine"};
    json_t *const facts = c->found[device].facts, *const news = json_object_get(message, "facts");
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        json_object_set(news, ours[i], json_object_get(facts, ours[i]));
    json_object_update(facts, news);
    tool_files_device(c, device);
}

static void take_done(tool_campaign *c, int rank, const json_t *message) {
    tool_cluster *const cluster = c->cluster;
    const tool_exit status = (tool_exit)json_integer_value(json_object_get(message, "status"));
    cluster->other[rank].state = TOOL_RANK_DONE;
    c->error += json_integer_value(json_object_get(message, "failures"));
    if (json_integer_value(json_object_get(message, "kept")) != cluster->other[rank].rows) {
        complain_of(c, rank, "a part of its rows did not arrive");
        cluster->status = tool_exit_worst(cluster->status, TOOL_DEVICE_FAILED);
        c->incomplete = true;
    }
    if (status == TOOL_INTERRUPTED) {
        if (!tool_interrupted()) complain_of(c, rank, "interrupted; its devices are not all done");
        tool_ranks_give_up(cluster->ranks); /* it waits for our end, and would block an orderly one */
        c->incomplete = true;
    }
    cluster->status =
        tool_exit_worst(cluster->status, status == TOOL_INTERRUPTED ? TOOL_DEVICE_FAILED : status);
}

static void take_of_device(tool_campaign *c, int rank, const char *event, json_t *message) {
    const int device = device_of(c, rank, message);
    json_t *const record = json_object_get(message, "record");
    if (device < 0) {
        complain_of(c, rank, "sent an event of an unknown device");
        return;
    }
    tool_found *const found = &c->found[device];
    if (json_object_get(message, "facts")) take_facts(c, device, message);
    if (strcmp(event, "ends") == 0) found->ended = true;
    if (record) {
        json_object_set(record, "device", json_object_get(found->facts, "id"));
        c->cluster->other[rank].rows++;
        tool_files_record(c, device, record);
    }
    if (!found->heard) found->heard = tool_need(json_array());
    json_array_append(found->heard, message);
}

static void take(tool_campaign *c, int rank, const char *text) {
    tool_other *const other = &c->cluster->other[rank];
    if (other->state == TOOL_RANK_LOST) return; /* its devices are closed */
    other->heard = tool_seconds();
    json_t *const message = json_loads(text, 0, NULL);
    const char *const event = tool_text_of(message, "event");
    if (strcmp(event, "done") == 0)
        take_done(c, rank, message);
    else if (strcmp(event, "progress") == 0)
        tool_gather_progress(c, tool_text_of(message, "text"));
    else if (strcmp(event, "complaint") == 0)
        complain_of(c, rank, tool_text_of(message, "text"));
    else if (json_object_get(message, "device"))
        take_of_device(c, rank, event, message);
    json_decref(message);
}

/* ---- silence ---------------------------------------------------------------------------------------- */

static void lose(tool_campaign *c, int rank) {
    int open = 0;
    char text[160];
    c->cluster->other[rank].state = TOOL_RANK_LOST;
    c->cluster->status = tool_exit_worst(c->cluster->status, TOOL_DEVICE_FAILED);
    c->incomplete = true;
    tool_ranks_give_up(c->cluster->ranks);
    snprintf(text, sizeof text, "rank %d, which ran it, was lost: silent for %g s", rank,
             tool_ranks_patience());
    for (int i = 0; i < c->count; i++) {
        tool_found *const found = &c->found[i];
        if (!found->selected || found->rank != rank || found->ended) continue;
        json_object_set_new(found->facts, "status", json_string("error"));
        json_object_set_new(found->facts, "reason", tool_json_text(text));
        tool_files_device(c, i);
        found->ended = true;
        c->error++;
        open++;
    }
    snprintf(text, sizeof text, "silent for %g s (CROSSLANE_RANK_SECONDS) and given up; %d of its devices %s",
             tool_ranks_patience(), open, open == 1 ? "is not done" : "are not done");
    complain_of(c, rank, text);
}

static void say_to_all(const tool_cluster *cluster, const char *text) {
    for (int r = 1; r < cluster->ranks->size; r++)
        if (cluster->other[r].state != TOOL_RANK_LOST) tool_ranks_send(cluster->ranks, r, text);
}

void tool_gather_idle(void *user) {
    tool_campaign *const c = user;
    tool_cluster *const cluster = c->cluster;
    if (!tool_ranks_due(&cluster->looked)) return;
    const double now = cluster->looked;
    int from = 0;
    for (char *text; (text = tool_ranks_receive(cluster->ranks, &from)) != NULL; free(text))
        take(c, from, text);
    for (int r = 1; r < cluster->ranks->size; r++)
        if (cluster->other[r].state == TOOL_RANK_WORKS &&
            tool_seconds() - cluster->other[r].heard > tool_ranks_patience())
            lose(c, r);
    if (now - cluster->told <= tool_ranks_patience() / 10.0) return;
    cluster->told = now;
    say_to_all(cluster, "here");
}

/* ---- for the listener ------------------------------------------------------------------------------- */

static void tell_device(tool_campaign *c, int device) {
    tool_tell_heard(c, device);
    if (c->listener->device_ends) c->listener->device_ends(c, device);
    c->found[device].told = true;
}

void tool_gather_tell(tool_campaign *c) {
    for (int i = 0; i < c->count; i++)
        if (c->found[i].ended && !c->found[i].told) tell_device(c, i);
}

void tool_gather_progress(tool_campaign *c, const char *text) {
    int all = 0, open = 0;
    for (int i = 0; i < c->count; i++) {
        all += c->found[i].selected;
        open += c->found[i].selected && !c->found[i].ended;
    }
    tool_progress_show(&c->progress, tool_seconds(), "%d of %d devices done, %lld rows; %s", all - open, all,
                       c->kept, text);
}

/* ---- the end ---------------------------------------------------------------------------------------- */

static bool anyone_works(const tool_cluster *cluster) {
    bool any = false;
    for (int r = 1; r < cluster->ranks->size; r++) any = any || cluster->other[r].state == TOOL_RANK_WORKS;
    return any;
}

static void wait_for_others(tool_campaign *c, double seconds) {
    const double end = tool_seconds() + seconds;
    const bool stopped = tool_interrupted();
    while (anyone_works(c->cluster) && tool_seconds() < end && tool_interrupted() == stopped) {
        tool_gather_idle(c);
        if (!stopped) tool_gather_tell(c);
        xl__os_sleep(20000000);
    }
}

/* After an interrupt; lost ranks are already reported. */
static void tell_missing(tool_campaign *c) {
    int all = 0;
    const int left = tool_devices_left(c);
    for (int i = 0; i < c->count; i++) all += c->found[i].selected;
    if (left == 0) return;
    tool_screen(c);
    tool_complain("%d of %d devices are not done; what was measured until here is kept", left, all);
}

void tool_gather_finish(tool_campaign *c) {
    tool_cluster *const cluster = c->cluster;
    if (!tool_interrupted()) wait_for_others(c, 1e9);
    if (tool_interrupted()) {
        say_to_all(cluster, "stop");
        wait_for_others(c, after_interrupt);
        tool_ranks_give_up(cluster->ranks);
        c->status = TOOL_INTERRUPTED;
        tell_missing(c);
    }
    say_to_all(cluster, "over");
    for (int i = 0; i < c->count; i++) c->found[i].ended = c->found[i].ended || c->found[i].heard;
    tool_gather_tell(c);
    c->status = tool_exit_worst(c->status, cluster->status);
}
