/*
 * device_nodes.h - the files of /dev through which drivers reach their devices.
 */
#pragma once

#include <stdbool.h>

bool tool_is_device_node(const char *name);
