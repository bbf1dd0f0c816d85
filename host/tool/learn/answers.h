/*
 * answers.h - what came of many answers, for programs: one JSON document, or a table.
 *
 *   {"schema": 1, "answers": [{"exercise": "01-lane", "result": "wrong", "why": "known mistake", ...}]}
 *
 *   student   the folder's name, of `learn grade` alone: "M\xfcller" where a byte is not UTF-8, "a\u200bb"
 * for a character that does not show, "\\" for a backslash exercise  its name result    "right", "wrong",
 * "untouched" (the kernel that was handed out), "not begun" (there is none), "not run" (no width that the
 * device has suits it, or crosslane could not judge it) why       of a wrong one: "known mistake", "wrong
 * result", "does not compile", "does not end", "crashed", "too much memory", "too much output", "took too
 * long", "compiled code"; of one that was not run the reason mistake   the sentence of the known mistake with
 * the same results widths    where it is right, "8, 32 (native)" compiled  where the exercise asks something
 * of the compiled code and the results are right: "right", "wrong", "not looked at" (a compiler is missing
 * here; why says which) hints     how many were taken; null: not known answer    what the person is told,
 * lines
 *
 * What is not known is null.
 */
#pragma once

#include "system/exit_status.h"
#include <jansson.h>
#include <stdbool.h>

/* An answer with all fields, null but for these; `student` NULL: none, and no such field. */
json_t *tool_answer_make(const char *student, const char *exercise, const char *result);

/* Another result, and why; NULL: nothing to be said. */
void tool_answer_judge(json_t *answer, const char *result, const char *why);
bool tool_answer_is(const json_t *answer, const char *result);

/* Writes the document, or a line per answer, to a file or with "-" to standard output; NULL: nowhere. A file
   appears whole or not at all. Complains: TOOL_OUTPUT. */
tool_exit tool_answers_write_json(const json_t *answers, const char *path);
tool_exit tool_answers_write_csv(const json_t *answers, const char *path);
