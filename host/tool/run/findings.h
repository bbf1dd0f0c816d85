/* findings.h - what the checking device found during a worker's rows. A finding makes a row wrong. */
#pragma once

#include "run/session.h"

/* Before the worker's first OpenCL call: finds the report, and drops that of an earlier worker. */
void tool_findings_open(tool_session *session);
void tool_findings_close(tool_session *session);

/* Reads new findings, each once, and forgets those read before. False: none. Call it after a run has ended.
   `strategy` (NULL: not known): if an output may be in any order, a dependence on the schedule is no finding;
   if its measures vary, nor is one of only the measures. */
bool tool_findings_read(tool_session *session, const xl__strategy *strategy);

/* Forgets new findings, for runs that are no row's. */
void tool_findings_skip(tool_session *session);

/* Collectives that this kernel has executed in the runs that were read. */
long long tool_findings_collectives(const tool_session *session, const char *kernel);

/* Adds findings, if any: status `mismatch`, the reason ends with `repeat` (NULL: none); "findings" has their
   count and the first 20. */
void tool_findings_set(const tool_session *session, json_t *record, const char *repeat);
