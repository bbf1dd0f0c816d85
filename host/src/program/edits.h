/* A planted mistake as a change of a right kernel's text (xl__edit). */
#pragma once

#include "program/source.h"
#include "table/algorithm.h"

/* The strategy's file, or the text in its place, with its edits. Keeps `whose` without a copy. */
xl__source xl__source_of(const xl__strategy *strategy, const char *whose);

/* The edits of one program. Only `source` is set before its files are read. */
typedef struct xl__editing {
    const xl__source *source;
    char found[XL__MOST_EDITS][XL__SOURCE_NAME]; /* the file that edit i changed; empty: none yet */
} xl__editing;

/* *edited: the new text, for free(), or NULL: nothing replaced. XL_BUILD_FAILED: a text occurs more than
   once. */
int xl__edit_file(xl__editing *editing, const char *name, const char *text, char **edited, xl_error *error);

/* Call after all files. XL_BUILD_FAILED: a text was in none of them. */
int xl__edits_made(const xl__editing *editing, xl_error *error);
