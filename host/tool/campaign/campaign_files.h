/* campaign_files.h - a campaign's output files: results in JSON, and a table in CSV. */
#pragma once

#include "campaign/campaign.h"

/* --out-dir, or a run's own folder. Complains: TOOL_OUTPUT. */
tool_exit tool_files_make_folder(tool_campaign *campaign);

/* On other ranks: uses rank 0's folder. Complains: TOOL_OUTPUT. */
tool_exit tool_files_take_folder(tool_campaign *campaign, const char *path);

/* Opens outputs for --json, --csv and --out-dir. Takes the reference to `machine`. Complains: TOOL_OUTPUT. */
tool_exit tool_files_open(tool_campaign *campaign, json_t *machine);

/* Needed before rows that name the device. */
void tool_files_device(tool_campaign *campaign, int device);

/* Adds how times grow along a sweep. Takes the reference. */
void tool_files_growth(tool_campaign *campaign, json_t *growth);

void tool_files_record(tool_campaign *campaign, int device, const json_t *record);

/* Complains if rows are missing. Rank 0 also ends the run's folder (tool_runs_end). */
void tool_files_close(tool_campaign *campaign);
