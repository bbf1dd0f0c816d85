/*
 * alike.h - which answers of a class are the same kernel, with own names numbered, without spaces, comments
 * and preprocessor lines. A hint for the teacher: short answers are the same by chance.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

/* The words of a kernel with a space after each; the caller frees it. */
char *tool_alike_text(const char *kernel);

/* Words of `kernel` without a common beginning and end with `start`, both from tool_alike_text. */
size_t tool_alike_own_words(const char *kernel, const char *start);

/* An answer with at most so many words of its own may be the same by chance. */
enum { TOOL_ALIKE_SHORT = 12 };

/*
 * Sets fields of the answers to one exercise: "same_as", the students with the same kernel,
 * "same_as_solution" and "own_words". texts[i] (NULL: none) belongs to answers[i]; all are from
 * tool_alike_text.
 */
void tool_alike_mark(json_t *const *answers, char *const *texts, size_t count, const char *start,
                     const char *solution);

/*
 * Groups of students, largest evidence first: [{"students": ["anna", "the solution"], "exercises":
 * ["07-reduce"], "own_words": 40}], the words of the longest answer. `answers`: all, marked. Owned by the
 * caller.
 */
json_t *tool_alike_groups(const json_t *answers);
