/*
 * probe_rows.h - the worker's side of probe: one record per operation, type and width.
 */
#pragma once

#include "options/select.h"
#include "run/session.h"

/* Probes every operation, type and chosen width. */
tool_exit tool_probe_all(tool_session *session);
/* Probes only what the chosen strategies name, at native widths, for `run`. */
tool_exit tool_probe_used(tool_session *session, const tool_choice *choices, int count);

/* Adds to a device's facts, as `left_out`, what is skipped because it killed the driver's process before, if
   anything. */
/* facts.abilities: {"progress": ""}, or why not. */
void tool_add_abilities(const tool_session *session, json_t *device);
void tool_add_left_out(const tool_session *session, json_t *device);

/* The measured default sub-group width; 0: the device has no sub-groups. */
int tool_default_width(tool_session *session);
