#include "verify/verify_exhaustive.h"
#include "base/os.h"
#include "table/settings.h"
#include "plan/plan_make.h"
#include "base/text.h"
#include "verify/domain.h"
#include <math.h>
#include <string.h>

typedef struct exhaustive_row {
    tool_session *session;
    const tool_domain *domain;
    tool_config config;
} exhaustive_row;

/* "crosslane verify ..." that walks the same part. */
static void repeat_command(const exhaustive_row *row, char *out, size_t size) {
    const tool_options *o = row->session->options;
    tool_config config = row->config;
    config.distribution = NULL;
    tool_repeat_command(row->session, "verify", &config, out, size);
    const size_t used = strlen(out);
    snprintf(out + used, size - used, " --exhaustive");
    if (o->parts > 0) snprintf(out + strlen(out), size - strlen(out), " --part %d/%d", o->part, o->parts);
}

static bool too_far(const exhaustive_row *row, const tool_walk_sum *sum) {
    return row->domain->result && !(sum->error <= row->domain->most);
}

/* "1065353217 of 1065353217 values, 0 wrong, largest error 5.96e-08 at 0x33000001 (2.98e-08)"; of random
   values ", --seed 1" too. */
static void describe(const exhaustive_row *row, const tool_walk_sum *sum, char *out, size_t size) {
    snprintf(out, size, "%s: %llu of %llu values, %llu wrong", row->domain->help,
             (unsigned long long)sum->done, (unsigned long long)row->domain->count,
             (unsigned long long)sum->wrong);
    if (sum->wrong > 0) {
        char expected[TOOL_VALUE_TEXT], got[TOOL_VALUE_TEXT];
        snprintf(out + strlen(out), size - strlen(out), ", the first is 0x%08x: '%s' expected %s, got %s",
                 sum->wrong_bits, row->config.cs->algorithm->arrays[sum->wrong_array].name,
                 tool_value_text(sum->expected, expected, sizeof expected),
                 tool_value_text(sum->got, got, sizeof got));
    }
    if (isinf(sum->error))
        snprintf(out + strlen(out), size - strlen(out), ", a result on the wrong side of 0x%08x (%.9g)",
                 sum->error_bits, tool_float_of(sum->error_bits));
    else if (sum->error > 0.0)
        snprintf(out + strlen(out), size - strlen(out), ", largest error %.9g at 0x%08x (%.9g)", sum->error,
                 sum->error_bits, tool_float_of(sum->error_bits));
    if (too_far(row, sum) && !isinf(sum->error))
        snprintf(out + strlen(out), size - strlen(out), ", allowed %.9g", row->domain->most);
    if (strstr(row->domain->value, "seed"))
        snprintf(out + strlen(out), size - strlen(out), ", --seed %llu",
                 (unsigned long long)row->session->options->seed);
}

static void set_mismatch(json_t *record, const exhaustive_row *row, const tool_walk_sum *sum) {
    char repeat[1024], expected[TOOL_VALUE_TEXT], got[TOOL_VALUE_TEXT];
    repeat_command(row, repeat, sizeof repeat);
    json_object_set_new(record, "status", json_string("mismatch"));
    if (sum->wrong == 0) return;
    json_object_set_new(
        record, "mismatch",
        json_pack("{s:s,s:I,s:s,s:s,s:o}", "array", row->config.cs->algorithm->arrays[sum->wrong_array].name,
                  "index", (json_int_t)sum->first_wrong, "expected",
                  tool_value_text(sum->expected, expected, sizeof expected), "got",
                  tool_value_text(sum->got, got, sizeof got), "repeat", tool_json_text(repeat)));
}

