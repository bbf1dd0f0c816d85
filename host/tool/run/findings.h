/* findings.h - what the checking device found during a worker's rows. A finding makes a row wrong. */
#pragma once

#include "run/session.h"

/* Before the worker's first OpenCL call: finds the report, and drops that of an earlier worker. */
void tool_findings_open(tool_session *session);
void tool_findings_close(tool_session *session);

/* Reads what was found since the last call, each finding once, and forgets what was read before. Returns
   whether there is any. Call it after a run has ended. `strategy` (NULL: not known): if its table says that
   an output comes in any order, a dependence on the schedule is no finding; if its measures vary, nor is one
   of only the measures. */
bool tool_findings_read(tool_session *session, const xl__strategy *strategy);

/* Forgets what was found since the last call, for runs that are no row's. */
void tool_findings_skip(tool_session *session);

/* How many collectives of sub-groups this kernel has executed in the runs that were read. */
long long tool_findings_collectives(const tool_session *session, const char *kernel);

/* Adds what was read last: the status is then `mismatch`, the reason the findings, with `repeat` (NULL:
   none) in the last line; "findings" has their count and the first 20. No effect without findings. */
void tool_findings_set(const tool_session *session, json_t *record, const char *repeat);
