/*
 * print_conditions.h - `inspect --require`: which conditions do not hold.
 */
#pragma once

#include "inspect/inspection.h"

/* TOOL_WRONG: a kernel violates a condition. TOOL_NOTHING_DONE: no kernel is known to use an operation. */
tool_exit cli_check_conditions(const tool_condition *conditions, int condition_count,
                               const tool_inspection *item, size_t count);
