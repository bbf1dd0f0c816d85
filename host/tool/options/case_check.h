/* case_check.h - checks an algorithm's table (table_check.h) and case. */
#pragma once

#include "system/exit_status.h"
#include "options/select.h"

/* XL_SUCCESS, or one line with the first mistake's algorithm, field and word. */
int tool_check_case(const tool_case *cs, xl_error *error);

/* Checks each table and case once per process. Complains: TOOL_BROKEN. */
tool_exit tool_check_tables(const tool_choice *choices, int count);
