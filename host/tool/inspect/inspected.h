/* inspected.h - reads and pairs documents of `inspect --json`. */
#pragma once

#include "crosslane.h"
#include <jansson.h>
#include <stdbool.h>

/* Checks only the file's beginning. */
bool tool_is_inspected(const char *path);

/* The caller gets the reference. The error begins with file and place. XL_IO, XL_BAD_VALUE. */
int tool_inspected_load(const char *path, json_t **document, xl_error *error);

/* Adds its listings (listing/listing_json.h); fails if it has none. */
int tool_inspected_listings(const char *path, json_t *listings, xl_error *error);

/* Both NULL if a side has none. */
typedef struct tool_inspected {
    const json_t *entry, *kernel;
} tool_inspected;

enum {
    TOOL_BY_TARGET,
    TOOL_BY_WIDTH,
    TOOL_BY_NAME,
    TOOL_BY_SETTINGS,
    TOOL_BY_KERNEL,
    TOOL_BY_PROGRAM,
    TOOL_BYS
};
/* "gfx1030", "32", or ""; in out[]. */
const char *tool_inspected_by(const tool_inspected *kernel, int by, char *out, size_t size);

/* A number by its name in measures.c; -1: unknown. */
long tool_inspected_number(const tool_inspected *kernel, const char *measure);

typedef struct tool_inspected_list {
    tool_inspected *item; /* owned; points into documents */
    size_t count;
} tool_inspected_list;

/* `wants` NULL: all. */
typedef bool tool_inspected_filter(const void *user, const tool_inspected *kernel);
void tool_inspected_add(tool_inspected_list *list, const json_t *document, tool_inspected_filter *wants,
                        const void *user);
void tool_inspected_free(tool_inspected_list *list);

/* Splits by two targets, else widths, names, settings or kernels. False: no two of any; nothing is moved. */
bool tool_inspected_split(tool_inspected_list *all, tool_inspected_list *second);

typedef struct tool_inspected_pairs {
    tool_inspected (*item)[2]; /* owned; pairs first, then kernels of one side only */
    size_t count, both;
    bool alike[TOOL_BYS]; /* not matched by it: each side has one value */
} tool_inspected_pairs;

/* Matches by every property of which a side has several values. */
void tool_inspected_match(const tool_inspected_list *a, const tool_inspected_list *b,
                          tool_inspected_pairs *out);
void tool_inspected_pairs_free(tool_inspected_pairs *pairs);
