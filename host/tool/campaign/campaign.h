/*
 * campaign.h - the parent's side: finds devices, chooses among them, runs their workers, one device after the
 * other or in turns (job/turns.h), keeps what they report.
 *
 * The parent never calls OpenCL. A worker that dies, hangs or takes too much memory costs the row it was at:
 * the row is recorded as an error with the signal, the time or the memory, and a new worker goes on behind
 * it.
 */
#ifndef TOOL_CAMPAIGN_H
#define TOOL_CAMPAIGN_H

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
    json_t *aliases; /* [{"word","fits"}] for the --device words that are common names; owned */
    bool selected;
    tool_exit blame;  /* the status where something of it is lost; TOOL_OK: TOOL_DEVICE_FAILED */
    int rank, number; /* of several ranks: which one runs it, and its place among what that one found */
    json_t *heard;    /* events of a device that another rank runs, or that takes turns with the one that is
                         shown, to be told when that has ended; owned */
    bool begun, over; /* work of this process on it has begun, has ended */
    bool ended, told; /* it has ended; the listener was told */
} tool_found;

typedef struct tool_campaign tool_campaign;

/* What a command does with events. `device` is an index into found. Any may be NULL. */
typedef struct tool_listener {
    void (*device_begins)(tool_campaign *campaign, int device);
    void (*detail)(tool_campaign *campaign, int device); /* found[device].facts has it */
    void (*record)(tool_campaign *campaign, int device, const json_t *record);
    void (*other)(tool_campaign *campaign, int device, const json_t *event);
    void (*device_ends)(tool_campaign *campaign, int device);
    /* A worker that had recorded rows died outside of any. True: the last of them is blamed, and nothing is
       said of the driver. */
    bool (*died)(tool_campaign *campaign, const char *reason);
} tool_listener;

struct tool_campaign {
    tool_job *job;               /* owned */
    const tool_options *options; /* the job's */
    tool_found *found;           /* this machine's, at most TOOL_MAX_FOUND, then those of other ranks' */
    int count;
    tool_progress progress;
    tool_results *results; /* NULL: no JSON wanted */
    tool_csv *csv;
    FILE
        *screen; /* where tables go: standard output, or standard error when it carries --json - or --csv - */
    const tool_listener *listener;
    void *user;
    int shown; /* the device that the listener is told of at once, -1: none */
    tool_exit status;
    tool_own_folder own; /* of this run */
    xl__text empty;      /* drivers without a device and what they answered, "driver NAME: ...; driver ..." */
    long long kept;      /* rows */
    long long ok, mismatch, unsupported, skipped, error;
    bool output_failed;
    bool charted;                 /* --chart was written, or failed to be */
    bool told_busy;               /* that the machine is, has been said */
    bool incomplete;              /* a rank was lost: the results are not all */
    struct tool_cluster *cluster; /* NULL: one rank */
    void (*idle)(void *user);     /* called ten times a second or so while a worker works; NULL: nothing */
};

/* Takes the job, and enumerates every driver. On TOOL_OK close with tool_campaign_close. */
tool_exit tool_campaign_open(tool_campaign *campaign, tool_job *job);

/* Marks the chosen devices (--device, else all) and opens the outputs. With a complaint: TOOL_NO_DEVICE when
   no device fits, TOOL_OUTPUT. Of several ranks all call it: those of one machine share its devices out. */
tool_exit tool_campaign_select(tool_campaign *campaign);

/* Runs the command's worker on each selected device; `first_only` stops after one. */
tool_exit tool_campaign_run(tool_campaign *campaign, const tool_listener *listener, void *user,
                            bool first_only);

/* Ends the outputs, prints nothing; the exit status of everything together. `wants_rows`: a run without any
   ok, mismatch or error row ran nothing. */
tool_exit tool_campaign_close(tool_campaign *campaign, bool wants_rows);

/* Chosen devices whose work has not ended, those of other ranks too. */
static inline int tool_devices_left(const tool_campaign *campaign) {
    int left = 0;
    for (int i = 0; i < campaign->count; i++)
        left += campaign->found[i].selected && !campaign->found[i].ended;
    return left;
}

/* What its parts tell the listener: of one device after the other. What another one does meanwhile is kept
   until its time comes. `of`: a record, or another event. */
typedef enum tool_telling {
    TOOL_TELL_BEGINS,
    TOOL_TELL_DETAIL,
    TOOL_TELL_RECORD,
    TOOL_TELL_OTHER,
    TOOL_TELL_ENDS
} tool_telling;
void tool_tell(tool_campaign *campaign, int device, tool_telling what, const json_t *of);

/* That a device has begun, and what was heard of it. */
void tool_tell_heard(tool_campaign *campaign, int device);

/* Erases the progress line before the command prints. */
FILE *tool_screen(tool_campaign *campaign);

#endif
