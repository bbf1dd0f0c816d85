/* cli_export.h - a row as a program, for `export` and `verify --export`. */
#pragma once

#include "shared/cli.h"

/* Whether a row is better to export than the one before (NULL: none): the first wrong one, else the first
   that ran. */
bool cli_export_prefers(const json_t *record, const json_t *before);

/* Writes the program to a new folder, runs it ten times, and prints the results. `device`: chosen if the
   options choose none. */
tool_exit cli_export_row(const tool_options *given, const json_t *record, const char *device,
                         const char *folder);
