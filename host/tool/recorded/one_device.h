/*
 * one_device.h - recordings of one device, and which of their rows count.
 */
#pragma once

#include "base/text.h"
#include <jansson.h>
#include <stdbool.h>

/* Its id (name, platform, driver), machine (processor, system), and label, unless the name contains it. */
void tool_device_key(const json_t *document, const json_t *device, xl__text *out);
bool tool_same_device(const json_t *document, const json_t *device, const json_t *other_document,
                      const json_t *other);

/* The device's machine; in a merged document its own. */
const json_t *tool_machine_of(const json_t *document, const json_t *device);

/* Owned by the caller. */
typedef enum tool_rows_wanted { TOOL_ALL_ROWS, TOOL_BENCH_ROWS, TOOL_OTHER_ROWS } tool_rows_wanted;
json_t *tool_device_rows(const json_t *document, const char *id, tool_rows_wanted wanted);

/* Keeps the last of repeated rows, or the last that ran, in the place of the first. Returns how many it
 * removed.
 */
long long tool_keep_latest(json_t *rows);

/* The device's label; in a merged document its file's. */
const char *tool_subject_label(const json_t *document, const json_t *device);

/* "" if the device's name contains it. */
const char *tool_telling_label(const json_t *document, const json_t *device);
