/*
 * supervise.h - a worker process: its start, events, silence and end.
 */
#pragma once

#include "system/exit_status.h"
#include "system/os_drivers.h"
#include "campaign/progress.h"
#include "job/job.h"
#include "system/os_process.h"
#include "base/calls.h"
#include <jansson.h>

enum { TOOL_WORDS = 200, TOOL_WORKER_SETTINGS = 5 };

/* Changes of a worker's environment, NULL-terminated. OpenMP threads sleep after a reference: by default they
   spin on the processors that a CPU's driver needs, which took half of the time of a verify on two cores. */
void tool_worker_environment(const tool_driver *driver, const char *environment[TOOL_WORKER_SETTINGS]);

typedef struct tool_worker_start {
    const char *role; /* "enumerate": lists the driver's devices; "work": works on one */
    const tool_job *job;
    int others; /* its end shows the worker that it is the last process (os_process.h), -1: none */
    void (*idle)(void *user); /* called with idle_user while waiting for the worker; may be NULL */
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
    int code;               /* exit status, or negative: the signal */
    tool_exit status;       /* for TOOL_END_WELL: the worker's */
    bool left;              /* its exit handlers have run */
    bool known;             /* whether `calls` is known */
    xl__calls calls;        /* the driver's call in which it ended */
    bool in_case;           /* it ended in a case's own functions */
    const char *driver;     /* its name */
    uint64_t held;          /* bytes of memory at the last look, 0: not known */
    char words[TOOL_WORDS]; /* the last line printed after the last event, or "" */
} tool_worker_end;

/* Gets each event. For a line that is none `name` is "" and `event` may be NULL. */
typedef void (*tool_event_handler)(void *user, const json_t *event, const char *name);

/* A living worker. Must not move: its output refers to it. */
typedef struct tool_supervision {
    tool_process process;
    tool_worker_end end;
    tool_progress *progress;
    bool waits; /* for its turn */
} tool_supervision;

/* Starts a worker with the driver's environment. The driver's output goes to standard error, after clearing
   `progress`, without compilers' counts of errors. False, with the reason: not started. */
bool tool_supervise_start(tool_supervision *supervision, const tool_worker_start *start,
                          const tool_driver *driver, tool_progress *progress, xl_error *error);

/* Passes on events until the worker ends, dies, is silent for `*seconds` (which the handler may change),
   takes too much memory or is interrupted: false. Output before a kill counts. True: it waits for its turn,
   which the next call gives. */
bool tool_supervise_on(tool_supervision *supervision, const double *seconds, tool_event_handler handle,
                       void *user);

/* Ends the worker if it runs, and says how it ended. */
tool_worker_end tool_supervise_end(tool_supervision *supervision);

/* All three, for a worker without turns. TOOL_END_NO_START sets the error. */
tool_worker_end tool_supervise(const tool_worker_start *start, const tool_driver *driver,
                               const double *seconds, tool_event_handler handle, void *user,
                               tool_progress *progress, xl_error *error);

/* Whether a worker died of crosslane's own fault: outside any driver call, and with no enqueued command
   running, which could have killed a thread of the driver. */
bool tool_is_crosslanes(const tool_worker_end *end);

/* The status if rows are lost: TOOL_BROKEN, TOOL_OUTPUT (no memory) or TOOL_DEVICE_FAILED. */
tool_exit tool_end_status(const tool_worker_end *end);

/* Why a worker failed, for people; `seconds` as for tool_supervise. `words`: with its last output, for a
   record, whose reader did not see the screen. */
void tool_describe_end(const tool_worker_end *end, double seconds, bool words, char *text, size_t size);
