/* print_promises.h - `compare` of files of `promises --json`. */
#pragma once

#include "options/options.h"

/* Prints the devices' guarantees next to each other. False: the files have answers of fewer than two devices.
 */
bool cli_compare_promises(const tool_words *files);
