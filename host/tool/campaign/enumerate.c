#include "campaign/enumerate.h"
#include "campaign/supervise.h"
#include "system/os_start.h"
#include <string.h>

enum { ENUMERATE_SECONDS = 60 };

typedef struct enumeration {
    tool_campaign *campaign;
    const tool_driver *driver;
    bool harmful; /* a process that opens all drivers would die or hang */
    int placed;   /* devices in their final place */
} enumeration;

/* Two .icd files may name one driver. */
static bool is_found(const tool_campaign *c, const json_t *facts) {
    for (int i = 0; i < c->count; i++)
        if (json_equal(json_object_get(c->found[i].facts, "id"), json_object_get(facts, "id"))) return true;
    return false;
}

static void add_found(tool_campaign *c, const tool_driver *driver, int index, json_t *facts,
                      json_t *aliases) {
    if (c->count == TOOL_MAX_FOUND || is_found(c, facts)) {
        json_decref(facts);
        json_decref(aliases);
        return;
    }
    c->found[c->count++] =
        (tool_found){.driver = *driver, .local_index = index, .facts = facts, .aliases = aliases};
}

static void add_broken(tool_campaign *c, const tool_driver *driver, const char *reason) {
    char id[96];
    snprintf(id, sizeof id, "driver-%s", driver->name);
    json_t *facts = json_object();
    json_object_set_new(facts, "id", tool_json_text(id));
    json_object_set_new(facts, "status", json_string("error"));
    json_object_set_new(facts, "name", tool_json_text(driver->name));
    json_object_set_new(facts, "reason", tool_json_text(reason));
    add_found(c, driver, -1, facts, json_array());
}

static void add_empty(tool_campaign *c, const tool_driver *driver, const char *answer) {
    xl__text_format(&c->empty, "%sdriver %s: %s", c->empty.size ? "; " : "", driver->name, answer);
}

static void on_enumerated(void *user, const json_t *event, const char *name) {
    enumeration *e = user;
    if (strcmp(name, "misnamed") == 0) e->harmful = true;
    if (strcmp(name, "failure") == 0 || strcmp(name, "misnamed") == 0)
        add_broken(e->campaign, e->driver, json_string_value(json_object_get(event, "text")));
    if (strcmp(name, "empty") == 0) add_empty(e->campaign, e->driver, tool_text_of(event, "text"));
    if (strcmp(name, "device") != 0) return;
    const json_t *device = json_object_get(event, "device");
    if (!json_is_string(json_object_get(device, "id"))) return;
    const int index = (int)json_integer_value(json_object_get(event, "index"));
    json_t *const facts = json_deep_copy(device);
    /* A device without a name has its index as id. */
    if (strcmp(json_string_value(json_object_get(facts, "id")), "unknown") == 0) {
        char id[96];
        snprintf(id, sizeof id, "driver-%s-%d", e->driver->name, index);
        json_object_set_new(facts, "id", tool_json_text(id));
    }
    add_found(e->campaign, e->driver, index, facts, json_incref(json_object_get(event, "aliases")));
}

/* A process that lists these drivers' devices; if it does not end by itself: why. */
static tool_worker_end ask(enumeration *e, tool_event_handler handle, double *seconds, xl_error *error) {
    tool_campaign *const c = e->campaign;
    const tool_worker_start start = {"enumerate", c->job, -1, c->idle, c};
    *seconds = c->options->timeout < ENUMERATE_SECONDS ? c->options->timeout : ENUMERATE_SECONDS;
    const tool_worker_end end = tool_supervise(&start, e->driver, seconds, handle, e, &c->progress, error);
    if (end.kind == TOOL_END_STOPPED) c->status = TOOL_INTERRUPTED;
    return end;
}

static void enumerate_driver(enumeration *e) {
    tool_campaign *const c = e->campaign;
    xl_error error = {0};
    double seconds = 0.0;
    const tool_worker_end end = ask(e, on_enumerated, &seconds, &error);
    if (end.kind == TOOL_END_NO_START) add_broken(c, e->driver, error.text);
    if (end.kind != TOOL_END_DIED && end.kind != TOOL_END_HUNG && end.kind != TOOL_END_TOO_LARGE) return;
    char reason[XL_ERROR_TEXT];
    e->harmful = true;
    tool_describe_end(&end, seconds, true, true, reason, sizeof reason);
    add_broken(c, e->driver, reason);
    if (c->count > 0) c->found[c->count - 1].blame = tool_end_status(&end);
}

/* ---- their order --------------------------------------------------------------------------------------- */

static void place(enumeration *e, int from) {
    tool_found *const found = e->campaign->found, moved = found[from];
    memmove(found + e->placed + 1, found + e->placed, (size_t)(from - e->placed) * sizeof *found);
    found[e->placed++] = moved;
}

static void on_listed(void *user, const json_t *event, const char *name) {
    enumeration *const e = user;
    if (strcmp(name, "device") != 0) return;
    const json_t *const id = json_object_get(json_object_get(event, "device"), "id");
    for (int i = e->placed; i < e->campaign->count; i++)
        if (json_equal(json_object_get(e->campaign->found[i].facts, "id"), id)) {
            place(e, i);
            return;
        }
}

static bool has_several_drivers(const tool_campaign *c) {
    for (int i = 1; i < c->count; i++)
        if (c->found[i].local_index >= 0 && c->found[0].local_index >= 0 &&
            strcmp(c->found[i].driver.setting, c->found[0].driver.setting) != 0)
            return true;
    return false;
}

/* In the loader's order, so that device 0 is the first device of other programs; drivers that do not answer
   come last. Only a process that opens all drivers can find that order. */
static void put_in_order(enumeration *e) {
    tool_campaign *const c = e->campaign;
    static const tool_driver all = {.setting = "", .name = "system"};
    double seconds = 0.0;
    xl_error error = {0};
    for (int i = 0; i < c->count; i++)
        if (c->found[i].local_index >= 0) place(e, i);
    e->placed = 0;
    e->driver = &all;
    if (!e->harmful && has_several_drivers(c)) ask(e, on_listed, &seconds, &error);
    for (int i = 0; i < c->count; i++) json_object_set_new(c->found[i].facts, "index", json_integer(i));
}

void tool_enumerate(tool_campaign *c, const tool_driver *drivers, int count) {
    enumeration e = {.campaign = c};
    for (int i = 0; i < count && c->status != TOOL_INTERRUPTED; i++) {
        tool_progress_show(&c->progress, tool_seconds(), "asking driver %s", drivers[i].name);
        e.driver = &drivers[i];
        enumerate_driver(&e);
    }
    if (c->status != TOOL_INTERRUPTED) put_in_order(&e);
}
