#define _POSIX_C_SOURCE 200809L /* gmtime_r */
#include "records/record.h"
#include "base/os.h"
#include "base/number.h"
#include "text/display.h"
#include "text/os_memory.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const tool_field tool_record_fields[] = {
    {"kind", TOOL_CHOICE, true, "probe|verify|bench|promise"},
    {"status", TOOL_CHOICE, true, "ok|mismatch|unsupported|skipped|error"},
    {"reason", TOOL_TEXT, false, NULL},
    {"device", TOOL_TEXT, true, NULL},
    {"algorithm", TOOL_TEXT, false, NULL},
    {"strategy", TOOL_TEXT, false, NULL},
    {"backend", TOOL_TEXT, false, NULL},
    {"width_requested", TOOL_INTEGER, false, NULL},
    {"width_measured", TOOL_INTEGER, false, NULL},
    {"params", TOOL_SETTINGS, false, NULL},
    {"type", TOOL_TEXT, false, NULL},
    {"shape", TOOL_SHAPES, false, NULL},
    {"distribution", TOOL_TEXT, false, NULL},
    {"seed", TOOL_INTEGER, false, NULL},
    {"checksum", TOOL_DIGITS, false, NULL},
    {"work_items", TOOL_NUMBER, false, NULL},
    {"steps_per_lane", TOOL_NUMBER, false, NULL},
    {"error_found", TOOL_NUMBER, false, NULL},
    {"error_allowed", TOOL_NUMBER, false, NULL},
    {"mismatch", TOOL_MISMATCH, false, NULL},
    {"samples_ns", TOOL_NUMBERS, false, NULL},
    {"median_ns", TOOL_NUMBER, false, NULL},
    {"mad_ns", TOOL_NUMBER, false, NULL},
    {"min_ns", TOOL_NUMBER, false, NULL},
    {"noisy", TOOL_BOOLEAN, false, NULL},
    {"timed_by", TOOL_CHOICE, false, "events|host clock"},
    {"timing", TOOL_CHOICE, false, "single|batched"},
    {"batch", TOOL_INTEGER, false, NULL},
    {"floor_ns", TOOL_NUMBER, false, NULL},
    {"bytes", TOOL_NUMBER, false, NULL},
    {"operations", TOOL_NUMBER, false, NULL},
    {"bandwidth_bytes_per_s", TOOL_NUMBER, false, NULL},
    {"arithmetic_ops_per_s", TOOL_NUMBER, false, NULL},
    {"limit_ns", TOOL_NUMBER, false, NULL},
    {"limited_by", TOOL_CHOICE, false, "bandwidth|arithmetic|launch"},
    {"fraction", TOOL_NUMBER, false, NULL},
    {"compile_ms", TOOL_NUMBER, false, NULL},
    {"cached", TOOL_BOOLEAN, false, NULL},
    {"registers", TOOL_INTEGER, false, NULL},
    {"spills", TOOL_INTEGER, false, NULL},
    {"op", TOOL_TEXT, false, NULL},
    {"op_type", TOOL_TEXT, false, NULL},
    {"form", TOOL_CHOICE, false, "native|derived|emulated|demoted|absent"},
    {"first_wrong_lane", TOOL_INTEGER, false, NULL},
    {"expected", TOOL_VALUE, false, NULL},
    {"got", TOOL_VALUE, false, NULL},
    {"time_ms", TOOL_NUMBER, false, NULL},
    {"cases", TOOL_INTEGER, false, NULL},
    {"single_median_ns", TOOL_NUMBER, false, NULL},
    {"strategy_chosen", TOOL_TEXT, false, NULL},
    {"group_size", TOOL_INTEGER, false, NULL},
    {"recorded_at", TOOL_TEXT, false, NULL},
    {"measures", TOOL_MEASURES, false, NULL},
    {"waits", TOOL_BOOLEAN, false, NULL},
    {"trace", TOOL_ANY_OBJECT, false, NULL},
    {"chosen_by", TOOL_TEXT, false, NULL},
    {"in_turns", TOOL_BOOLEAN, false, NULL},
    {"round_samples", TOOL_INTEGERS, false, NULL},
    {"round_began_ms", TOOL_INTEGERS, false, NULL},
    {"probe_ns", TOOL_NUMBERS, false, NULL},
    {"measured_again", TOOL_INTEGER, false, NULL},
    {"events_refused", TOOL_INTEGER, false, NULL},
    {"single_event_ns", TOOL_NUMBER, false, NULL},
    {"findings", TOOL_ANY_OBJECT, false, NULL},
    {"promise", TOOL_ANY_OBJECT, false, NULL},
    {NULL, TOOL_TEXT, false, NULL},
};

const tool_field tool_mismatch_fields[] = {
    {"array", TOOL_TEXT, true, NULL},          {"index", TOOL_INTEGER, true, NULL},
    {"expected", TOOL_VALUE, true, NULL},      {"got", TOOL_VALUE, true, NULL},
    {"group", TOOL_INTEGER, false, NULL},      {"sub_group", TOOL_INTEGER, false, NULL},
    {"lane", TOOL_INTEGER, false, NULL},       {"expected_row", TOOL_VALUES, false, NULL},
    {"got_row", TOOL_VALUES, false, NULL},     {"repeat", TOOL_TEXT, false, NULL},
    {"wrong_row", TOOL_INTEGERS, false, NULL}, {NULL, TOOL_TEXT, false, NULL},
};

