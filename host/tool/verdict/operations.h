/* operations.h - operations that are not native on a device, from its probe records. */
#pragma once

#include "recorded/recorded.h"

/* "scan_exclusive_add derived; shuffle demoted", at the row's width and backend. "": all are native, the row
   has no native sub-groups, or nothing was probed. Returns out. */
const char *tool_operations_not_native(const tool_subject *subject, const json_t *record, char *out,
                                       size_t size);
