/*
 * exec_ranks.h - exec by the ranks of an MPI job: n is divided evenly; each rank reads, computes, checks and
 * writes its part. Ranks exchange totals (ranks.h) and combine earlier ones in order (../mpi/combine.h); a
 * scan runs again with that. The rank itself calls OpenCL, so a driver's crash ends the job.
 */
#pragma once

#include "run/config.h"
#include "system/os_drivers.h"
#include "system/ranks.h"

/* reduce, scan, lerp, histogram. */
bool tool_can_combine(const xl__algorithm *algorithm);

/* All ranks call it, with the status so far (unless TOOL_OK, `job` is ignored). Complains; returns the agreed
 * status. `told` gets rank 0's line about each written output.
 */
tool_exit tool_exec_ranks(tool_ranks *ranks, const tool_job *job, tool_exit before, const tool_driver *driver,
                          void (*told)(const char *line));
