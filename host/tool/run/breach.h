/*
 * breach.h - what a run wrote outside its arrays and its scratch areas, by the guards around them.
 */
#ifndef TOOL_BREACH_H
#define TOOL_BREACH_H

#include "plan/plan_make.h"
#include "cases/compare.h"

/* Adds what was written before and behind an array to the verdict, `used` elements of `element` bytes being
   all that may be written. */
void tool_add_breaches(tool_verdict *verdict, int array, const char *name, bool counted, size_t used,
                       size_t element, const xl__edges *edges);

/* The same for the plan's own areas, as its last run has left them (waits). */
int tool_check_areas(xl_plan *plan, cl_command_queue queue, tool_verdict *verdict, xl_error *error);

/* "array 'y' was written past its end: element 7, 1 too far" */
const char *tool_breach_text(const tool_breach *breach, char *text, size_t size);

#endif
