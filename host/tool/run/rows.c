#include "run/rows.h"
#include "table/lookup.h"
#include "table/settings.h"
#include "base/number.h"
#include "plan/plan_make.h"
#include "table/values.h"
#include "hints/failure_pattern.h"
#include "options/used.h"
#include "table/real.h"
#include "run/breach.h"
#include "text/display.h"
#include "text/os_memory.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { GOT_TEXT = TOOL_VALUE_TEXT + 24 };

static const char *strategy_name(const tool_config *c) {
    return c->strategy == TOOL_AUTO_STRATEGY ? "auto" : c->cs->algorithm->strategies[c->strategy].name;
}

static json_t *choice_text(const char *choices, int index) {
    for (; index > 0 && strchr(choices, '|'); index--) choices = strchr(choices, '|') + 1;
    return json_stringn(choices, strcspn(choices, "|"));
}

/* A number if its nearest double reads back the same, else its text. */
static json_t *real_value(xl__real real) {
    char text[XL__NUMBER_TEXT], nearest[XL__NUMBER_TEXT];
    xl__real_text(real, text);
    return strcmp(text, xl__number_text(real.value, XL__DIGITS, nearest)) == 0 ? json_real(real.value)
                                                                               : json_string(text);
}

static json_t *params_object(const xl__algorithm *algorithm, const xl__problem *problem, int strategy) {
    const double *value = problem->value;
    json_t *params = json_object();
    for (int p = 0; p < algorithm->param_count; p++) {
        const xl__param *param = &algorithm->params[p];
        if (!tool_reads(algorithm, problem, strategy, p)) continue;
        json_t *json = param->kind == XL__CHOICE ? choice_text(param->choices, (int)value[p])
                       : param->kind == XL__INT  ? json_integer((json_int_t)value[p])
                                                 : real_value(xl__real_of(problem, p));
        json_object_set_new(params, param->name, json);
    }
    return params;
}

static json_t *shapes_object(const xl__algorithm *algorithm, const xl__problem *problem) {
    json_t *shapes = json_object();
    for (int a = 0; a < algorithm->array_count; a++) {
        size_t shape[XL__MAX_RANK];
        int rank = 0;
        size_t elements = 0;
        if (!xl__array_elements(algorithm, a, problem, shape, &rank, &elements)) continue;
        json_t *list = json_array();
        for (int d = 0; d < rank; d++) json_array_append_new(list, json_integer((json_int_t)shape[d]));
        json_object_set_new(shapes, algorithm->arrays[a].name, list);
    }
    return shapes;
}

json_t *tool_row_record(const tool_session *s, const char *kind, const char *status, const tool_config *c,
                        const xl_plan *plan) {
    json_t *record = tool_record_make(kind, status);
    const xl__algorithm *algorithm = c->cs->algorithm;
    json_object_set_new(record, "device", json_string(s->key));
    json_object_set_new(record, "algorithm", json_string(algorithm->name));
    json_object_set_new(record, "strategy", json_string(strategy_name(c)));
    json_object_set_new(record, "seed", json_integer((json_int_t)s->options->seed));
    if (c->backend) json_object_set_new(record, "backend", json_string(c->backend));
    if (c->width > 0) json_object_set_new(record, "width_requested", json_integer(c->width));
    if (c->distribution) json_object_set_new(record, "distribution", json_string(c->distribution));
    if (c->type != XL_TYPE_NONE) json_object_set_new(record, "type", json_string(xl_type_name(c->type)));
    xl__problem asked = {.type = c->type};
    if (!plan) xl__read_settings(algorithm, c->settings, &asked, NULL);
    json_object_set_new(record, "params",
                        plan ? params_object(algorithm, xl__plan_problem(plan), xl__plan_strategy_index(plan))
                             : params_object(algorithm, &asked, tool_config_strategy(s, c)));
    if (plan) json_object_set_new(record, "shape", shapes_object(algorithm, xl__plan_problem(plan)));
    return record;
}

