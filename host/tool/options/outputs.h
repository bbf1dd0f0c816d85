/*
 * outputs.h - checks a command's output files before it uses a device or opens a file, and removes partial
 * files of a worker that ended while writing.
 */
#pragma once

#include "options/options.h"
#include <stdio.h>

/* The stream for words: standard output, or standard error if standard output gets --json - or --csv -. */
FILE *tool_outputs_screen(const tool_options *options);

/* Complains and returns TOOL_USAGE if a file would be written twice or over an input, or if --json, --csv,
 * --chart or the page of `report` name an existing file without --force; TOOL_OUTPUT if one cannot be
 * written. */
tool_exit tool_check_outputs(const tool_options *options);

/* Removes what a worker that was ended has left of an output that it wrote: arrays of exec, pictures of run.
 */
void tool_sweep_outputs(const tool_options *options);
