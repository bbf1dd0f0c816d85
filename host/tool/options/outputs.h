/* outputs.h - checks output files before a device is used. */
#pragma once

#include "options/options.h"
#include <stdio.h>

/* Standard output; standard error if --json - or --csv - takes that. */
FILE *tool_outputs_screen(const tool_options *options);

/* Complains. TOOL_USAGE: a file would be written twice or over an input, or (except exec's arrays) exists
 * without --force. TOOL_OUTPUT: one cannot be written.
 */
tool_exit tool_check_outputs(const tool_options *options);

/* Removes partial files of exec's arrays and run's pictures. */
void tool_sweep_outputs(const tool_options *options);
