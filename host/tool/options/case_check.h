/*
 * case_check.h - whether what an algorithm says of itself holds together: its table (table_check.h) and its
 * case.
 */
#pragma once

#include "system/exit_status.h"
#include "options/select.h"

/* Inputs, settings, sweeps, expectations and domains of a case. XL_SUCCESS, or the first mistake in one line
   that names the algorithm, the field and the word. */
int tool_check_case(const tool_case *cs, xl_error *error);

/* Tables and cases of what is chosen, each once in a process. With a complaint: TOOL_BROKEN. */
tool_exit tool_check_tables(const tool_choice *choices, int count);
