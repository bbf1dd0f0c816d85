/*
 * merge.h - results files that were taken apart from each other, as one: of a room of laptops, of a cluster's
 * nodes.
 */
#ifndef TOOL_MERGE_H
#define TOOL_MERGE_H

#include "system/exit_status.h"
#include "options/options.h"

/* Writes the rows and devices of `files` into one document at `json` and one table at `csv` ("-" = standard
   output; NULL: not wanted), each whole or not at all. Each machine
   becomes a node, numbered from 1 in the order of the files; a device keeps its id unless another one has it,
   and gets its node, machine and label. Complains and writes nothing where files do not belong together
   (TOOL_USAGE): fewer than two, damaged, of different versions of crosslane, or the same rows twice.
   TOOL_OUTPUT: one cannot be written. */
tool_exit tool_merge(const tool_words *files, const char *json, const char *csv);

#endif
