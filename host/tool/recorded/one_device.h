/*
 * one_device.h - recordings of one device, and which of their rows count.
 */
#pragma once

#include "base/text.h"
#include <jansson.h>
#include <stdbool.h>

/* Adds what identifies a device: its id (name, platform, driver), its machine (processor, system), and its
   label, unless that only repeats the device's name ("H200" of a "VENDOR H200"). */
void tool_device_key(const json_t *document, const json_t *device, xl__text *out);
/* True if two devices have equal keys. */
bool tool_same_device(const json_t *document, const json_t *device, const json_t *other_document,
                      const json_t *other);

/* The machine of a device; in a merged document its own. */
const json_t *tool_machine_of(const json_t *document, const json_t *device);

/* The rows of the device with that id; owned by the caller. */
typedef enum tool_rows_wanted { TOOL_ALL_ROWS, TOOL_BENCH_ROWS, TOOL_OTHER_ROWS } tool_rows_wanted;
json_t *tool_device_rows(const json_t *document, const char *id, tool_rows_wanted wanted);

/* Of rows that were recorded more than once keeps the last, or the row that ran if others were skipped, in
 * the place of the first. Returns how many it removed. */
long long tool_keep_latest(json_t *rows);

/* The label of a device; in a merged document that of its file. */
const char *tool_subject_label(const json_t *document, const json_t *device);

/* The label if it says more than the device's name, else "". */
const char *tool_telling_label(const json_t *document, const json_t *device);
