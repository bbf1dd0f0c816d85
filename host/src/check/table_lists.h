/* Checks that what a table points to exists and is within bounds. */
#pragma once

#include "table/algorithm.h"

/* Checks lists and their lengths, names, and fields that have a few possible words. Call it before all
   other readers of the table. XL_SUCCESS, or the first mistake in one line. */
int xl__check_lists(const xl__algorithm *algorithm, xl_error *error);
