/* report_check.h - checks if a results file may be compared with others. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The document must be finished, with rows and named devices. Each timed row has the output's checksum and no
 * time of 0. Median, spread, minimum, noise, limit and fraction follow from samples, rates and work; the
 * median is above the limit. out[] gets a summary, or all mistakes, each with its first row.
 */
bool tool_report_check(const json_t *document, char *out, size_t size);

/* True if a row is faster than its launch floor, bytes or operations. */
bool tool_is_below_limit(const json_t *row);
