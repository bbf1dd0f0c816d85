/* outputs.h - checks output files before a device is used, and removes a dead worker's partial files. */
#pragma once

#include "options/options.h"
#include <stdio.h>

/* Standard output; standard error if --json - or --csv - takes that. */
FILE *tool_outputs_screen(const tool_options *options);

/* Complains. TOOL_USAGE: a file would be written twice or over an input, or --json, --csv, --chart or the
 * page of `report` name an existing file without --force. TOOL_OUTPUT: one cannot be written.
 */
tool_exit tool_check_outputs(const tool_options *options);

/* Removes partial files of exec's arrays and run's pictures. */
void tool_sweep_outputs(const tool_options *options);
