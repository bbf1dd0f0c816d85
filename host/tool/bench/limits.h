/*
 * limits.h - the least time that a row's bytes, operations and launch imply on its device.
 */
#pragma once

#include "run/ceilings.h"

/* Writes the device's measured ceilings into the record and, if `wanted`, the limit and the fraction of it
   that `median` reached. A kernel faster than its limit shows that a ceiling was measured too low, so that
   ceiling is measured again. If this fails, there is no limit, and `failed` has the reason. */
void tool_limits_set(tool_session *session, tool_ceilings *ceilings, const xl_plan *plan, double median,
                     bool wanted, json_t *record, xl_error *failed);
