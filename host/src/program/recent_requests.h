/*
 * recent_requests.h - remembers the program of a request: a file, its wanted kernels, and the options as
 * given.
 *
 * Expanding, searching and hashing a file takes longer than all the rest of a plan whose program exists.
 * Built-in files do not change, so their results stay valid.
 */
#pragma once

#include "program/source.h"

enum { XL__MOST_RECENT = 256 };

/* A ring of the latest requests. Empty when zeroed. */
typedef struct xl__recent {
    struct {
        xl__hash request;
        char key[XL__HASH_TEXT];
    } item[XL__MOST_RECENT];
    size_t added; /* including replaced ones */
} xl__recent;

/* Hashes all inputs of the text: the source, kernels (NULL: all) and options. */
xl__hash xl__recent_request(const xl__source *source, const char *const *kernels, const char *options);
/* The program's key; NULL: not found. */
const char *xl__recent_find(const xl__recent *recent, xl__hash request);
void xl__recent_add(xl__recent *recent, xl__hash request, const char key[XL__HASH_TEXT]);
