/*
 * report_check.h - whether a results file may be compared with other people's.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Whether a document that keeps the format's rules is sound: it is finished, has rows, each device has a
   name, and each timed row has the output's checksum, samples whose median and minimum are those that it
   names, and a fraction of its limit below 1. out[] gets what the file has, or everything that is wrong, each
   with the first row that has it. */
bool tool_report_check(const json_t *document, char *out, size_t size);
