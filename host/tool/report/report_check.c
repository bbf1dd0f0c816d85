/* report_check.c - whether a results file may be compared with other people's. */
#include "text/os_memory.h"
#include "report/report_check.h"
#include "recorded/recorded.h"
#include "records/stats.h"
#include "text/display.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool same(double a, double b) {
    return fabs(a - b) <= 1e-6 * fmax(fabs(a), fabs(b));
}

static bool has_checksum(const json_t *row) {
    return tool_text_of(row, "checksum")[0] != '\0';
}

static bool times_agree(const json_t *row) {
    size_t count = 0;
    tool_stats stats;
    double *const samples = tool_record_samples(row, &count);
    const bool agree = tool_stats_of(samples, count, &stats) && stats.min >= 0.0 &&
                       same(stats.median, tool_number_of(row, "median_ns")) &&
                       same(stats.min, tool_number_of(row, "min_ns"));
    free(samples);
    return agree;
}

static bool is_below_limit(const json_t *row) {
    const json_t *const fraction = json_object_get(row, "fraction");
    return !json_is_number(fraction) || json_number_value(fraction) < 1.0;
}

/* What every row that was timed has to be. */
static const struct {
    bool (*holds)(const json_t *row);
    const char *else_says;
} demands[] = {{has_checksum, "no checksum of the output"},
               {times_agree, "a median or minimum that is not that of its samples"},
               {is_below_limit, "a fraction of its limit of 1 or more"}};

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
            if (!tool_record_is_timed(row) || demands[d].holds(row)) continue;
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
