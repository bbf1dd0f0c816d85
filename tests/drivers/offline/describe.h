/*
 * describe.h - a device that is not here, out of a file: what it answers to the questions of OpenCL.
 *
 * A line is `key value`, # begins a comment, a key that comes again goes on with its value. Keys are those of
 * the table in describe.c, and any others for whoever asks by describe_value.
 */
#ifndef TEST_DESCRIBE_H
#define TEST_DESCRIBE_H

#include "base/clapi.h"
#include <stdbool.h>

enum { DESCRIBE_KEYS = 64 };

typedef struct description {
    struct {
        char *key, *value;
    } entry[DESCRIBE_KEYS];
    int count;
} description;

/* Reads a file; false, with the reason on standard error, when it cannot be read or has too many keys. */
bool describe_read(description *d, const char *file);
void describe_free(description *d);

const char *describe_value(const description *d, const char *key); /* NULL: not there */

/* Whether the file says anything about this query; if so *status is what clGetDeviceInfo returns. */
bool describe_answer(const description *d, cl_device_info what, size_t size, void *value, size_t *given,
                     cl_int *status);
/* Gives out a value as OpenCL's queries do. */
cl_int describe_give(const void *data, size_t bytes, size_t size, void *value, size_t *given);

#endif
