/*
 * one_device.h - recordings of one device: which they are, and which of their rows count.
 */
#ifndef TOOL_ONE_DEVICE_H
#define TOOL_ONE_DEVICE_H

#include "base/text.h"
#include <jansson.h>
#include <stdbool.h>

/* Adds what a device of a document is told apart by: its id (name, platform, driver), its machine (processor,
   system), and its label, unless that says no more than the device's name ("H200" of a "VENDOR H200"). */
void tool_device_key(const json_t *document, const json_t *device, xl__text *out);
/* Whether those of two are the same. */
bool tool_same_device(const json_t *document, const json_t *device, const json_t *other_document,
                      const json_t *other);

/* The machine of a device: of a document of several its own. */
const json_t *tool_machine_of(const json_t *document, const json_t *device);

/* The rows of the device with that id; the caller's. */
typedef enum tool_rows_wanted { TOOL_ALL_ROWS, TOOL_BENCH_ROWS, TOOL_OTHER_ROWS } tool_rows_wanted;
json_t *tool_device_rows(const json_t *document, const char *id, tool_rows_wanted wanted);

/* Of rows that were recorded more than once only the last stays, in its first one's place: the one that ran,
   where another was skipped. Returns how many went. */
long long tool_keep_latest(json_t *rows);

/* The label of a device; of a merged document each device has that of its file. */
const char *tool_subject_label(const json_t *document, const json_t *device);

/* The label where it says more than the device's name, else "". */
const char *tool_telling_label(const json_t *document, const json_t *device);

#endif
