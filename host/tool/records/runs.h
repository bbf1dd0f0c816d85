/*
 * runs.h - the folder in which `run` keeps its runs: a folder per run, named by its start in UTC
 * (2026-11-28T17-36-00Z, a second one of that second ...Z-2), and the link `latest` to the newest complete
 * run. A run is complete if its results file has rows and its run ended by itself.
 */
#pragma once

#include "system/os_folder.h"

#define TOOL_RUNS_FOLDER "crosslane-results" /* where you are */
#define TOOL_RUNS_FILE "results.json"        /* of each run */
enum { TOOL_RUNS_KEPT = 20 };

/* Makes the folder of a run that starts now. 0, or the system's error number. */
int tool_runs_begin(const char *folder, char path[TOOL_PATH]);

/* The run at `path` ended. If it is complete, `latest` now leads to it, and of more than TOOL_RUNS_KEPT
   complete runs the oldest go, with a message. Otherwise the same number of incomplete runs is kept. A folder
   with a file that no run wrote stays, and so does a run that goes on. */
void tool_runs_end(const char *folder, const char *path);

/* The results file of the newest complete run (back 0), of the previous run (1), and so on. False: there is
 * none. */
bool tool_runs_find(const char *folder, int back, char path[TOOL_PATH]);

/* What a word of the command line means: "latest" 0, "previous" 1, any other -1. A file of such a name is
   ./latest. */
int tool_runs_word(const char *word);

/* Whether a run writes a file of this name into its folder: results and pictures. */
bool tool_runs_writes(const char *name);
