/*
 * probe_rows.h - the worker's side of probe: one record per operation, type and width.
 */
#ifndef TOOL_PROBE_ROWS_H
#define TOOL_PROBE_ROWS_H

#include "options/select.h"
#include "run/session.h"

/* Every operation, type and chosen width. */
tool_exit tool_probe_all(tool_session *session);
/* Only what the chosen strategies name, at native widths: what `run` does. */
tool_exit tool_probe_used(tool_session *session, const tool_choice *choices, int count);

/* Adds to a device's facts, as `left_out`, texts of what is left alone because the driver's process died of
   it before, where there is such a thing. */
/* facts.abilities: {"progress": ""}, or why not. */
void tool_add_abilities(const tool_session *session, json_t *device);
void tool_add_left_out(const tool_session *session, json_t *device);

/* Lanes of a sub-group when nothing is asked for, measured; 0 where the device has no sub-groups. */
int tool_default_width(tool_session *session);

#endif
