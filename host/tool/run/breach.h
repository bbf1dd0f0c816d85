/* breach.h - finds writes outside arrays and scratch areas by the guards. */
#pragma once

#include "plan/plan_make.h"
#include "cases/compare.h"

/* Finds writes outside an array, of which only `used` elements of `element` bytes may be written. */
void tool_add_breaches(tool_verdict *verdict, int array, const char *name, bool counted, size_t used,
                       size_t element, const xl__edges *edges);

/* After the plan's last run (waits). */
int tool_check_areas(xl_plan *plan, cl_command_queue queue, tool_verdict *verdict, xl_error *error);

/* "array 'y' was written past its end: element 7, 1 too far" */
const char *tool_breach_text(const tool_breach *breach, char *text, size_t size);