void tool_row_set_reason(json_t *record, const char *format, ...) {
    char text[XL_ERROR_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    json_object_set_new(record, "reason", tool_json_text(text));
}

void tool_row_set_failure(json_t *record, const xl_error *error) {
    const bool neutral = error->status == XL_UNSUPPORTED || error->status == XL_TOO_LARGE;
    json_object_set_new(record, "status", json_string(neutral ? "unsupported" : "error"));
    tool_row_set_reason(record, "%s", error->text);
}

void tool_row_set_plan(json_t *record, const tool_config *c, const xl_plan *plan) {
    xl_plan_facts facts;
    xl_plan_get_facts(plan, &facts);
    const xl__algorithm *algorithm = c->cs->algorithm;
    const int strategy =
        c->strategy == TOOL_AUTO_STRATEGY ? xl__find_strategy(algorithm, facts.strategy) : c->strategy;
    json_object_set_new(record, "backend", json_string(facts.backend));
    if (c->strategy == TOOL_AUTO_STRATEGY) {
        json_object_set_new(record, "strategy_chosen", json_string(facts.strategy));
        json_object_set_new(record, "chosen_by", tool_json_text(facts.reason));
    }
    json_object_set_new(record, "group_size", json_integer((json_int_t)facts.group_size));
    json_object_set_new(record, "waits", json_boolean(xl__waits(xl__plan_strategy(plan))));
    json_object_set_new(record, "compile_ms", tool_json_number(facts.compile_ms));
    json_object_set_new(record, "cached", json_boolean(facts.cached));
    if (facts.registers >= 0) json_object_set_new(record, "registers", json_integer(facts.registers));
    if (facts.spill_bytes >= 0) json_object_set_new(record, "spills", json_integer(facts.spill_bytes));
    xl__cost cost = {0};
    if (strategy >= 0) xl__cost_of(algorithm, xl__plan_problem(plan), strategy, &cost);
    json_object_set_new(record, "bytes", tool_json_number(cost.bytes));
    json_object_set_new(record, "operations", tool_json_number(cost.operations));
    json_object_set_new(record, "work_items", tool_json_number(cost.work_items));
    json_object_set_new(record, "steps_per_lane", tool_json_number(cost.steps_per_lane));
}

int tool_row_set_measures(json_t *record, const tool_session *s, xl_plan *plan, xl_error *error) {
    json_t *measures = record ? json_object() : NULL;
    xl_measure measure;
    int status = XL_SUCCESS;
    for (size_t i = 0; xl_plan_get_measure(plan, s->queue, i, &measure, NULL) == XL_SUCCESS; i++) {
        uint64_t least = 0, most = 0;
        if (measures) json_object_set_new(measures, measure.name, json_integer((json_int_t)measure.value));
        if (status != XL_SUCCESS) continue;
        status = xl__plan_measure_bounds(plan, i, &least, &most, error);
        if (status == XL_SUCCESS && (measure.value < (double)least || measure.value > (double)most))
            status =
                xl__fail(error, XL_BAD_VALUE, "measure '%s' is %.0f %s, expected %llu to %llu", measure.name,
                         measure.value, measure.unit, (unsigned long long)least, (unsigned long long)most);
    }
    if (measures) json_object_set_new(record, "measures", measures);
    return status;
}

void tool_add_shell_word(xl__text *text, const char *option, const char *word) {
    const size_t size = strlen(word) + 1;
    char *const shown = tool_need(malloc(size));
    const bool plain = strcmp(tool_text_clean(word, shown, size), word) == 0;
    free(shown);
    xl__text_format(text, " %s%s%s'", option, option[0] ? " " : "", plain ? "" : "$");
    for (const char *c = word; *c; c++)
        if (plain && *c == '\'')
            xl__text_format(text, "'\\''");
        else if (!plain && (*c == '\'' || *c == '\\'))
            xl__text_format(text, "\\%c", *c);
        else if (!plain && (*c < ' ' || *c > '~'))
            xl__text_format(text, "\\%03o", (unsigned)(unsigned char)*c);
        else
            xl__text_add(text, c, 1);
    xl__text_add(text, "'", 1);
}

const char *tool_device_word(const tool_session *s, char word[16]) {
    snprintf(word, 16, "%d", s->job->task.shown);
    return s->job->task.checks ? "check" : word;
}

void tool_repeat_command(const tool_session *s, const char *command, const tool_config *c, char *out,
                         size_t size) {
    char device[16];
    int used =
        snprintf(out, size, "crosslane %s %s/%s --device %s --seed %llu", command, c->cs->algorithm->name,
                 strategy_name(c), tool_device_word(s, device), (unsigned long long)s->options->seed);
#define MORE(...)                                                                                            \
    if (used > 0 && (size_t)used < size) used += snprintf(out + used, size - (size_t)used, __VA_ARGS__)
    if (c->backend) MORE(" --backend %s", c->backend);
    if (c->width > 0) MORE(" --width %d", c->width);
    if (s->options->kernel_dir) {
        xl__text folder = {0};
        tool_add_shell_word(&folder, "--kernel-dir", s->options->kernel_dir);
        if (!folder.failed) MORE("%s", folder.data);
        xl__text_free(&folder);
    }
    if (s->options->repeat > 1) MORE(" --repeat %d", s->options->repeat); /* an intermittent bug */
    if (c->type != XL_TYPE_NONE) MORE(" --set type=%s", xl_type_name(c->type));
    if (c->distribution) MORE(" --set distribution=%s", c->distribution);
    tool_config read = *c; /* the command refuses settings without effect */
    tool_config_trim(s, &read);
    for (const char *at = read.settings; *at; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        MORE(" --set %.*s", (int)length, at);
        at += length;
    }
#undef MORE
}

json_t *tool_row_value(tool_value value) {
    if (tool_is_floating(value.type)) return tool_json_value(value.as.f);
    const double exact = 9007199254740992.0, rounded = tool_value_double(value);
    char text[TOOL_VALUE_TEXT];
    if (rounded > -exact && rounded < exact) return json_integer((json_int_t)rounded);
    return json_string(tool_value_text(value, text, sizeof text));
}

static json_t *elements(const tool_value *from, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(list, tool_row_value(from[i]));
    return list;
}

static json_t *wrong_elements(const tool_verdict *v) {
    json_t *list = json_array();
    for (int i = 0; i < v->row_length; i++)
        if (v->row_wrong[i]) json_array_append_new(list, json_integer(i));
    return list;
}

/* Marks a value from before the run as never written, except in small and floating types, where it may be a
   result. */
static const char *got_text(tool_value got, char text[GOT_TEXT]) {
    unsigned char bytes[8];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = xl__untouched_byte(i);
    const bool untouched = !tool_is_floating(got.type) && xl_type_size(got.type) >= sizeof(uint32_t) &&
                           tool_value_at(bytes, got.type, 0).as.u == got.as.u;
    const size_t used = strlen(tool_value_text(got, text, GOT_TEXT));
    if (untouched) snprintf(text + used, GOT_TEXT - used, " (never written)");
    return text;
}

/* "5 is there 2 times, expected 1; 7 is missing (there 0 times, expected 1)" */
static void set_any_order(json_t *record, const char *array, const tool_verdict *v) {
    const size_t wrong = v->wrong_of[v->array];
    char got[GOT_TEXT], missing[TOOL_VALUE_TEXT], more[128] = "";
    if (v->expected.type != XL_TYPE_NONE)
        snprintf(more, sizeof more, "; %s is missing (there %zu times, expected %zu)",
                 tool_value_text(v->expected, missing, sizeof missing), v->expected_there, v->times_expected);
    tool_row_set_reason(
        record, "%zu element%s of '%s', in any order, %s too many: %s is there %zu time%s, expected %zu%s",
        wrong, wrong == 1 ? "" : "s", array, wrong == 1 ? "is" : "are", got_text(v->got, got), v->times_got,
        v->times_got == 1 ? "" : "s", v->got_wanted, more);
}

/* " (row 3, channel 1)"; "": the array has one dimension. */
static void index_text(const xl__algorithm *algorithm, const xl_plan *plan, const tool_verdict *v, char *out,
                       size_t size) {
    const xl__array_desc *array = &algorithm->arrays[v->array];
    size_t shape[XL__MAX_RANK], elements = 0;
    int rank = 0;
    char text[160];
    out[0] = '\0';
    if (!plan || !xl__array_elements(algorithm, v->array, xl__plan_problem(plan), shape, &rank, &elements))
        return;
    if (rank < XL__MAX_RANK && array->shape[rank]) return; /* a dimension was dropped, unknown which */
    tool_index_text(rank, shape, array->shape, v->index, text, sizeof text);
    if (text[0]) snprintf(out, size, " (%s)", text);
}

/* "expected 0.5 +- 1e-06, got 0.25"; integers without a tolerance. */
static void set_difference(json_t *record, const xl__algorithm *algorithm, const xl_plan *plan,
                           const tool_verdict *v) {
    const size_t wrong = v->wrong_of[v->array];
    char expected[TOOL_VALUE_TEXT], got[GOT_TEXT], allowed[TOOL_VALUE_TEXT] = "", at[200];
    if (tool_is_floating(v->expected.type)) snprintf(allowed, sizeof allowed, " +- %.3g", v->allowed);
    index_text(algorithm, plan, v, at, sizeof at);
    const char *const name = algorithm->arrays[v->array].name;
    tool_row_set_reason(
        record, "%zu element%s of '%s' %s wrong, the first is %s[%zu]%s: expected %s%s, got %s", wrong,
        wrong == 1 ? "" : "s", name, wrong == 1 ? "is" : "are", name, v->index, at,
        tool_value_text(v->expected, expected, sizeof expected), allowed, got_text(v->got, got));
}

/* If the strategy assigns rows to work-groups. -1: unknown. */
typedef struct place {
    long long group, sub_group, lane;
} place;

static place find_place(const xl_plan *plan, const tool_verdict *v) {
    place p = {-1, -1, -1};
    const size_t rows = plan ? xl__plan_rows(plan) : 0;
    if (rows == 0 || v->guard || v->any_order) return p;
    const xl__problem *problem = xl__plan_problem(plan);
    size_t shape[XL__MAX_RANK], elements = 0;
    int rank = 0;
    if (!xl__array_elements(xl__plan_algorithm(plan), v->array, problem, shape, &rank, &elements)) return p;
    const size_t row = v->index / (elements / shape[0]); /* there is a wrong element, so no 0 */
    const size_t width = (size_t)problem->width, sub_groups = problem->group_size / width;
    p.group = (long long)(row / rows);
    if (xl__plan_strategy(plan)->flow == XL__NO_SUB_GROUPS || rows % sub_groups != 0) return p;
    p.sub_group = (long long)(row % rows / (rows / sub_groups));
    if (rows == problem->group_size) p.lane = (long long)(row % width);
    return p;
}

static void add_others(json_t *record, const xl__algorithm *algorithm, const tool_verdict *v) {
    char text[XL_ERROR_TEXT], one[256];
    const char *const first = json_string_value(json_object_get(record, "reason"));
    size_t used = (size_t)snprintf(text, sizeof text, "%s", first);
    for (int a = 0; a < algorithm->array_count && used < sizeof text; a++)
        if (v->wrong_of[a] > 0 && (a != v->array || v->guard))
            used += (size_t)snprintf(text + used, sizeof text - used, "; %zu element%s of '%s' %s wrong",
                                     v->wrong_of[a], v->wrong_of[a] == 1 ? "" : "s",
                                     algorithm->arrays[a].name, v->wrong_of[a] == 1 ? "is" : "are");
    for (int b = v->guard; b < v->breach_count && used < sizeof text; b++)
        used += (size_t)snprintf(text + used, sizeof text - used, "; %s",
                                 tool_breach_text(&v->breach[b], one, sizeof one));
    tool_row_set_reason(record, "%s", text);
}

static json_t *known(long long index) {
    return index < 0 ? json_null() : json_integer(index);
}

void tool_row_set_verdict(json_t *record, const tool_session *s, const tool_config *c, const xl_plan *plan,
                          const tool_verdict *v) {
    json_object_set_new(record, "checksum", tool_json_digits(v->checksum));
    /* A case cannot predict the written bytes, which depend on the data. */
    const double bytes = json_number_value(json_object_get(record, "bytes"));
    if (v->counted_bytes > 0.0)
        json_object_set_new(record, "bytes", tool_json_number(bytes + v->counted_bytes));
    json_object_set_new(record, "error_found", tool_json_number(v->worst_error));
    json_object_set_new(record, "error_allowed", tool_json_number(v->worst_allowed));
    if (!v->wrong) return;
    json_object_set_new(record, "status", json_string("mismatch"));
    char repeat[1024];
    /* A failure in timing may not occur in verification. */
    const char *kind = json_string_value(json_object_get(record, "kind"));
    tool_repeat_command(s, strcmp(kind, "bench") == 0 ? "bench" : "verify", c, repeat, sizeof repeat);
    json_t *m = json_object();
    const xl__array_desc *array = &c->cs->algorithm->arrays[v->array];
    const tool_breach *breach = v->guard ? &v->breach[0] : NULL;
    json_object_set_new(m, "array", json_string(breach ? breach->name : array->name));
    json_object_set_new(m, "index", json_integer((json_int_t)v->index));
    const bool none = v->any_order && v->expected.type == XL_TYPE_NONE;
    json_object_set_new(m, "expected",
                        breach ? json_string("not written")
                        : none ? json_string("another of the values")
                               : tool_row_value(v->expected));
    json_object_set_new(m, "got",
                        !breach          ? tool_row_value(v->got)
                        : breach->before ? json_string("written before the start")
                                         : json_string("written past the end"));
    const place at = find_place(plan, v);
    json_object_set_new(m, "group", known(at.group));
    json_object_set_new(m, "sub_group", known(at.sub_group));
    json_object_set_new(m, "lane", known(at.lane));
    json_object_set_new(m, "expected_row", elements(v->row_expected, v->row_length));
    json_object_set_new(m, "got_row", elements(v->row_got, v->row_length));
    json_object_set_new(m, "repeat", tool_json_text(repeat));
    json_object_set_new(m, "wrong_row", wrong_elements(v));
    json_object_set_new(record, "mismatch", m);
    if (plan) json_object_set_new(record, "shape", shapes_object(c->cs->algorithm, xl__plan_problem(plan)));
    char text[256];
    if (breach)
        tool_row_set_reason(record, "%s", tool_breach_text(breach, text, sizeof text));
    else if (v->any_order)
        set_any_order(record, array->name, v);
    else
        set_difference(record, c->cs->algorithm, plan, v);
    add_others(record, c->cs->algorithm, v);
}
