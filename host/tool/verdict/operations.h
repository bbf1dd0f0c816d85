/*
 * operations.h - from a device's probe records: which sub-group operations of a strategy the device has not
 * itself.
 */
#ifndef TOOL_OPERATIONS_H
#define TOOL_OPERATIONS_H

#include "recorded/recorded.h"

/* "scan_exclusive_add derived; shuffle demoted": of the operations that the row's strategy uses those that
   the probe found not native at its width on its backend. "" where all are native, where it runs on no native
   sub-groups, and where nothing was probed. Returns out. */
const char *tool_operations_not_native(const tool_subject *subject, const json_t *record, char *out,
                                       size_t size);

#endif
