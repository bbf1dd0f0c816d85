#pragma once

#include "inspect/target.h"

/* NULL past the last. Targets live as long as the process. */
const tool_inspect_target *tool_target_at(size_t index);
const tool_inspect_target *tool_target_find(const char *name); /* NULL: there is none */
const char *tool_target_nearest(const char *name);             /* NULL: none is near */

extern const tool_vendor tool_vendor_amd, tool_vendor_intel, tool_vendor_nvidia, tool_vendor_processor;
extern const tool_vendor tool_vendor_driver; /* a processor's code from a driver */
