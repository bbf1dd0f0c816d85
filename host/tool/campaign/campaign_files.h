/*
 * campaign_files.h - where a campaign's rows go: its results file and its table. Part of campaign.c and
 * gather.c; sweeps add how times grow.
 */
#ifndef TOOL_CAMPAIGN_FILES_H
#define TOOL_CAMPAIGN_FILES_H

#include "campaign/campaign.h"

/* The folder of --out-dir. Complains: TOOL_OUTPUT. */
tool_exit tool_files_make_folder(const tool_campaign *campaign);

/* Opens what --json, --csv and --out-dir ask for; `machine` is what the file says of it, the call takes the
   reference. Complains: TOOL_OUTPUT. */
tool_exit tool_files_open(tool_campaign *campaign, json_t *machine);

/* The device's facts as they are known now; rows name it, so it comes before them. */
void tool_files_device(tool_campaign *campaign, int device);

/* How times grow; the call takes the reference. */
void tool_files_growth(tool_campaign *campaign, json_t *growth);

/* Counts a row and keeps it. */
void tool_files_record(tool_campaign *campaign, int device, const json_t *record);

/* Ends both. */
void tool_files_close(tool_campaign *campaign);

#endif
