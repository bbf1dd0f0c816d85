/*
 * answers.h - writes answers for programs: one JSON document, or a table. Unknown values are null.
 *
 *   {"schema": 1, "answers": [{"exercise": "01-lane", "result": "wrong", "why": "known mistake", ...}]}
 *
 *   student   `learn grade` only: the folder's name; "M\xfcller" if a byte is not UTF-8, "a\u200bb" for an
 *             invisible character, "\\" for a backslash
 *   exercise  its name
 *   result    "right", "wrong", "untouched" (the original kernel), "not begun" (no kernel), "not run" (the
 *             device has no suitable width, or crosslane or the checking device could not judge it)
 *   why       for a wrong one: "known mistake", "wrong result", "does not compile", "does not end",
 *             "crashed", "too much memory", "too much output", "took too long", "compiled code",
 *             "broken rule"; for one that was not run, the reason
 *   mistake   the sentence of the known mistake with the same results
 *   widths    where it is right: "8, 32 (native)"
 *   compiled  if the results are right and the exercise has conditions on compiled code: "right", "wrong",
 *             "not looked at" (a compiler is missing; why names it)
 *   hints     how many the student read; null: unknown
 *   answer    the lines that the student sees
 *
 * Only in the document:
 *
 *   collectives  how many operations of the sub-group a right answer executed on the checking device; null:
 *             not counted
 *   device    its id, as 'crosslane devices' shows it
 */
#pragma once

#include "system/exit_status.h"
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The other fields are null. `student` NULL: without that field. */
json_t *tool_answer_make(const char *student, const char *exercise, const char *result);

/* `why` NULL: none. */
void tool_answer_judge(json_t *answer, const char *result, const char *why);
bool tool_answer_is(const json_t *answer, const char *result);

/* A document, or a line per answer; "-": standard output; NULL: nowhere. A file appears whole or not at
   all. Complains: TOOL_OUTPUT. */
tool_exit tool_answers_write_json(const json_t *answers, const char *path);
tool_exit tool_answers_write_csv(const json_t *answers, const char *path);
tool_exit tool_answers_write_text(const char *path, const char *text, size_t size);
