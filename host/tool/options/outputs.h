/*
 * outputs.h - the files that a command will write, checked before a device is asked and a file is opened,
 * and what is left where a worker ends while it writes one.
 */
#pragma once

#include "options/options.h"
#include <stdio.h>

/* Where words go: standard output, or standard error when that has --json - or --csv -. */
FILE *tool_outputs_screen(const tool_options *options);

/* Complains and returns TOOL_USAGE when a file would be written twice, or over one that is read, or when
   --json, --csv, --chart or the page of `report` name one that exists without --force; TOOL_OUTPUT when one
   cannot be written. */
tool_exit tool_check_outputs(const tool_options *options);

/* Removes what a worker that was ended has left of an output that it wrote: arrays of exec, pictures of run.
 */
void tool_sweep_outputs(const tool_options *options);
