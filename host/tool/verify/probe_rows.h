/* probe_rows.h - the worker's side of probe. */
#pragma once

#include "options/select.h"
#include "run/session.h"

/* A record per operation, type and chosen width. */
tool_exit tool_probe_all(tool_session *session);
/* For `run`: what the chosen strategies use, at native widths. */
tool_exit tool_probe_used(tool_session *session, const tool_choice *choices, int count);

/* As `left_out`: what is skipped because it killed the driver's process. */
/* facts.abilities: {"progress": ""}, or why not. */
void tool_add_abilities(const tool_session *session, json_t *device);
void tool_add_left_out(const tool_session *session, json_t *device);

/* Measured; 0: no sub-groups. */
int tool_default_width(tool_session *session);
