#include "text/os_memory.h"
#include "campaign/forward_events.h"
#include "base/os.h"
#include "text/complain.h"
#include "system/os_start.h"
#include <stdlib.h>
#include <string.h>

/* Takes the reference. */
static void say(tool_campaign *c, json_t *message) {
    char *const text = tool_need(json_dumps(tool_need(message), JSON_COMPACT));
    tool_ranks_send(c->cluster->ranks, 0, text);
    c->cluster->told = tool_seconds();
    free(text);
    json_decref(message);
}

static void say_facts(tool_campaign *c, const char *event, int device) {
    say(c, json_pack("{s:s,s:i,s:O}", "event", event, "device", device, "facts", c->found[device].facts));
}

static void on_begin(tool_campaign *c, int device) {
    say_facts(c, "begins", device);
}

static void on_detail(tool_campaign *c, int device) {
    say_facts(c, "detail", device);
}

static void on_record(tool_campaign *c, int device, const json_t *record) {
    say(c, json_pack("{s:s,s:i,s:O}", "event", "record", "device", device, "record", record));
}

static void on_other(tool_campaign *c, int device, const json_t *event) {
    say(c, json_pack("{s:s,s:i,s:O}", "event", "other", "device", device, "of", event));
}

static void on_end(tool_campaign *c, int device) {
    say_facts(c, tool_interrupted() ? "stopped" : "ends", device);
}

const tool_listener tool_forward_listener = {.device_begins = on_begin,
                                             .detail = on_detail,
                                             .record = on_record,
                                             .other = on_other,
                                             .device_ends = on_end};

static void say_complaint(void *user, const char *line) {
    say(user, json_pack("{s:s,s:o}", "event", "complaint", "text", tool_json_text(line)));
}

void tool_forward_begin(tool_campaign *c) {
    tool_complain_to(say_complaint, c);
}

void tool_forward_progress(tool_campaign *c, const char *text) {
    const double now = tool_seconds();
    if (now - c->cluster->progressed < 1.0) return;
    c->cluster->progressed = now;
    say(c, json_pack("{s:s,s:s}", "event", "progress", "text", text));
}

void tool_forward_idle(void *user) {
    tool_campaign *const c = user;
    tool_cluster *const cluster = c->cluster;
    if (!tool_ranks_due(&cluster->looked)) return;
    const double now = cluster->looked;
    int from = 0;
    for (char *text; (text = tool_ranks_receive(cluster->ranks, &from)) != NULL; free(text)) {
        cluster->heard = now;
        if (strcmp(text, "stop") == 0) tool_interrupt_raise();
        if (strcmp(text, "over") == 0) cluster->over = true;
    }
    if (now - cluster->told > tool_ranks_patience() / 10.0) say(c, json_pack("{s:s}", "event", "here"));
    if (now - cluster->heard <= tool_ranks_patience() || cluster->over) return;
    /* Rank 0 is gone, so measurements would be lost. */
    tool_ranks_give_up(cluster->ranks);
    tool_interrupt_raise();
    cluster->over = true;
}

void tool_forward_finish(tool_campaign *c) {
    long long rows = c->ok + c->mismatch + c->unsupported + c->skipped + c->error;
    say(c, json_pack("{s:s,s:i,s:I,s:I}", "event", "done", "status", (int)c->status, "kept",
                     (json_int_t)c->kept, "failures", (json_int_t)(rows - c->kept)));
    while (!c->cluster->over) {
        tool_forward_idle(c);
        xl__os_sleep(20000000);
    }
    tool_complain_to(NULL, NULL);
}
