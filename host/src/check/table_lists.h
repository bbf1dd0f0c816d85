/* Checks that what a table points to exists and is within bounds. */
#pragma once

#include "table/algorithm.h"

/* Call before all other readers of the table. XL_SUCCESS, or the first mistake in one line. */
int xl__check_lists(const xl__algorithm *algorithm, xl_error *error);
