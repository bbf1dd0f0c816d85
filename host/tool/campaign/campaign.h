/*
 * campaign.h - the parent process: selects devices, runs their workers, one at a time or alternating
 * (job/turns.h), and stores rows, without OpenCL. A worker that crashes, hangs or uses too much memory costs
 * its current row; a new worker continues.
 */
#pragma once

#include "system/os_drivers.h"
#include "job/job.h"
#include "campaign/progress.h"
#include "records/results.h"
#include "base/text.h"

enum { TOOL_MAX_FOUND = 128 };

typedef struct tool_found {
    tool_driver driver;
    int local_index; /* among the driver's devices */
    json_t *facts;   /* tool_device_fields; owned */
    json_t *aliases; /* [{"word","fits"}] for --device words that are common names; owned */
    bool selected;
    tool_exit blame;  /* the status if its rows are lost; TOOL_OK means TOOL_DEVICE_FAILED */
    int rank, number; /* the rank that runs it, and its index there */
    json_t *heard;    /* stored events of another rank's or an alternating device; owned */
    bool begun, over; /* in this process */
    bool ended, told; /* the listener was informed */
} tool_found;

typedef struct tool_campaign tool_campaign;

/* `device` indexes found. Any callback may be NULL. */
typedef struct tool_listener {
    void (*device_begins)(tool_campaign *campaign, int device);
    void (*detail)(tool_campaign *campaign, int device); /* found[device].facts has changed */
    void (*record)(tool_campaign *campaign, int device, const json_t *record);
    void (*other)(tool_campaign *campaign, int device, const json_t *event);
    void (*device_ends)(tool_campaign *campaign, int device);
    /* A worker with recorded rows died outside any row. True: blames the last row, not the driver. */
    bool (*died)(tool_campaign *campaign, const char *reason);
} tool_listener;

struct tool_campaign {
    tool_job *job; /* owned */
    const tool_options *options;
    tool_found *found; /* this machine's, then other ranks' */
    int count;
    tool_progress progress;
    tool_results *results; /* NULL: no JSON wanted */
    tool_csv *csv;
    FILE *screen; /* for tables: standard output, or standard error with --json - or --csv - */
    const tool_listener *listener;
    void *user;
    int shown; /* its events go to the listener immediately; -1: none */
    tool_exit status;
    tool_private_folder private_folder; /* of this run */
    char run_folder[TOOL_PATH]; /* of run: its own folder among the recorded runs (runs.h); "": none */
    xl__text empty; /* drivers without a device and their answers, "driver NAME: ...; driver ..." */
    long long kept; /* rows */
    long long ok, mismatch, unsupported, skipped, error;
    bool output_failed;
    double began;       /* when it was opened, seconds */
    int asked, granted; /* part of run that a device requested, and that was granted */
    json_t *estimate;   /* of alternating devices, summed; owned */
    bool charted;       /* --chart was written, or failed */
    bool told_busy;
    bool incomplete;              /* a rank was lost, results are missing */
    struct tool_cluster *cluster; /* NULL: one rank */
    void (*idle)(void *user);     /* about ten times a second while a worker works; may be NULL */
};

/* Takes the job. On TOOL_OK close with tool_campaign_close. */
tool_exit tool_campaign_open(tool_campaign *campaign, tool_job *job);

/* Selects devices, opens outputs. Complains: TOOL_NOTHING_DONE if no device fits, TOOL_OUTPUT. All ranks call
   it: those of a machine share its devices. */
tool_exit tool_campaign_select(tool_campaign *campaign);

/* `first_only`: stops after one device. */
tool_exit tool_campaign_run(tool_campaign *campaign, const tool_listener *listener, void *user,
                            bool first_only);

/* Closes the outputs silently; returns the exit status. `wants_rows`: a run without any ok, mismatch or error
   row ran nothing. */
tool_exit tool_campaign_close(tool_campaign *campaign, bool wants_rows);

/* Also on other ranks. */
static inline int tool_devices_left(const tool_campaign *campaign) {
    int left = 0;
    for (int i = 0; i < campaign->count; i++)
        left += campaign->found[i].selected && !campaign->found[i].ended;
    return left;
}

/* Device after device. `of`: a record or another event. */
typedef enum tool_telling {
    TOOL_TELL_BEGINS,
    TOOL_TELL_DETAIL,
    TOOL_TELL_RECORD,
    TOOL_TELL_OTHER,
    TOOL_TELL_ENDS
} tool_telling;
void tool_tell(tool_campaign *campaign, int device, tool_telling what, const json_t *of);

void tool_tell_heard(tool_campaign *campaign, int device);

/* Erases the progress line; returns the stream to print to. */
FILE *tool_screen(tool_campaign *campaign);
