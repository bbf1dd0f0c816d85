/*
 * suggest.h - names that people type: the nearest known one, and patterns.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Steps from a to b: a character added, removed, replaced, or two neighbours swapped; upper and lower case
   are the same. Names longer than 63 bytes count as far from everything (SIZE_MAX). */
size_t tool_edit_distance(const char *a, const char *b);

/* The name nearest to `typed` (the first of equals), NULL if none is near: at most a third of the typed
 * characters, but at least one, may be wrong; or `typed` begins it (three characters or more). */
const char *tool_suggest(const char *typed, const char *const *names, size_t count);

/* True if all of `text` matches: '*' any characters, '?' one, case-sensitive. */
bool tool_glob(const char *pattern, const char *text);

/* True when the pattern holds a '*' or '?'. */
bool tool_has_wildcard(const char *pattern);

/* NAME of the command line: "algorithm" means all its strategies, "algorithm/strategy" one, both with
   wildcards. */
bool tool_match_name(const char *pattern, const char *algorithm, const char *strategy);
