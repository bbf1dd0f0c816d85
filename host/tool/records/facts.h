/* facts.h - a device and a machine as JSON. */
#pragma once

#include "device/device_facts.h"
#include <jansson.h>

/* The fields of record.h, tool_device_fields; status "ok". */
json_t *tool_device_json(const xl__device_facts *facts);

/* No names of users or hosts. */
json_t *tool_machine_json(void);

/* {"name", "version", "commit", "compiler"} */
json_t *tool_tool_json(void);

/* Fields are null unless all machines are equal. */
json_t *tool_joint_machine(const json_t *machines);

/* A device's id in a merged document: its own, with its node's number if in `taken`. Adds it to `taken`. */
enum { TOOL_JOINT_ID = 128 };
void tool_joint_id(json_t *taken, const char *id, long long node, char out[TOOL_JOINT_ID]);
