#include "text/os_memory.h"
#include "campaign/cluster.h"
#include "campaign/forward_events.h"
#include "campaign/campaign_files.h"
#include "text/complain.h"
#include "records/facts.h"
#include "campaign/gather.h"
#include "system/os_start.h"
#include "job/share.h"
#include <stdlib.h>
#include <string.h>

/* ---- what each rank offers -------------------------------------------------------------------------- */

/* {"machine": ..., "allowed": processors that the rank may use, "none": the reason or null, "devices":
   [{"number": N, "facts": ...}]} */
static char *make_offer(const tool_campaign *c, const char *none) {
    json_t *const devices = tool_need(json_array());
    for (int i = 0; i < c->count && !none; i++)
        if (c->found[i].selected)
            json_array_append_new(devices, json_pack("{s:i,s:O}", "number", i, "facts", c->found[i].facts));
    json_t *const offer =
        json_pack("{s:o,s:i,s:o,s:o}", "machine", tool_machine_json(), "allowed",
                  (int)tool_processors_allowed(), "none", tool_json_text(none), "devices", devices);
    char *const text = tool_need(json_dumps(offer, JSON_COMPACT));
    json_decref(offer);
    return text;
}

/* NULL with the status and a complaint. */
static json_t *gather_offers(tool_campaign *c, const char *none, tool_exit *status) {
    tool_ranks *const ranks = c->options->ranks;
    char *const mine = make_offer(c, none), **all;
    *status = tool_ranks_share(ranks, mine, &all);
    free(mine);
    if (*status != TOOL_OK) return NULL;
    json_t *const offers = tool_need(json_array());
    for (int r = 0; r < ranks->size; r++) json_array_append_new(offers, json_loads(all[r], 0, NULL));
    free(all);
    return offers;
}

static json_t *devices_of(const json_t *offers, int rank) {
    return json_object_get(json_array_get(offers, (size_t)rank), "devices");
}

/* Rank 0 names machines on which no rank has a device; false: none has one. */
static bool check_nodes(const tool_campaign *c, const json_t *offers) {
    const tool_ranks *const ranks = c->options->ranks;
    const char *reason = "";
    bool any = false;
    for (int r = 0; r < ranks->size; r++) any = any || json_array_size(devices_of(offers, r)) > 0;
    for (int node = 1; node <= ranks->nodes && ranks->rank == 0; node++) {
        size_t devices = 0;
        for (int r = ranks->size - 1; r >= 0; r--) {
            if (tool_ranks_node_of(ranks, r) != node) continue;
            devices += json_array_size(devices_of(offers, r));
            reason = tool_text_of(json_array_get(offers, (size_t)r), "none");
        }
        if (devices > 0) continue;
        if (any) tool_complain("node %d: %s; nothing is run there", node, reason);
        c->cluster->status = TOOL_NOTHING_DONE;
    }
    if (!any && ranks->rank == 0) tool_complain("%s%s", ranks->nodes > 1 ? "on every node: " : "", reason);
    return any;
}

/* ---- who takes what --------------------------------------------------------------------------------- */

static tool_offer *list_offers(const tool_ranks *ranks, const json_t *offers, size_t *count) {
    size_t i, most = 0;
    json_t *device;
    for (int r = 0; r < ranks->size; r++) most += json_array_size(devices_of(offers, r));
    tool_offer *const list = tool_need(calloc(most + 1, sizeof *list));
    *count = 0;
    for (int r = 0; r < ranks->size; r++)
        json_array_foreach(devices_of(offers, r), i, device) list[(*count)++] =
            (tool_offer){.node = tool_ranks_node_of(ranks, r),
                         .rank = r,
                         .id = tool_text_of(json_object_get(device, "facts"), "id")};
    return list;
}

/* Ranks other than 0. */
static void keep_own(tool_campaign *c, const tool_offer *list, const json_t *offers) {
    const int rank = c->options->ranks->rank;
    for (int i = 0; i < c->count; i++) c->found[i].selected = false;
    size_t at = 0, i;
    const json_t *device;
    for (int r = 0; r < rank; r++) at += json_array_size(devices_of(offers, r));
    json_array_foreach(devices_of(offers, rank), i, device) {
        tool_found *const found = &c->found[json_integer_value(json_object_get(device, "number"))];
        found->selected = list[at + i].taken;
        found->rank = rank;
    }
}

/* The device of this id on rank 0's machine; -1: none. */
static int own_device(const tool_campaign *c, int own, const char *id) {
    for (int i = 0; i < own; i++)
        if (strcmp(tool_text_of(c->found[i].facts, "id"), id) == 0) return i;
    return -1;
}

/* On rank 0: its own entry, or a new one. */
static tool_found *place_of(tool_campaign *c, int own, const tool_offer *offer, const json_t *facts) {
    const int here = offer->node == c->options->ranks->node ? own_device(c, own, offer->id) : -1;
    if (here >= 0) return &c->found[here];
    tool_found *const found = &c->found[c->count++];
    found->facts = tool_need(json_deep_copy(facts));
    return found;
}

/* A CPU device measures slower if the launcher binds its rank to few processors. */
static void tell_bound(const tool_campaign *c, const json_t *offers) {
    int bound = 0, first = 0;
    long long allowed = 0, all = 0;
    for (int i = c->count - 1; i >= 0; i--) {
        const tool_found *const found = &c->found[i];
        const json_t *const offer = json_array_get(offers, (size_t)found->rank);
        const long long may = json_integer_value(json_object_get(offer, "allowed")),
                        there =
                            json_integer_value(json_object_get(json_object_get(offer, "machine"), "cores"));
        if (!found->selected || strcmp(tool_text_of(found->facts, "type"), "cpu") != 0) continue;
        if (may == 0 || may >= there) continue;
        bound++;
        first = found->rank;
        allowed = may;
        all = there;
    }
    if (bound > 0)
        tool_complain(
            "%d CPU device%s may use a part of the processors, as the launcher has bound ranks (node %d, "
            "rank %d: %lld of %lld); 'mpirun --bind-to none' gives all",
            bound, bound == 1 ? "" : "s", tool_ranks_node_of(c->cluster->ranks, first), first, allowed, all);
}

