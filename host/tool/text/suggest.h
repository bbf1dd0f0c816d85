#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Steps: a character added, removed, replaced, or two neighbours swapped; case does not matter. SIZE_MAX
   for names longer than 63 bytes. */
size_t tool_edit_distance(const char *a, const char *b);

/* The first of the nearest; NULL: none. A third of the typed characters, at least one, may be wrong; or three
 * or more begin the name.
 */
const char *tool_suggest(const char *typed, const char *const *names, size_t count);

/* Matches all of `text`: '*' any characters, '?' one, case-sensitive. */
bool tool_glob(const char *pattern, const char *text);

bool tool_has_wildcard(const char *pattern);

/* "algorithm" means all its strategies, "algorithm/strategy" one; wildcards in both. */
bool tool_match_name(const char *pattern, const char *algorithm, const char *strategy);
