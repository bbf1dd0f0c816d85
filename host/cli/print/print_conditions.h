/*
 * print_conditions.h - `inspect --require`: which conditions do not hold.
 */
#pragma once

#include "inspect/inspection.h"

/* Prints each kernel that violates a condition: TOOL_WRONG. Prints each condition on an operation that no
   kernel has: TOOL_NO_DEVICE, as nothing was compared. Without kernels it prints nothing. */
tool_exit cli_check_conditions(const tool_condition *conditions, int condition_count,
                               const tool_inspection *item, size_t count);