static json_t *make_record(const exhaustive_row *row, const tool_walk *walk, const char *status) {
    const tool_walk_sum *sum = tool_walk_result(walk);
    char text[XL_ERROR_TEXT];
    json_t *record = tool_row_record(row->session, "verify", status, &row->config, tool_walk_plan(walk));
    tool_row_set_plan(record, &row->config, tool_walk_plan(walk));
    json_t *measures = json_pack("{s:I,s:I,s:I}", "values", (json_int_t)row->domain->count, "walked",
                                 (json_int_t)sum->done, "wrong", (json_int_t)sum->wrong);
    if (sum->wrong > 0)
        json_object_set_new(measures, "first_wrong_bits", json_integer((json_int_t)sum->wrong_bits));
    if (sum->error > 0.0)
        json_object_set_new(measures, "largest_error_bits", json_integer((json_int_t)sum->error_bits));
    json_object_set_new(record, "measures", measures);
    json_object_set_new(record, "cases", json_integer((json_int_t)sum->chunks));
    if (row->domain->result) {
        json_object_set_new(record, "error_found", tool_json_number(sum->error));
        json_object_set_new(record, "error_allowed", tool_json_number(row->domain->most));
    }
    describe(row, sum, text, sizeof text);
    tool_row_set_reason(record, "%s", text);
    return record;
}

static json_t *failed_record(const exhaustive_row *row, const xl_error *error) {
    json_t *record = tool_row_record(row->session, "verify", "error", &row->config, NULL);
    tool_row_set_failure(record, error);
    /* A wrong reference, or a value outside the domain, is a wrong result, not a driver failure. */
    if (error->status == XL_BAD_VALUE) json_object_set_new(record, "status", json_string("mismatch"));
    return record;
}

static int check_width(const exhaustive_row *row, const tool_walk *walk, json_t *record, xl_error *error) {
    int width = -1;
    const int planned = xl__plan_problem(tool_walk_plan(walk))->width;
    const int status = xl_plan_width_measured(tool_walk_plan(walk), row->session->queue, &width, error);
    if (status != XL_SUCCESS) return status;
    if (width > 0) json_object_set_new(record, "width_measured", json_integer(width));
    if (width <= 0 || width == planned) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "planned for sub-groups of %d lanes, ran with %d", planned, width);
}

static void bounds(const exhaustive_row *row, uint64_t *first, uint64_t *end) {
    const tool_options *o = row->session->options;
    const uint64_t parts = o->parts > 0 ? (uint64_t)o->parts : 1, part = o->parts > 0 ? (uint64_t)o->part : 1;
    const uint64_t count = row->domain->count;
    *first = count / parts * (part - 1) + count % parts * (part - 1) / parts;
    *end = count / parts * part + count % parts * part / parts;
}

static json_t *walk_all(const exhaustive_row *row, long number) {
    tool_session *s = row->session;
    tool_walk *walk = NULL;
    xl_error error = {0};
    uint64_t first = 0, end = 0, told = xl__os_now();
    bounds(row, &first, &end);
    if (first == end) xl__fail(&error, XL_UNSUPPORTED, "the part of %s has no value", row->domain->help);
    int status =
        first == end ? error.status : tool_walk_open(s, row->domain, &row->config, first, end, &walk, &error);
    while (status == XL_SUCCESS && tool_walk_result(walk)->done < end - first) {
        status = tool_walk_step(walk, &error);
        const uint64_t now = xl__os_now();
        if (status != XL_SUCCESS || now - told < 1000000000) continue;
        told = now;
        tool_row_change(s, number, make_record(row, walk, "error"));
        tool_emit_progress(s, (double)tool_walk_result(walk)->done / (double)(end - first), "verify %s, %s",
                           row->config.cs->algorithm->name, row->domain->help);
    }
    json_t *record = NULL;
    if (status == XL_SUCCESS) {
        const tool_walk_sum *sum = tool_walk_result(walk);
        record = make_record(row, walk, "ok");
        if (sum->wrong > 0 || too_far(row, sum)) set_mismatch(record, row, sum);
        status = check_width(row, walk, record, &error);
    }
    if (status != XL_SUCCESS) {
        json_decref(record);
        record = failed_record(row, &error);
    }
    tool_walk_close(walk);
    return record;
}

