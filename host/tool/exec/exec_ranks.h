/*
 * exec_ranks.h - exec by the ranks of an MPI job: each reads its part of the inputs, computes and checks
 * it, and writes its part of the output. n is divided evenly. The ranks exchange the parts' totals
 * (ranks.h) and combine earlier ones in rank order (../mpi/combine.h); a scan runs again with that total.
 * The rank itself calls OpenCL, so a crash of its driver ends the job.
 */
#pragma once

#include "run/config.h"
#include "system/os_drivers.h"
#include "system/ranks.h"

/* reduce, scan, lerp, histogram. */
bool tool_can_combine(const xl__algorithm *algorithm);

/* All ranks call it, with the status so far (unless it is TOOL_OK, `job` is ignored), the job with this
 * rank's device, and its driver. Complains; returns the agreed status. `told` gets rank 0's line about
 * each written output.
 */
tool_exit tool_exec_ranks(tool_ranks *ranks, const tool_job *job, tool_exit before, const tool_driver *driver,
                          void (*told)(const char *line));
