/* Checks an algorithm's table without a device. */
#pragma once

#include "table/algorithm.h"

/* Checks parameters, arrays and every strategy, for the first element type. The error is the first mistake,
   with algorithm, strategy, pass and word. `edits`: texts that planted mistakes replace must exist too. */
int xl__check_table(const xl__algorithm *algorithm, bool edits, xl_error *error);
