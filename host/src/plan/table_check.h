/*
 * table_check.h - whether an algorithm's table holds together, before any device is asked.
 */
#ifndef XL_TABLE_CHECK_H
#define XL_TABLE_CHECK_H

#include "table/algorithm.h"

/* Checks parameters, arrays and every strategy: names and expressions, for the first element type, and each
   pass's arguments against the kernel's own parameter list in the sources (of `kernel_dir` where it has the
   file; NULL: the built-in ones). XL_SUCCESS, or the first mistake in one line that names algorithm,
   strategy, pass and word. */
int xl__check_table(const xl__algorithm *algorithm, const char *kernel_dir, xl_error *error);

#endif
