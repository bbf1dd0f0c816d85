/*
 * described.h - an absent device's answers to OpenCL's queries, from a text. A line is `key value`, # begins
 * a comment, a repeated key continues its value. described.c lists the keys; others are for callers of
 * tool_described_value.
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

/* False: too many keys. */
bool tool_described_read(tool_described *d, const char *text);
void tool_described_free(tool_described *d);

const char *tool_described_value(const tool_described *d, const char *key); /* NULL: not there */

/* False: not in the text; else *status is the result of clGetDeviceInfo. */
bool tool_described_answer(const tool_described *d, cl_device_info what, size_t size, void *value,
                           size_t *given, cl_int *status);
cl_int tool_described_give(const void *data, size_t bytes, size_t size, void *value, size_t *given);
