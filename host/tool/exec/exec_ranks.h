/*
 * exec_ranks.h - exec by the ranks of an MPI job: each reads its part of the inputs, runs it on its device,
 * and writes its part of the output.
 *
 * No rank holds a whole file. The dimension n is cut, as even as can be. A part is computed by the
 * algorithm's own strategy and checked against the reference; what the parts come to goes to all ranks as
 * texts (ranks.h), and each combines those before its own in their order (../mpi/combine.h). A scan runs once
 * more with what stands before its part. The rank itself calls OpenCL: a driver that kills it ends the job.
 */
#pragma once

#include "run/config.h"
#include "system/os_drivers.h"
#include "system/ranks.h"

/* Whether the parts of an algorithm can be combined: reduce, scan, lerp, histogram. */
bool tool_can_combine(const xl__algorithm *algorithm);

/* All ranks call it, with a status of what came before (TOOL_OK, or `job` is not looked at), the job with the
   device that this rank works on, and its driver. Complains; the agreed status. `told` gets rank 0's line
   about each output that is there. */
tool_exit tool_exec_ranks(tool_ranks *ranks, const tool_job *job, tool_exit before, const tool_driver *driver,
                          void (*told)(const char *line));
