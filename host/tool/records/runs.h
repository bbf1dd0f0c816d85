/*
 * runs.h - the folder of `run`: a folder per run, named by its start in UTC (2026-11-28T17-36-00Z, a
 * second one of that second ...Z-2), and the link `latest` to the newest complete run. A run is complete
 * if its results file has rows and it ended by itself.
 */
#pragma once

#include "system/os_folder.h"

#define TOOL_RUNS_FOLDER "crosslane-results" /* where you are */
#define TOOL_RUNS_FILE "results.json"        /* of each run */
enum { TOOL_RUNS_KEPT = 20 };

/* Makes the folder of a run that starts now. 0, or the system's error number. */
int tool_runs_begin(const char *folder, char path[TOOL_PATH]);

/* The run at `path` ended. If it is complete, `latest` leads to it. Keeps TOOL_RUNS_KEPT complete and as many
   incomplete runs, and removes the oldest with a message; never a folder with other files, or of a run in
   progress. */
void tool_runs_end(const char *folder, const char *path);

/* The results file of the newest complete run (back 0), of the previous run (1), and so on. False: there is
 * none. */
bool tool_runs_find(const char *folder, int back, char path[TOOL_PATH]);

/* What a word of the command line means: "latest" 0, "previous" 1, any other -1. A file of such a name is
   ./latest. */
int tool_runs_word(const char *word);

/* Whether a run writes a file of this name into its folder: results and pictures. */
bool tool_runs_writes(const char *name);
