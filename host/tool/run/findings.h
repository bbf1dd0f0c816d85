/*
 * findings.h - what the checking device found while a worker ran its rows. A finding makes a row wrong.
 */
#pragma once

#include "run/session.h"

/* Before the worker's first OpenCL call: looks for the report, and forgets that of an earlier worker. */
void tool_findings_open(tool_session *session);
void tool_findings_close(tool_session *session);

/* Reads what was found since the last call, each finding once, and forgets what was read before. Returns
   whether there is any. Call it after a run has ended. */
bool tool_findings_read(tool_session *session);

/* Adds what was read last to a record: its status is then `mismatch`, its reason the findings, with `repeat`
   (NULL: none) in the last line; "findings" has their count and a list of the first 20. No effect if there is
   none. */
void tool_findings_set(const tool_session *session, json_t *record, const char *repeat);
