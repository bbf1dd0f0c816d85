/*
 * supervise.h - one worker process from its start to its end: its events, its silence, its death.
 */
#ifndef TOOL_SUPERVISE_H
#define TOOL_SUPERVISE_H

#include "system/exit_status.h"
#include "system/os_drivers.h"
#include "campaign/progress.h"
#include "job/job.h"
#include "system/os_process.h"
#include "base/calls.h"
#include <jansson.h>

enum { TOOL_WORDS = 200, TOOL_WORKER_SETTINGS = 3 };

/* What a worker's environment is changed by, NULL at the end. Threads of OpenMP that have computed a
   reference sleep: by default they spin for the next one, on the processors that a CPU's driver compiles and
   runs kernels with, which took half of the time of a verify on two cores. */
void tool_worker_environment(const tool_driver *driver, const char *environment[TOOL_WORKER_SETTINGS]);

/* How a worker is started. */
typedef struct tool_worker_start {
    const char *role; /* "enumerate": tells the driver's devices; "work": works on one of them */
    const tool_job *job;
    int others;               /* what it learns from that it is alone (os_process.h), -1: nothing */
    void (*idle)(void *user); /* called with idle_user while the worker is waited for; may be NULL */
    void *idle_user;
} tool_worker_start;

typedef enum tool_end_kind {
    TOOL_END_WELL,
    TOOL_END_DIED,
    TOOL_END_HUNG,
    TOOL_END_TOO_LARGE,
    TOOL_END_STOPPED,
    TOOL_END_NO_START
} tool_end_kind;

typedef struct tool_worker_end {
    tool_end_kind kind;
    int code;               /* exit status of the process, or the signal that ended it when negative */
    tool_exit status;       /* TOOL_END_WELL: what the worker has to say */
    bool known;             /* whether and in which of the driver's calls it ended */
    xl__calls calls;        /* then: where */
    const char *driver;     /* its name */
    uint64_t held;          /* bytes of memory when last looked at, 0 = not known */
    char words[TOOL_WORDS]; /* the last line that was printed after the last event, "" for none */
} tool_worker_end;

/* Told of each event; `name` is "", and `event` may be NULL, for a line that is none. */
typedef void (*tool_event_handler)(void *user, const json_t *event, const char *name);

/* A worker while it is there. It stays where it is: what it prints leads here. */
typedef struct tool_supervision {
    tool_process process;
    tool_worker_end end;
    tool_progress *progress;
    bool waits; /* for its turn */
} tool_supervision;

/* Starts a worker with the driver's setting. What the driver prints goes to standard error, `progress` being
   cleared first, except for compilers' counts of errors. False, with the reason: it could not be started. */
bool tool_supervise_start(tool_supervision *supervision, const tool_worker_start *start,
                          const tool_driver *driver, tool_progress *progress, xl_error *error);

/* Hands its events on until it ends, dies, is silent for `*seconds`, which the handler may change, takes too
   much memory or is interrupted: false. What it had written before it was killed counts. True: it waits for
   its turn, which comes with the next call. */
bool tool_supervise_on(tool_supervision *supervision, const double *seconds, tool_event_handler handle,
                       void *user);

/* Ends it where it has not ended, and says how it did. */
tool_worker_end tool_supervise_end(tool_supervision *supervision);

/* The three of them, for a worker that takes no turns. TOOL_END_NO_START sets the error. */
tool_worker_end tool_supervise(const tool_worker_start *start, const tool_driver *driver,
                               const double *seconds, tool_event_handler handle, void *user,
                               tool_progress *progress, xl_error *error);

/* Whether crosslane itself went wrong in a worker: it died outside of every call of its driver, and no
   command that was enqueued was under way, which a thread of the driver's could have died of. */
bool tool_is_crosslanes(const tool_worker_end *end);

/* The status where something is lost by it: TOOL_BROKEN, TOOL_OUTPUT (no memory was left) or
   TOOL_DEVICE_FAILED. */
tool_exit tool_end_status(const tool_worker_end *end);

/* Why a worker that did not end well has ended, for a person; `seconds` as given to tool_supervise. With
   `words`, what it said last: for a record, beside which it is not on the screen. */
void tool_describe_end(const tool_worker_end *end, double seconds, bool words, char *text, size_t size);

#endif
