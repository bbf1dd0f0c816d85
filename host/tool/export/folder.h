/*
 * folder.h - the parent's side of `export`: the folder, and what is written next to the worker's program.
 */
#pragma once

#include "system/exit_status.h"
#include <jansson.h>

/* Makes the folder if it is not there. Complains. */
tool_exit export_folder_make(const char *folder);

/* What ten runs of the exported program gave. */
typedef struct export_runs {
    int runs, failed; /* runs 0: it could not be built here */
    char why[256];    /* the first FAIL line, or why there are no runs */
} export_runs;

/* Also writes the Makefile, about which it complains. */
tool_exit export_folder_run(const char *folder, export_runs *out);

/* Writes REPORT.md. `record`: the row; `device`: its device's facts; `event`: the worker's "exported". */
tool_exit export_folder_report(const char *folder, const json_t *record, const json_t *device,
                               const json_t *event, const export_runs *runs);
