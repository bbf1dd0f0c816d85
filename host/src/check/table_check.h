/* Checks an algorithm's table without a device. */
#pragma once

#include "table/algorithm.h"

/* Checks parameters, arrays and every strategy: names, expressions for the first element type, and each pass
   against its built-in kernel (table_kernels.h). The error is the first mistake, in one line that names
   algorithm, strategy, pass and word. `edits`: the texts that planted mistakes replace must exist too. */
int xl__check_table(const xl__algorithm *algorithm, bool edits, xl_error *error);
