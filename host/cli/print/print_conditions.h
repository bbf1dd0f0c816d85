/*
 * print_conditions.h - `inspect --require`: which conditions do not hold.
 */
#pragma once

#include "inspect/inspection.h"

/* A line for each kernel for which a condition does not hold: TOOL_WRONG; and for each condition on an
   operation of the layer that was not found in any kernel shown: TOOL_NO_DEVICE, as nothing was compared.
   Where no kernel is shown at all, that is the caller's to say. */
tool_exit cli_check_conditions(const tool_condition *conditions, int condition_count,
                               const tool_inspection *item, size_t count);
