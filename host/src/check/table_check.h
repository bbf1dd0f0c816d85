/*
 * table_check.h - whether an algorithm's table holds together, before any device is asked.
 */
#pragma once

#include "table/algorithm.h"

/* Checks parameters, arrays and every strategy: names and expressions, for the first element type, and each
   pass against the text of its built-in kernel (table_kernels.h). XL_SUCCESS, or the first mistake in one
   line that names algorithm, strategy, pass and word. `edits`: the texts that
   planted mistakes replace must exist too; without, only the row of such a mistake fails. */
int xl__check_table(const xl__algorithm *algorithm, bool edits, xl_error *error);
