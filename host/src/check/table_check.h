/*
 * table_check.h - whether an algorithm's table holds together, before any device is asked.
 */
#pragma once

#include "table/algorithm.h"

/* Checks parameters, arrays and every strategy: names and expressions, for the first element type, and each
   pass against the text of its built-in kernel (table_kernels.h). XL_SUCCESS, or the first mistake in one
   line that names algorithm, strategy, pass and word. */
int xl__check_table(const xl__algorithm *algorithm, xl_error *error);
