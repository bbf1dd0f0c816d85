/* merge.h - joins results files of several machines. */
#pragma once

#include "system/exit_status.h"
#include "options/options.h"

/* One document at `json`, one table at `csv` ("-": standard output; NULL: not wanted), each whole or not at
   all. Machines become nodes, from 1 in file order; a device keeps its id unless another has it, and gets its
   node, machine and label. Complains: TOOL_USAGE if files are fewer than two, damaged, of different versions,
   or share rows; TOOL_OUTPUT. */
tool_exit tool_merge(const tool_words *files, const char *json, const char *csv);
