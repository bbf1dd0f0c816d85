/* Recorded meetings as a table, and as JSON. */
#ifndef XL_CHECK_TRACE_TEXT_H
#define XL_CHECK_TRACE_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "wire/wire.h"

struct check_lanes {
    uint32_t first, last; /* the lanes to show */
};

/* A line per collective with the lanes' numbers, then what each lane gave and got; "-": absent. */
void trace_print(FILE *out, const char *object, const char *source, const struct check_meeting *meetings,
                 uint32_t count, uint32_t lost, const struct check_lanes *lanes);

/* A line of JSON per meeting: {"collective": name, "kernel", "width", "places": [[file, line], ...]
 * (innermost first), "flow": "one", "all", "before" or "up to", "cluster", "from": [lane or null, ...] (flow
 * "one"), "rows": [["received" or "returned", [text or null, ...]], ...], "lost": meetings without room}.
 */
void trace_json(FILE *out, const char *object, const char *kernel, uint32_t width,
                const struct check_meeting *meetings, uint32_t count, uint32_t lost);

/* Component k that a lane gave (in) or got; "-": the lane was not there. */
enum { TRACE_CELL = 32 };
void trace_value(const struct check_meeting *meeting, bool in, uint32_t lane, uint32_t k,
                 char cell[TRACE_CELL]);
uint32_t trace_components(const struct check_meeting *meeting, bool in);
bool trace_is_there(const struct check_meeting *meeting, uint32_t lane);

#endif
