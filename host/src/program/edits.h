/*
 * edits.h - texts replaced in kernel sources: a planted mistake as a change of a right kernel (xl__edit).
 */
#pragma once

#include "program/source.h"
#include "table/algorithm.h"

/* A strategy's own file, or the text in its place, with its edits. `whose` is kept, not copied. */
xl__source xl__source_of(const xl__strategy *strategy, const char *whose);

/* The edits of one program. Only `source` is set before its files are read. */
typedef struct xl__editing {
    const xl__source *source;
    char found[XL__MOST_EDITS][XL__SOURCE_NAME]; /* the file that edit i has changed; empty: none yet */
} xl__editing;

/* Replaces what the file has of the edits. *edited: the new text, for free(), or NULL: nothing is replaced.
   XL_BUILD_FAILED: a text is there more than once. */
int xl__edit_file(xl__editing *editing, const char *name, const char *text, char **edited, xl_error *error);

/* Once all files are read. XL_BUILD_FAILED: a text was in none of them. */
int xl__edits_made(const xl__editing *editing, xl_error *error);
