/* made_records.h - results files of made-up devices and rows with known answers. */
#pragma once

#include "records/results.h"
#include "support/one_command.h"
#include <check.h>
#include <string.h>

static json_t *document;

/* Its time is its largest limit divided by `fraction`. */
typedef struct made {
    const char *device, *strategy, *backend;
    int width, n;
    double fraction;
    const char *kind;                 /* the largest of the limits below */
    double floor, memory, arithmetic; /* ns */
} made;

static double limit_of(const made *m) {
    return strcmp(m->kind, "launch") == 0      ? m->floor
           : strcmp(m->kind, "bandwidth") == 0 ? m->memory
                                               : m->arithmetic;
}

static void add_device(const char *id) {
    json_array_append_new(json_object_get(document, "devices"),
                          json_pack("{s:s,s:s,s:s,s:i,s:s,s:s}", "id", id, "status", "ok", "name", id,
                                    "index", id[0] - 'p', "driver_version", "1", "platform", id));
}

static json_t *add_row(const char *device, const char *kind, const char *status, const char *strategy,
                       const char *backend, int width) {
    json_t *const row = tool_record_make(kind, status);
    json_object_update_new(row,
                           json_pack("{s:s,s:s,s:s,s:s,s:i}", "device", device, "algorithm", "reduce",
                                     "strategy", strategy, "backend", backend, "width_requested", width));
    json_array_append_new(json_object_get(document, "records"), row);
    return row;
}

static json_t *add_time(const made *m) {
    const double limit = limit_of(m), median = limit / m->fraction;
    json_t *const row = add_row(m->device, "bench", "ok", m->strategy, m->backend, m->width),
                  *const samples = json_array();
    for (int i = 0; i < 9; i++) json_array_append_new(samples, json_real(median * (1.0 + 0.001 * (i - 4))));
    json_object_update_new(row,
                           json_pack("{s:{s:i}, s:s, s:s, s:o, s:f, s:f, s:f, s:b, s:s, s:s}", "params", "n",
                                     m->n, "type", "u32", "distribution", "uniform", "samples_ns", samples,
                                     "median_ns", median, "mad_ns", 0.002 * median, "min_ns", 0.996 * median,
                                     "noisy", 0, "timed_by", "events", "timing", "batched"));
    json_object_update_new(row,
                           json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:s, s:f}", "floor_ns", m->floor,
                                     "bytes", 4e6, "bandwidth_bytes_per_s", 1e9 * 4e6 / m->memory,
                                     "operations", 1e6, "arithmetic_ops_per_s", 1e9 * 1e6 / m->arithmetic,
                                     "limit_ns", limit, "limited_by", m->kind, "fraction", m->fraction));
    return row;
}

static void begin(const char *const *devices) {
    document =
        json_pack("{s:i, s:{s:s,s:s,s:s,s:s}, s:{s:s,s:s}, s:n, s:[], s:[], s:b}", "schema", 1, "tool",
                  "name", "crosslane", "version", "0.1.0", "commit", "d7e4628", "compiler", "cc", "machine",
                  "processor", "p", "system", "s", "label", "records", "devices", "finished", 1);
    for (int i = 0; devices[i]; i++) add_device(devices[i]);
}

/* Without limits. */
static json_t *time_of(const char *device, const char *strategy, const char *backend, int width, int n,
                       double us) {
    const made m = {device, strategy, backend, width, n, 0.5, "bandwidth", 1.0, 500.0 * us, 1.0};
    return add_time(&m);
}

static void add_probe(const char *device, const char *op, const char *type, int width, const char *form) {
    json_t *const row = add_row(device, "probe", "ok", "", "khr", width);
    json_object_update_new(row, json_pack("{s:n,s:n,s:s,s:s,s:s}", "algorithm", "strategy", "op", op,
                                          "op_type", type, "form", form));
    if (strcmp(form, "demoted") == 0)
        json_object_update_new(row,
                               json_pack("{s:i,s:i,s:i}", "first_wrong_lane", 1, "expected", 2, "got", 3));
}

#define TREE "tree", "khr", 8, 1024
#define EMULATED "tree", "local", 8, 1024
#define LOOP "loop", "none", 0, 1024

static const char *const two[] = {"p", "q", NULL}, *const three[] = {"p", "q", "r", NULL};
