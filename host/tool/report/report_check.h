/*
 * report_check.h - whether a results file is fit to stand beside those of other people.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Of a document that keeps the rules of its format: it is finished, has rows, each device has a name, and of
   each row that was timed there are the output's checksum and samples whose median and minimum are those that
   it names, and the fraction of its limit is below 1. Says in out[] what the file has, or all that is wrong
   with the first row of each. */
bool tool_report_check(const json_t *document, char *out, size_t size);
