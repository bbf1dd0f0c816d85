/* short_names.h - device names that fit a column of a table. */
#pragma once

#include "recorded/recorded.h"

enum { TOOL_SHORT = 24, TOOL_SHORT_COLUMNS = 12 };

/* "H200" and "H100" for "Maker H200" and "Maker H100"; "Driver 3.1" for "Driver 3.1 on a Xeon". False: they
   would not be distinct, so they are the letters A, B, ... */
bool tool_short_names(const tool_recorded *recorded, char out[TOOL_MAX_SUBJECTS][TOOL_SHORT]);
