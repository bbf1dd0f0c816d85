/*
 * wrong.h - rows that were wrong at some size: their strategy is not trusted at that width.
 */
#pragma once

#include "records/record.h"

/* Adds the wrong rows of one device to `wrong`, at first an empty object. */
void tool_wrong_note(json_t *wrong, const json_t *records);

bool tool_was_wrong(const json_t *wrong, const json_t *record);
