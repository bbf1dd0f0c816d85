/*
 * table_lists.h - whether what a table points to is there and within its bounds, so that it can be read at
 * all.
 */
#pragma once

#include "table/algorithm.h"

/* Checks lists and their lengths, names, and fields that have a few possible words. Comes before anything
   else that reads the table. XL_SUCCESS, or the first mistake in one line. */
int xl__check_lists(const xl__algorithm *algorithm, xl_error *error);
