/* supervise.h - starts, watches and ends a worker process. */
#pragma once

#include "system/exit_status.h"
#include "system/os_drivers.h"
#include "campaign/progress.h"
#include "job/job.h"
#include "system/os_process.h"
#include "base/calls.h"
#include <jansson.h>

enum { TOOL_WORDS = 200, TOOL_WORKER_SETTINGS = 7 };

/* NULL-terminated. OpenMP threads sleep after a reference: by default they spin on processors that a CPU's
   driver needs, half of the time of a verify on two cores. */
void tool_worker_environment(const tool_driver *driver, const char *environment[TOOL_WORKER_SETTINGS]);

typedef struct tool_worker_start {
    const char *role; /* "enumerate": lists the driver's devices; "work": works on one */
    const tool_job *job;
    int others;               /* shows the worker that it is the last process (os_process.h), -1: none */
    void (*idle)(void *user); /* called with idle_user while waiting; may be NULL */
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
    xl__calls calls;        /* in which it ended */
    bool in_case;           /* in a case's functions */
    const char *driver;     /* its name */
    uint64_t held;          /* bytes of memory; 0: unknown */
    bool tight;             /* used more than half of a limited address space */
    char words[TOOL_WORDS]; /* the last line after the last event, or "" */
} tool_worker_end;

/* For a line that is no event `name` is "" and `event` may be NULL. */
typedef void (*tool_event_handler)(void *user, const json_t *event, const char *name);

/* Must not move: the worker's output refers to it. */
typedef struct tool_supervision {
    tool_process process;
    tool_worker_end end;
    tool_progress *progress;
    bool waits; /* for its turn */
} tool_supervision;

/* The driver's output goes to standard error, after clearing `progress`. False, with the reason: not started.
 */
bool tool_supervise_start(tool_supervision *supervision, const tool_worker_start *start,
                          const tool_driver *driver, tool_progress *progress, xl_error *error);

/* Passes on events until the worker ends, dies, is silent for `*seconds` (which the handler may change),
   takes too much memory or is interrupted: false. Output before a kill counts. True: it waits for its turn,
   which the next call gives. */
bool tool_supervise_on(tool_supervision *supervision, const double *seconds, tool_event_handler handle,
                       void *user);

/* Ends the worker if it runs; returns how it ended. */
tool_worker_end tool_supervise_end(tool_supervision *supervision);

/* For a worker without turns. TOOL_END_NO_START sets the error. */
tool_worker_end tool_supervise(const tool_worker_start *start, const tool_driver *driver,
                               const double *seconds, tool_event_handler handle, void *user,
                               tool_progress *progress, xl_error *error);

/* True if a worker died of crosslane's own fault: outside any driver call, and with no enqueued command
   running. */
bool tool_is_crosslanes(const tool_worker_end *end);

/* The status if rows are lost: TOOL_BROKEN, TOOL_OUTPUT (no memory) or TOOL_DEVICE_FAILED. */
tool_exit tool_end_status(const tool_worker_end *end);

/* True if a known mistake in the case of `algorithm` ("": unknown) is the cause, which `text` gets. */
bool tool_describe_mistake(const tool_worker_end *end, const char *algorithm, char *text, size_t size);

/* That `ends` workers ended within a limited address space. */
void tool_describe_tight(int ends, char *text, size_t size);

/* `seconds` as for tool_supervise; `by_option`: --timeout set them. `words`: with its last output, for a
 * record. */
void tool_describe_end(const tool_worker_end *end, double seconds, bool by_option, bool words, char *text,
                       size_t size);
