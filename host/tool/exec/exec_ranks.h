/*
 * exec_ranks.h - exec by the ranks of an MPI job: each reads its part of the inputs, runs it on its device,
 * and writes its part of the output. No rank holds a whole file. The dimension n is divided as evenly as
 * possible. The algorithm's own strategy computes a part, which is checked against the reference. Every rank
 * gets the parts' totals as texts (ranks.h) and combines those before its own in rank order
 * (../mpi/combine.h). A scan then runs again with the total of all earlier parts. The rank itself calls
 * OpenCL: a driver that crashes it ends the job.
 */
#pragma once

#include "run/config.h"
#include "system/os_drivers.h"
#include "system/ranks.h"

/* Whether the parts of an algorithm can be combined: reduce, scan, lerp, histogram. */
bool tool_can_combine(const xl__algorithm *algorithm);

/* All ranks call it, with the status so far (unless it is TOOL_OK, `job` is ignored), the job with this
 * rank's device, and its driver. Complains; returns the agreed status. `told` gets rank 0's line about each
 * written output. */
tool_exit tool_exec_ranks(tool_ranks *ranks, const tool_job *job, tool_exit before, const tool_driver *driver,
                          void (*told)(const char *line));
