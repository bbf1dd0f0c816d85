/*
 * operations.h - which of a strategy's sub-group operations are not native on a device, from its probe
 * records.
 */
#pragma once

#include "recorded/recorded.h"

/* "scan_exclusive_add derived; shuffle demoted": operations of the row's strategy that are not native at its
   width on its backend. "": all are native, the row has no native sub-groups, or nothing was probed. Returns
   out. */
const char *tool_operations_not_native(const tool_subject *subject, const json_t *record, char *out,
                                       size_t size);
