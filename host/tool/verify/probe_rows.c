#include "verify/probe_rows.h"
#include "caps/device_open.h"
#include "caps/able.h"
#include "caps/caps.h"
#include "base/os.h"
#include "records/facts.h"
#include "records/record.h"
#include "run/rows.h"
#include "run/config.h"
#include "run/targets.h"
#include <string.h>

int tool_default_width(tool_session *s) {
    return xl__default_width(s->device);
}

void tool_add_left_out(const tool_session *s, json_t *device) {
    json_t *list = json_array();
    char text[512];
    for (size_t i = 0; xl__caps_left_out(s->device, i, text, sizeof text); i++)
        json_array_append_new(list, tool_json_text(text));
    if (json_array_size(list) > 0) json_object_set(json_object_get(device, "facts"), "left_out", list);
    json_decref(list);
}

void tool_add_abilities(const tool_session *s, json_t *device) {
    json_t *list = json_object();
    for (int a = 0; a < XL__ABILITIES; a++) {
        char why[512] = "";
        const bool able = xl__has_ability(s->device, (xl__ability)a, why, sizeof why);
        json_object_set_new(list, xl__ability_name((xl__ability)a),
                            able ? json_true() : tool_json_text(why[0] ? why : "it lacks it"));
    }
    json_object_set_new(json_object_get(device, "facts"), "abilities", list);
}

static void tell_left_out(tool_session *s) {
    json_t *device = tool_device_json(xl__get_facts(s->device));
    tool_add_left_out(s, device);
    tool_add_abilities(s, device);
    tool_emit(s, json_pack("{s:s,s:o}", "event", "detail", "device", device));
}

static json_t *describe(const tool_session *s, const tool_target *target, const xl__op *op,
                        xl__op_type type) {
    json_t *record = tool_record_make("probe", "ok");
    json_object_set_new(record, "device", json_string(s->key));
    json_object_set_new(record, "backend", json_string(target->backend));
    json_object_set_new(record, "width_requested", json_integer(target->width));
    json_object_set_new(record, "op", json_string(op->name));
    json_object_set_new(record, "op_type", json_string(xl__op_type_get(type)->name));
    return record;
}

static void fill(json_t *record, const xl__probe_result *r) {
    json_object_set_new(record, "form", json_string(xl__probe_status_name(r->status)));
    if (r->width_measured > 0) json_object_set_new(record, "width_measured", json_integer(r->width_measured));
    if (r->note[0]) json_object_set_new(record, "reason", tool_json_text(r->note));
    if (r->lane >= 0) {
        json_object_set_new(record, "first_wrong_lane", json_integer(r->lane));
        json_object_set_new(record, "expected", tool_json_text(r->expected));
        json_object_set_new(record, "got", tool_json_text(r->got));
    }
    if (!r->right) json_object_set_new(record, "status", json_string("mismatch"));
}

static void probe_row(tool_session *s, const tool_target *target, const xl__op *op, xl__op_type type) {
    const long row = tool_row_begin(s, describe(s, target, op, type));
    if (row < 0) return;
    const xl__target at = {xl__find_backend(target->backend), target->width};
    json_t *record = describe(s, target, op, type);
    xl__probe_result result;
    xl_error error = {0};
    const uint64_t start = xl__os_now();
    const int probed = xl__count_probed(s->device);
    if (xl__target_probe(s->device, &at, op, type, &result, &error) == XL_SUCCESS)
        fill(record, &result);
    else
        tool_row_set_failure(record, &error);
    const double ms = 1e-6 * (double)(xl__os_now() - start);
    if (xl__count_probed(s->device) > probed) tool_note_compiled(s, ms);
    json_object_set_new(record, "time_ms", tool_json_number(ms));
    tool_row_end(s, row, record);
}

/* Not in a worker after one that died here. */
static void probe_ahead(const tool_session *s, const tool_target *target, size_t op) {
    const xl__target at = {xl__find_backend(target->backend), target->width};
    if (!s->job->task.cautious) xl__target_probe_ahead(s->device, &at, op);
}

static int find_targets(tool_session *s, tool_spread spread, tool_target *targets, int *count) {
    xl_error error = {0};
    const int status = tool_targets(s, spread, targets, count, &error);
    if (status != XL_SUCCESS) tool_emit_failure(s, TOOL_USAGE, error.text);
    return status;
}

tool_exit tool_probe_all(tool_session *s) {
    tool_target targets[TOOL_MAX_TARGETS];
    int count = 0;
    if (find_targets(s, TOOL_NATIVE_WIDTHS, targets, &count) != XL_SUCCESS) return TOOL_USAGE;
    tell_left_out(s);
    if (count == 1 && targets[0].width == 0) {
        char text[160];
        snprintf(text, sizeof text,
                 "--backend %s: this device offers no width for it; 'crosslane devices' says why",
                 targets[0].backend);
        tool_emit_failure(s, TOOL_NOTHING_DONE, text);
        return TOOL_NOTHING_DONE;
    }
    for (int t = 0; t < count; t++)
        for (size_t i = 0; i < xl__op_count; i++) {
            tool_emit_progress(s, ((double)t + (double)i / (double)xl__op_count) / (double)count, "probe %s",
                               xl__ops[i].name);
            if (xl__ops[i].segments || targets[t].width < xl__ops[i].least_width) continue;
            probe_ahead(s, &targets[t], i);
            for (xl__op_type type = 0; type < XL__OP_TYPES; type++)
                if (xl__op_takes(&xl__ops[i], type)) probe_row(s, &targets[t], &xl__ops[i], type);
        }
    return TOOL_OK;
}

/* "shuffle:f32 ballot"; a type is named only if it is not unsigned words. */
static bool names(const char *list, const xl__op *op, xl__op_type type) {
    char word[64];
    snprintf(word, sizeof word, "%s:%s", op->name, xl__op_type_get(type)->name);
    for (const char *at = list ? list : ""; *at;) {
        at += strspn(at, " ");
        const size_t length = strcspn(at, " ");
        const bool whole = length == strlen(word) && strncmp(at, word, length) == 0;
        const bool plain =
            length == strlen(op->name) && strncmp(at, op->name, length) == 0 && type == XL__OP_UINT;
        if (whole || plain) return true;
        at += length;
    }
    return false;
}

static bool any_names(const tool_choice *choices, int count, const xl__op *op, xl__op_type type) {
    for (int c = 0; c < count; c++)
        if (choices[c].strategy >= 0 &&
            names(choices[c].cs->algorithm->strategies[choices[c].strategy].ops, op, type))
            return true;
    return false;
}

tool_exit tool_probe_used(tool_session *s, const tool_choice *choices, int count) {
    tool_target targets[TOOL_MAX_TARGETS];
    int target_count = 0;
    if (find_targets(s, TOOL_NATIVE_WIDTHS, targets, &target_count) != XL_SUCCESS) return TOOL_USAGE;
    for (int t = 0; t < target_count; t++) {
        if (targets[t].emulated) continue; /* emulation uses no device operations */
        tool_emit_progress(s, (double)t / (double)target_count, "probe");
        for (size_t i = 0; i < xl__op_count; i++)
            for (xl__op_type type = 0; type < XL__OP_TYPES; type++)
                if (targets[t].width >= xl__ops[i].least_width && xl__op_takes(&xl__ops[i], type) &&
                    any_names(choices, count, &xl__ops[i], type))
                    probe_row(s, &targets[t], &xl__ops[i], type);
    }
    return TOOL_OK;
}
