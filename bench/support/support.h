/*
 * support.h - results of each implementation, for docs/support.md.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum { SUPPORT_MOST = 32, SUPPORT_WIDTHS = 8, SUPPORT_KINDS = 5 }; /* widths 1, 2, 4 to 128 */

/* Rows of a kind in the order of support_status: ok, mismatch, error, unsupported, skipped. */
typedef struct support_counts {
    int of[SUPPORT_KINDS];
} support_counts;

/* All documents of one label and device. */
typedef struct support_implementation {
    json_t *device; /* of the first document */
    const char *label;
    bool native[SUPPORT_WIDTHS], emulated[SUPPORT_WIDTHS]; /* widths that ran */
    support_counts verify;
    json_t *algorithms; /* those with a right row: name -> true */
    json_t *operations; /* "shuffle" -> {"u32": {"native": [4, 8], "demoted": [..], ...}} */
    json_t *demoted;    /* records */
    json_t *failed;     /* records of verify: mismatch and error */
    json_t *refused;    /* reason -> how many */
} support_implementation;

typedef struct support_page {
    support_implementation item[SUPPORT_MOST];
    int count;
    json_t *defects;  /* what tests/drivers/defects found, a list */
    json_t *compiled; /* the kernels compiled without a device, a list */
    json_t *keep;     /* documents that the other members point into */
} support_page;

/* A member's text, "" where it has none. */
const char *support_text(const json_t *object, const char *name);

extern const char *const support_status[SUPPORT_KINDS];

/* Adds a results document, or a list of defects or compilations. False: reported on standard error. */
bool support_add(support_page *page, const char *path);
void support_write(const support_page *page, FILE *out);
void support_free(support_page *page);
