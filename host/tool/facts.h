/*
 * facts.h - a device and a machine as JSON, for the results file, the tables and the parent's selection.
 */
#ifndef TOOL_FACTS_H
#define TOOL_FACTS_H

#include "../src/device_facts.h"
#include <jansson.h>

/* The fields of a device (record.h: tool_device_fields) from its facts; status "ok". */
json_t *tool_device_json(const xl__device_facts *facts);

/* {"processor", "system", "cores", "memory_bytes", "power"}: no user's and no host's name. */
json_t *tool_machine_json(void);

/* {"name", "version", "commit", "compiler"} */
json_t *tool_tool_json(void);

#endif
