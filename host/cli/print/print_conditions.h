/*
 * print_conditions.h - `inspect --require`: which conditions do not hold.
 */
#pragma once

#include "inspect/inspection.h"

/* Prints kernels that violate a condition (TOOL_WRONG), and conditions on an operation that no kernel is
   known to use (TOOL_NOTHING_DONE). */
tool_exit cli_check_conditions(const tool_condition *conditions, int condition_count,
                               const tool_inspection *item, size_t count);
