#include "text/os_memory.h"
#include "report/report_check.h"
#include "recorded/recorded.h"
#include "recorded/winners.h"
#include "records/stats.h"
#include "text/display.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* bench/thin.py keeps 7 digits; results of several numbers are less exact. */
static bool near(double a, double b, double share) {
    return fabs(a - b) <= share * fmax(fabs(a), fabs(b));
}

static bool same(double a, double b) {
    return near(a, b, 1e-6);
}

static bool has_checksum(const json_t *row) {
    return !tool_record_is_timed(row) || tool_text_of(row, "checksum")[0] != '\0';
}

static bool times_agree(const json_t *row) {
    size_t count = 0;
    tool_stats stats;
    if (!tool_record_is_timed(row)) return true;
    double *const samples = tool_record_samples(row, &count);
    const bool agree = tool_stats_of(samples, count, &stats) &&
                       same(stats.median, tool_number_of(row, "median_ns")) &&
                       same(stats.min, tool_number_of(row, "min_ns")) &&
                       fabs(stats.mad - tool_number_of(row, "mad_ns")) <= 1e-6 * stats.median &&
                       stats.noisy == json_is_true(json_object_get(row, "noisy"));
    free(samples);
    return agree;
}

static bool takes_time(const json_t *row) {
    size_t count = 0;
    if (!tool_record_is_timed(row)) return true;
    double *const samples = tool_record_samples(row, &count);
    bool takes = true;
    for (size_t i = 0; i < count; i++) takes = takes && samples[i] > 0.0;
    free(samples);
    return takes;
}

/* By this rate per second; 0: unknown. */
static double least_of(const json_t *row, const char *work, const char *rate) {
    const double per_second = tool_number_of(row, rate), all = tool_number_of(row, work);
    return per_second > 0.0 && all > 0.0 ? all / per_second * 1e9 : 0.0;
}

static double limit_of(const json_t *row) {
    const double floor = tool_number_of(row, "floor_ns");
    return fmax(floor > 0.0 ? floor : 0.0, fmax(least_of(row, "bytes", "bandwidth_bytes_per_s"),
                                                least_of(row, "operations", "arithmetic_ops_per_s")));
}

static bool has_limit(const json_t *row) {
    return json_is_number(json_object_get(row, "limit_ns")) ||
           json_is_number(json_object_get(row, "fraction"));
}

static bool limit_agrees(const json_t *row) {
    const double limit = limit_of(row), median = tool_median_of(row);
    return !tool_record_is_timed(row) || !has_limit(row) ||
           (near(limit, tool_number_of(row, "limit_ns"), 1e-5) &&
            near(limit / median, tool_number_of(row, "fraction"), 1e-5));
}

bool tool_is_below_limit(const json_t *row) {
    return tool_record_is_timed(row) && tool_median_of(row) <= limit_of(row);
}

/* A row without a limit says why: the device was faster than its measured ceiling. */
static bool limit_is_kept(const json_t *row) {
    return !tool_is_below_limit(row) ||
           (!has_limit(row) && strstr(tool_text_of(row, "reason"), "no limit: "));
}

static bool error_is_allowed(const json_t *row) {
    const json_t *const found = json_object_get(row, "error_found"), *const allowed = json_object_get(
                                                                         row, "error_allowed");
    return strcmp(tool_text_of(row, "status"), "ok") != 0 || !json_is_number(found) ||
           !json_is_number(allowed) || json_number_value(found) <= json_number_value(allowed);
}

static const struct {
    bool (*holds)(const json_t *row);
    const char *else_says;
} demands[] = {
    {has_checksum, "no checksum of the output"},
    {takes_time, "a time of 0"},
    {times_agree, "a median, spread, minimum or mark of noise that is not that of its samples"},
    {limit_agrees, "a limit or fraction that does not follow from its floor, bytes, operations and rates"},
    {limit_is_kept, "a median that is not above its limit"},
    {error_is_allowed, "an error above the allowed error"}};

static void add(char *out, size_t size, const char *text) {
    tool_text_append(out, size, "%s%s", out[0] ? "; " : "", text);
}

static void check_rows(const json_t *records, char *out, size_t size) {
    for (size_t d = 0; d < sizeof demands / sizeof *demands; d++) {
        json_t *row;
        size_t i;
        long long failed = 0;
        char first[512] = "", line[900];
        json_array_foreach(records, i, row) {
            if (demands[d].holds(row)) continue;
            if (failed++ == 0) tool_record_title(row, first, sizeof first);
            if (failed == 1) tool_text_append(first, sizeof first, " %s", tool_text_of(row, "strategy"));
        }
        char shown[512];
        snprintf(line, sizeof line, "%lld rows with %s, the first: %s", failed, demands[d].else_says,
                 tool_text_clean(first, shown, sizeof shown));
        if (failed > 0) add(out, size, line);
    }
}

/* "120 rows, 80 timed, 1 wrong; DEVICE, DEVICE" */
static void describe(const json_t *document, char *out, size_t size) {
    const json_t *const devices = json_object_get(document, "devices");
    json_t *row;
    size_t i;
    long long timed = 0, wrong = 0;
    json_array_foreach(json_object_get(document, "records"), i, row) {
        timed += tool_record_is_timed(row);
        wrong += strcmp(tool_text_of(row, "status"), "mismatch") == 0;
    }
    snprintf(out, size, "sound: %zu rows, %lld timed, %lld wrong", i, timed, wrong);
    for (size_t d = 0; d < json_array_size(devices); d++) {
        char name[256];
        tool_field_text(json_array_get(devices, d), "name", name, sizeof name);
        tool_text_append(out, size, "%s %s", d ? "," : ";", name);
    }
}

bool tool_report_check(const json_t *document, char *out, size_t size) {
    const json_t *const devices = json_object_get(document, "devices"), *const records = json_object_get(
                                                                            document, "records");
    char wrong[4096] = "";
    if (!json_is_true(json_object_get(document, "finished")))
        add(wrong, sizeof wrong, "it is unfinished: its run was cut off, or goes on");
    if (json_array_size(records) == 0) add(wrong, sizeof wrong, "it has no rows");
    for (size_t d = 0; d < json_array_size(devices); d++)
        if (strcmp(tool_text_of(json_array_get(devices, d), "status"), "ok") == 0 &&
            !tool_text_of(json_array_get(devices, d), "name")[0])
            add(wrong, sizeof wrong, "a device without a name");
    check_rows(records, wrong, sizeof wrong);
    if (!wrong[0])
        describe(document, out, size);
    else
        snprintf(out, size, "not sound: %s", wrong);
    return !wrong[0];
}
