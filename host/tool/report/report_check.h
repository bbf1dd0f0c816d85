/*
 * report_check.h - whether a results file may be compared with other people's.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* True if a document that follows the format is sound: it is finished, has rows, and each device has a name.
 * Each timed row has the output's checksum and no time of 0. Median, spread, minimum, noise, limit and
 * fraction are those computed from the row's samples, rates and work; the median is above the limit. out[]
 * gets a summary of the file, or all mistakes, each with the first row that has it. */
bool tool_report_check(const json_t *document, char *out, size_t size);

/* True if a timed row is at least as fast as its launch floor, bytes or operations allow. */
bool tool_is_below_limit(const json_t *row);
