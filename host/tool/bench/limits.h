/*
 * limits.h - the least time that a row's bytes, operations and launch imply on its device.
 */
#ifndef TOOL_LIMITS_H
#define TOOL_LIMITS_H

#include "run/ceilings.h"

/* Into the record: what was measured of the device and, if `wanted`, what the limit is and which fraction of
   it `median` reached. A kernel that is faster than its limit shows that a ceiling was measured too low: it
   is measured again, and where that does not help there is no limit. Nor is there one where a ceiling could
   not be measured. `failed` says why. */
void tool_limits_set(tool_session *session, tool_ceilings *ceilings, const xl_plan *plan, double median,
                     bool wanted, json_t *record, xl_error *failed);

#endif