const tool_field tool_device_fields[] = {
    {"id", TOOL_TEXT, true, NULL},
    {"index", TOOL_INTEGER, false, NULL},
    {"status", TOOL_CHOICE, true, "ok|error"},
    {"reason", TOOL_TEXT, false, NULL},
    {"name", TOOL_TEXT, false, NULL},
    {"vendor", TOOL_TEXT, false, NULL},
    {"type", TOOL_CHOICE, false, "cpu|gpu|accelerator|custom"},
    {"platform", TOOL_TEXT, false, NULL},
    {"platform_version", TOOL_TEXT, false, NULL},
    {"device_version", TOOL_TEXT, false, NULL},
    {"language_version", TOOL_TEXT, false, NULL},
    {"driver_version", TOOL_TEXT, false, NULL},
    {"compute_units", TOOL_INTEGER, false, NULL},
    {"clock_mhz", TOOL_INTEGER, false, NULL},
    {"global_memory_bytes", TOOL_INTEGER, false, NULL},
    {"largest_buffer_bytes", TOOL_INTEGER, false, NULL},
    {"local_memory_bytes", TOOL_INTEGER, false, NULL},
    {"largest_group_size", TOOL_INTEGER, false, NULL},
    {"sub_group_sizes", TOOL_INTEGERS, false, NULL},
    {"sub_group_size_default", TOOL_INTEGER, false, NULL},
    {"backend", TOOL_TEXT, false, NULL},
    {"backend_reason", TOOL_TEXT, false, NULL},
    {"load", TOOL_NUMBER, false, NULL},
    {"cores", TOOL_INTEGER, false, NULL},
    {"others", TOOL_NUMBER, false, NULL},
    {"facts", TOOL_ANY_OBJECT, false, NULL},
    {"node", TOOL_INTEGER, false, NULL},
    {"machine", TOOL_ANY_OBJECT, false, NULL},
    {"label", TOOL_TEXT, false, NULL},
    {NULL, TOOL_TEXT, false, NULL},
};

json_t *tool_record_make(const char *kind, const char *status) {
    json_t *const record = json_object();
    int failed = !record;
    for (const tool_field *f = tool_record_fields; f->name && !failed; f++)
        failed = json_object_set_new(record, f->name, json_null());
    failed = failed || json_object_set_new(record, "kind", json_string(kind)) ||
             json_object_set_new(record, "status", json_string(status));
    if (!failed) return record;
    json_decref(record);
    return NULL;
}

json_t *tool_json_number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *tool_json_value(double value) {
    if (isnan(value)) return json_string("nan");
    if (isinf(value)) return json_string(value > 0 ? "inf" : "-inf");
    return json_real(value);
}

static json_t *cleaned(const char *text, char *(*clean)(const char *, char *, size_t)) {
    if (!text) return json_null();
    const size_t size = strlen(text) + 1;
    char *const copy = tool_need(malloc(size));
    json_t *const value = json_string(clean(text, copy, size));
    free(copy);
    return value;
}

json_t *tool_json_text(const char *text) {
    return cleaned(text, tool_text_clean_lines);
}

json_t *tool_json_line(const char *text) {
    return cleaned(text, tool_text_clean);
}

json_t *tool_json_digits(uint64_t checksum) {
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, checksum);
    return json_string(text);
}

double tool_now_ms(void) {
    return (double)xl__os_wall_clock_ms();
}

json_t *tool_json_now(void) {
    char text[32];
    const time_t now = time(NULL);
    struct tm parts;
    if (now == (time_t)-1 || !gmtime_r(&now, &parts) ||
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        return json_null();
    return json_string(text);
}

const char *tool_text_of(const json_t *object, const char *field) {
    const char *const text = json_string_value(json_object_get(object, field));
    return text ? text : "";
}

double tool_number_of(const json_t *object, const char *field) {
    return json_number_value(json_object_get(object, field));
}

const char *tool_field_text(const json_t *object, const char *field, char *out, size_t size) {
    return tool_json_value_text(json_object_get(object, field), out, size);
}

const char *tool_json_value_text(const json_t *value, char *out, size_t size) {
    char number[XL__NUMBER_TEXT];
    if (json_is_string(value))
        tool_text_first_line(json_string_value(value), out, size);
    else if (json_is_integer(value))
        snprintf(out, size, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(out, size, "%s", xl__number_text(json_real_value(value), XL__DIGITS, number));
    else
        snprintf(out, size, "-");
    return out;
}

char *tool_key_of(const json_t *record, const char *const *fields, size_t count) {
    json_t *const key = tool_need(json_array());
    for (size_t i = 0; i < count; i++) {
        json_t *const value = json_object_get(record, fields[i]);
        json_array_append_new(key, value ? json_incref(value) : json_null());
    }
    char *const text = tool_need(json_dumps(key, JSON_COMPACT | JSON_SORT_KEYS));
    json_decref(key);
    return text;
}
