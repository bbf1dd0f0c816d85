/*
 * device_nodes.h - the files of /dev through which drivers reach their devices.
 */
#pragma once

#include <stdbool.h>

/* Whether a name in /dev is one. */
bool tool_is_device_node(const char *name);
