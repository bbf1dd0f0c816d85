/*
 * campaign_files.h - a campaign's results file and table. Part of campaign.c and gather.c; sweeps add how
 * times grow.
 */
#pragma once

#include "campaign/campaign.h"

/* Makes the folder of --out-dir, or a run's own folder among the recorded runs. Complains: TOOL_OUTPUT. */
tool_exit tool_files_make_folder(tool_campaign *campaign);

/* The same for a run's folder that rank 0 has named. */
tool_exit tool_files_take_folder(tool_campaign *campaign, const char *path);

/* Opens what --json, --csv and --out-dir ask for. Takes the reference to `machine`, which goes into the file.
   Complains: TOOL_OUTPUT. */
tool_exit tool_files_open(tool_campaign *campaign, json_t *machine);

/* Writes the device's current facts; needed before rows that name it. */
void tool_files_device(tool_campaign *campaign, int device);

/* Adds how times grow; takes the reference. */
void tool_files_growth(tool_campaign *campaign, json_t *growth);

/* Counts and writes a row. */
void tool_files_record(tool_campaign *campaign, int device, const json_t *record);

/* Closes both. */
void tool_files_close(tool_campaign *campaign);
