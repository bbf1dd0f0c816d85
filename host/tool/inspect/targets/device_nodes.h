/*
 * device_nodes.h - the files of /dev through which drivers reach their devices.
 */
#pragma once

#include <stdbool.h>

/* True if a name in /dev is a device node. */
bool tool_is_device_node(const char *name);
