/* cli_export.h - a row as a program, for `export` and `verify --export`. */
#pragma once

#include "shared/cli.h"

/* Prefers the first wrong row, else the first that ran. `before` NULL: none. */
bool cli_export_prefers(const json_t *record, const json_t *before);

/* Writes to a new folder, runs it ten times, and prints the results. `device`: chosen if the options choose
   none. */
tool_exit cli_export_row(const tool_options *given, const json_t *record, const char *device,
                         const char *folder);
