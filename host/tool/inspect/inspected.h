/* inspected.h - reads documents of `inspect --json` and pairs the kernels of two. */
#pragma once

#include "crosslane.h"
#include <jansson.h>
#include <stdbool.h>

/* True if a file begins like these documents; the rest is not checked. */
bool tool_is_inspected(const char *path);

/* Loads and checks one; *document gets the caller's reference. The error begins with the file's name, and
   says the place. XL_IO, XL_BAD_VALUE. */
int tool_inspected_load(const char *path, json_t **document, xl_error *error);

/* Adds the listings of one (listing/listing_json.h) to a list; an error too where it has none. */
int tool_inspected_listings(const char *path, json_t *listings, xl_error *error);

/* A kernel and the inspection that it belongs to; both NULL where a side has none. */
typedef struct tool_inspected {
    const json_t *entry, *kernel;
} tool_inspected;

/* The properties that identify a kernel. */
enum {
    TOOL_BY_TARGET,
    TOOL_BY_WIDTH,
    TOOL_BY_NAME,
    TOOL_BY_SETTINGS,
    TOOL_BY_KERNEL,
    TOOL_BY_PROGRAM,
    TOOL_BYS
};
/* As text, "gfx1030", "32"; "" where it has none. Kept in out[]. */
const char *tool_inspected_by(const tool_inspected *kernel, int by, char *out, size_t size);

/* A number of measures.c, by its name; -1: not known. */
long tool_inspected_number(const tool_inspected *kernel, const char *measure);

typedef struct tool_inspected_list {
    tool_inspected *item; /* owned; they point into documents */
    size_t count;
} tool_inspected_list;

/* Adds every kernel of a document that `wants` to have (NULL: all of them). */
typedef bool tool_inspected_filter(const void *user, const tool_inspected *kernel);
void tool_inspected_add(tool_inspected_list *list, const json_t *document, tool_inspected_filter *wants,
                        const void *user);
void tool_inspected_free(tool_inspected_list *list);

/* One document as two sides: by its two targets, else its two widths, names, settings or kernels. False, and
   nothing is moved: it has no two of any. */
bool tool_inspected_split(tool_inspected_list *all, tool_inspected_list *second);

typedef struct tool_inspected_pairs {
    tool_inspected (
        *item)[2]; /* owned; pairs first, then kernels of one side only, in the order of the sides */
    size_t count, both;
    bool alike[TOOL_BYS]; /* each side has one value of it: kernels were not matched by it */
} tool_inspected_pairs;

/* Matches by every property of which a side has several values. So two targets, two strategies or two files
 * of different names are paired if each side has one. */
void tool_inspected_match(const tool_inspected_list *a, const tool_inspected_list *b,
                          tool_inspected_pairs *out);
void tool_inspected_pairs_free(tool_inspected_pairs *pairs);
