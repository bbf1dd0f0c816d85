/*
 * table_lists.h - whether what a table points to is there and within its bounds, so that it can be read at
 * all.
 */
#pragma once

#include "table/algorithm.h"

/* Lists and their lengths, names, and fields that are one of a few words. Nothing else is to be asked of a
   table before. XL_SUCCESS, or the first mistake in one line. */
int xl__check_lists(const xl__algorithm *algorithm, xl_error *error);
