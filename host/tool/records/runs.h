/*
 * runs.h - the folders of `run`, named by the start in UTC (2026-11-28T17-36-00Z, a second one of that second
 * ...Z-2), and the link `latest` to the newest run that has rows and ended by itself.
 */
#pragma once

#include "system/os_folder.h"

#define TOOL_RUNS_FOLDER "crosslane-results" /* in the current folder */
#define TOOL_RUNS_FILE "results.json"        /* of each run */
enum { TOOL_RUNS_KEPT = 20 };

/* Makes the folder of a run that starts now. 0 or errno. */
int tool_runs_begin(const char *folder, char path[TOOL_PATH]);

/* Links `latest` to a complete run. Keeps TOOL_RUNS_KEPT complete and as many incomplete runs; removes the
   oldest with a message, but no folder with other files, or of a run in progress. */
void tool_runs_end(const char *folder, const char *path);

/* The results file of the newest complete run (back 0), the previous one (1), and so on. False: none. */
bool tool_runs_find(const char *folder, int back, char path[TOOL_PATH]);

/* "latest" 0, "previous" 1, else -1. A file of such a name is ./latest. */
int tool_runs_word(const char *word);

/* Results and pictures of a run. */
bool tool_runs_writes(const char *name);
