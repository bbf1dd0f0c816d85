/* enumerate.c - asks each driver for its devices, in its own process. */
#include "campaign/enumerate.h"
#include "campaign/supervise.h"
#include <string.h>

enum { ENUMERATE_SECONDS = 60 };

typedef struct enumeration {
    tool_campaign *campaign;
    const tool_driver *driver;
} enumeration;

/* Two .icd files of one driver would show its devices twice. */
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
    json_object_set_new(facts, "index", json_integer(c->count));
    c->found[c->count++] =
        (tool_found){.driver = *driver, .local_index = index, .facts = facts, .aliases = aliases};
}

/* A driver that does not answer is listed with the reason. */
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

/* For a driver that works but has no device. */
static void add_empty(tool_campaign *c, const tool_driver *driver, const char *answer) {
    xl__text_format(&c->empty, "%sdriver %s: %s", c->empty.size ? "; " : "", driver->name, answer);
}

static void on_enumerated(void *user, const json_t *event, const char *name) {
    enumeration *e = user;
    if (strcmp(name, "failure") == 0)
        add_broken(e->campaign, e->driver, json_string_value(json_object_get(event, "text")));
    if (strcmp(name, "empty") == 0) add_empty(e->campaign, e->driver, tool_text_of(event, "text"));
    if (strcmp(name, "device") != 0) return;
    const json_t *device = json_object_get(event, "device");
    if (!json_is_string(json_object_get(device, "id"))) return;
    const int index = (int)json_integer_value(json_object_get(event, "index"));
    json_t *const facts = json_deep_copy(device);
    /* A device without a name gets its index as id. */
    if (strcmp(json_string_value(json_object_get(facts, "id")), "unknown") == 0) {
        char id[96];
        snprintf(id, sizeof id, "driver-%s-%d", e->driver->name, index);
        json_object_set_new(facts, "id", tool_json_text(id));
    }
    add_found(e->campaign, e->driver, index, facts, json_incref(json_object_get(event, "aliases")));
}

void tool_enumerate_driver(tool_campaign *c, const tool_driver *driver) {
    const tool_worker_start start = {"enumerate", c->job, -1, c->idle, c};
    enumeration e = {c, driver};
    xl_error error = {0};
    const double given = c->options->timeout;
    const double seconds = given < ENUMERATE_SECONDS ? given : ENUMERATE_SECONDS;
    const tool_worker_end end =
        tool_supervise(&start, driver, &seconds, on_enumerated, &e, &c->progress, &error);
    if (end.kind == TOOL_END_STOPPED) c->status = TOOL_INTERRUPTED;
    if (end.kind == TOOL_END_NO_START) add_broken(c, driver, error.text);
    if (end.kind != TOOL_END_DIED && end.kind != TOOL_END_HUNG && end.kind != TOOL_END_TOO_LARGE) return;
    char reason[XL_ERROR_TEXT];
    tool_describe_end(&end, seconds, true, reason, sizeof reason);
    add_broken(c, driver, reason);
    if (c->count > 0) c->found[c->count - 1].blame = tool_end_status(&end);
}