/* On rank 0: rank, node, and id in the file. */
static void list_all(tool_campaign *c, const tool_offer *list, size_t count, const json_t *offers) {
    const int own = c->count;
    size_t at = 0, i;
    const json_t *device;
    json_t *const taken = tool_need(json_object());
    c->found = tool_need(realloc(c->found, ((size_t)own + count) * sizeof *c->found));
    memset(c->found + own, 0, count * sizeof *c->found);
    for (int r = 0; r < c->options->ranks->size; r++) {
        json_array_foreach(devices_of(offers, r), i, device) {
            const tool_offer *const offer = &list[at++];
            if (!offer->taken) continue;
            tool_found *const found = place_of(c, own, offer, json_object_get(device, "facts"));
            found->selected = true;
            found->rank = r;
            found->number = (int)json_integer_value(json_object_get(device, "number"));
            json_object_set_new(found->facts, "node", json_integer(offer->node));
            json_object_set(found->facts, "machine",
                            json_object_get(json_array_get(offers, (size_t)r), "machine"));
        }
    }
    for (int k = 0; k < c->count; k++) {
        char id[TOOL_JOINT_ID];
        json_t *const facts = c->found[k].facts;
        if (!c->found[k].selected) continue;
        tool_joint_id(taken, tool_text_of(facts, "id"), json_integer_value(json_object_get(facts, "node")),
                      id);
        json_object_set_new(facts, "id", json_string(id));
    }
    json_decref(taken);
}

static json_t *machine_of(const json_t *offers) {
    json_t *const machines = tool_need(json_array());
    for (size_t r = 0; r < json_array_size(offers); r++)
        json_array_append(machines, json_object_get(json_array_get(offers, r), "machine"));
    json_t *const machine = tool_joint_machine(machines);
    json_decref(machines);
    return tool_need(machine);
}

/* ---- beginning -------------------------------------------------------------------------------------- */

static void make_cluster(tool_campaign *c) {
    tool_ranks *const ranks = c->options->ranks;
    c->cluster = tool_need(calloc(1, sizeof *c->cluster));
    c->cluster->ranks = ranks;
    c->cluster->other = tool_need(calloc((size_t)ranks->size, sizeof *c->cluster->other));
}

/* Rank 0 names a kept run for all machines. */
static tool_exit make_folder(tool_campaign *c) {
    tool_ranks *const ranks = c->options->ranks;
    if (!c->options->keeps_runs) return tool_files_make_folder(c);
    char **all;
    tool_exit status = ranks->rank == 0 ? tool_files_make_folder(c) : TOOL_OK;
    const tool_exit shared = tool_ranks_share(ranks, c->run_folder, &all);
    if (shared != TOOL_OK) return shared;
    if (ranks->rank > 0 && all[0][0]) status = tool_files_take_folder(c, all[0]);
    free(all);
    return status;
}

tool_exit tool_cluster_join(tool_campaign *c, const char *none) {
    tool_exit status = TOOL_OK;
    size_t count = 0;
    make_cluster(c);
    json_t *const offers = gather_offers(c, none, &status);
    if (!offers) return status;
    if (!check_nodes(c, offers)) {
        json_decref(offers);
        return TOOL_NOTHING_DONE;
    }
    tool_offer *const list = list_offers(c->cluster->ranks, offers, &count);
    tool_share_out(list, count, c->cluster->ranks->size);
    status = make_folder(c);
    if (c->cluster->ranks->rank > 0) {
        keep_own(c, list, offers);
    } else {
        list_all(c, list, count, offers);
        tell_bound(c, offers);
        if (status == TOOL_OK) status = tool_files_open(c, machine_of(offers));
    }
    free(list);
    json_decref(offers);
    return tool_ranks_agree(c->cluster->ranks, status);
}

/* ---- by rank ---------------------------------------------------------------------------------------- */

static bool is_away(const tool_campaign *c) {
    return c->cluster->ranks->rank > 0;
}

void tool_cluster_begin(tool_campaign *c) {
    const double now = tool_seconds();
    c->cluster->heard = c->cluster->told = now;
    for (int r = 0; r < c->cluster->ranks->size; r++) c->cluster->other[r].heard = now;
    c->idle = is_away(c) ? tool_forward_idle : tool_gather_idle;
    if (!is_away(c)) return;
    c->listener = &tool_forward_listener;
    tool_forward_begin(c);
}

void tool_cluster_between(tool_campaign *c) {
    c->idle(c);
    if (!is_away(c)) tool_gather_tell(c);
}

void tool_cluster_finish(tool_campaign *c) {
    if (is_away(c))
        tool_forward_finish(c);
    else
        tool_gather_finish(c);
}

void tool_cluster_progress(tool_campaign *c, const char *text) {
    char whole[192];
    snprintf(whole, sizeof whole, "node %d, %s", c->cluster->ranks->node, text);
    if (is_away(c))
        tool_forward_progress(c, whole);
    else
        tool_gather_progress(c, whole);
}

void tool_cluster_free(tool_campaign *c) {
    if (c->cluster) free(c->cluster->other);
    free(c->cluster);
    c->cluster = NULL;
}
