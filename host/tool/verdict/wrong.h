/*
 * wrong.h - rows that were wrong at some size: their strategy, at that width, is nobody's best at any other.
 */
#ifndef TOOL_WRONG_H
#define TOOL_WRONG_H

#include "records/record.h"

/* Notes the rows of a list that were wrong, of one device alone: in an object that begins empty. */
void tool_wrong_note(json_t *wrong, const json_t *records);

/* Whether the same strategy at the same width and backend was. */
bool tool_was_wrong(const json_t *wrong, const json_t *record);

#endif
