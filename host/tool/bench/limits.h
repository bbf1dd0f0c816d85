/*
 * limits.h - the least time that a row's bytes, operations and launch imply on its device.
 */
#pragma once

#include "run/ceilings.h"

/* Writes the ceilings into the record and, if `wanted`, the limit and the fraction that `median` reached. If
   a kernel is faster than its limit, measures that ceiling again; without limit `failed` has the reason. */
void tool_limits_set(tool_session *session, tool_ceilings *ceilings, const xl_plan *plan, double median,
                     bool wanted, json_t *record, xl_error *failed);
