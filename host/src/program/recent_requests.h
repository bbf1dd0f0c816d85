/*
 * Remembers the program of a request (file, kernels, options), which takes less time than expanding and
 * hashing the file. Built-in files do not change.
 */
#pragma once

#include "program/source.h"

enum { XL__MOST_RECENT = 256 };

typedef struct xl__recent {
    struct {
        xl__hash request;
        char key[XL__HASH_TEXT];
    } item[XL__MOST_RECENT];
    size_t added; /* including replaced ones */
} xl__recent;

/* `kernels` NULL: all. */
xl__hash xl__recent_request(const xl__source *source, const char *const *kernels, const char *options);
/* NULL: not found. */
const char *xl__recent_find(const xl__recent *recent, xl__hash request);
void xl__recent_add(xl__recent *recent, xl__hash request, const char key[XL__HASH_TEXT]);