static void walk_row(const exhaustive_row *row) {
    tool_session *s = row->session;
    const long number = tool_row_begin(s, tool_row_record(s, "verify", "error", &row->config, NULL));
    if (number < 0) return;
    const uint64_t start = xl__os_now();
    json_t *record = walk_all(row, number);
    if (tool_is_planted(&row->config)) tool_judge_plant(record);
    json_object_set_new(record, "time_ms", tool_json_number(1e-6 * (double)(xl__os_now() - start)));
    tool_row_end(s, number, record);
}

/* True if --set agrees with the domain's settings. */
static bool settings_of(const tool_domain *d, const xl__algorithm *algorithm, const char *given,
                        char out[TOOL_SETTINGS_TEXT]) {
    char other[TOOL_SETTINGS_TEXT];
    xl__problem a = {0}, b = {0};
    const char *own = d->settings ? d->settings : "";
    tool_settings_join(algorithm, own, given, other);
    tool_settings_join(algorithm, given, own, out);
    if (xl__read_settings(algorithm, other, &a, NULL) != XL_SUCCESS ||
        xl__read_settings(algorithm, out, &b, NULL) != XL_SUCCESS)
        return false;
    for (int p = 0; p < algorithm->param_count; p++)
        if (a.value[p] != b.value[p] || a.rest[p] != b.rest[p]) return false;
    return true;
}

/* Excludes the reference, and planted kernels not shown by this domain. */
static bool belongs(const tool_domain *d, const tool_config *c) {
    const xl__strategy *strategy = &c->cs->algorithm->strategies[c->strategy];
    if (strcmp(strategy->name, d->reference) == 0) return false;
    return !tool_is_planted(c) ||
           (d->shows && xl__find_name(d->shows, strategy->name, strlen(strategy->name)));
}

static int walk_choice(tool_session *s, const tool_choice *choice, const tool_target *targets, int count) {
    const tool_case *cs = choice->cs;
    const tool_target plain = tool_plain_target(s);
    const bool lanes = cs->algorithm->strategies[choice->strategy].flow != XL__NO_SUB_GROUPS;
    int rows = 0;
    for (size_t p = 0; p < choice->points->count; p++)
        for (const tool_domain *d = cs->domains; d && d->name; d++)
            for (int t = 0; t < (lanes ? count : 1); t++) {
                const tool_target *target = lanes ? &targets[t] : &plain;
                exhaustive_row row = {.session = s,
                                      .domain = d,
                                      .config = {.cs = cs,
                                                 .strategy = choice->strategy,
                                                 .backend = target->backend,
                                                 .width = target->width,
                                                 .distribution = d->name}};
                if (!belongs(d, &row.config) ||
                    !settings_of(d, cs->algorithm, choice->points->item[p].settings, row.config.settings))
                    continue;
                walk_row(&row);
                rows++;
            }
    return rows;
}

tool_exit tool_verify_exhaustive(tool_session *s, const tool_choice *choices, int count) {
    tool_target targets[TOOL_MAX_TARGETS];
    int target_count = 0, rows = 0;
    xl_error error = {0};
    tool_exit result = TOOL_OK;
    if (tool_targets(s, TOOL_NATIVE_WIDTHS, targets, &target_count, &error) != XL_SUCCESS)
        result = TOOL_USAGE;
    for (int c = 0; c < count && result == TOOL_OK; c++)
        if (choices[c].cs->domains) rows += walk_choice(s, &choices[c], targets, target_count);
    if (result == TOOL_OK && rows == 0) {
        xl__fail(&error, XL_BAD_NAME,
                 "--exhaustive: no chosen strategy has a domain ('crosslane list NAME' shows domains)");
        result = TOOL_USAGE;
    }
    if (result != TOOL_OK) tool_emit_failure(s, result, error.text);
    return result;
}
