/*
 * described.h - a device that is not here, out of a text: what it answers to the questions of OpenCL.
 *
 * A line is `key value`, # begins a comment, a key that comes again goes on with its value. Keys are those of
 * the table in described.c, and any others for whoever asks by tool_described_value.
 */
#pragma once

#include "base/clapi.h"
#include <stdbool.h>

enum { TOOL_DESCRIBED_KEYS = 64 };

typedef struct tool_described {
    struct {
        char *key, *value;
    } entry[TOOL_DESCRIBED_KEYS];
    int count;
} tool_described;

/* False when it has too many keys. */
bool tool_described_read(tool_described *d, const char *text);
void tool_described_free(tool_described *d);

const char *tool_described_value(const tool_described *d, const char *key); /* NULL: not there */

/* Whether the text says anything about this query; if so *status is what clGetDeviceInfo returns. */
bool tool_described_answer(const tool_described *d, cl_device_info what, size_t size, void *value,
                           size_t *given, cl_int *status);
/* Gives out a value as OpenCL's queries do. */
cl_int tool_described_give(const void *data, size_t bytes, size_t size, void *value, size_t *given);
