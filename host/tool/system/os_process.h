/*
 * os_process.h - starts a worker (the same executable), reads its lines, ends it. Only this file,
 * os_start.h and os_jail.h know processes and signals. Workers are spawned, never forked from a process
 * that called OpenCL. They write events to descriptor 3, which a driver's prints cannot corrupt. Each
 * worker leads a process group, so that a driver's compiler ends with it.
 */
#pragma once

#include "crosslane.h"
#include "system/os_note.h"
#include <stdbool.h>
#include <stdio.h>

/* Lines out of a pipe. */
typedef struct tool_lines {
    int from;   /* read end, -1 when closed */
    char *data; /* bytes read that were not handed out yet; owned */
    size_t length, capacity, taken;
} tool_lines;

/* A line of what a driver or its compiler has printed, as it came. */
typedef void (*tool_printed)(void *user, const char *line);

typedef struct tool_process {
    long pid;
    tool_lines events, prints;
    tool_printed printed; /* called for each printed line; may be NULL */
    void *user;
    void (*idle)(void *user); /* called ten times a second or more by tool_process_read; NULL: nothing is */
    void *idle_user;
    uint64_t held;     /* memory that it held when last looked at, bytes; 0 = not known */
    double looked;     /* when that was, seconds */
    double effort_end; /* processor seconds of it after which it counts as silent, 0: none */
    bool too_large;    /* it was killed because it held more than tool_memory_limit() */
    bool killed, gone; /* it was asked to end; it has ended */
    int turns;         /* write end of the pipe for answers, -1: it asks nothing */
    tool_note *note;   /* which of its driver's calls it is in; NULL: not known; owned */
} tool_process;

/* The word by which this executable was called. */
void tool_process_self(const char *word);

/* Starts this executable as `--worker ROLE`, with the text `job` to read and the environment changed by
 * `settings` ("NAME=value", NULL at the end); `others` becomes its TOOL_OTHERS_FD, -1: it gets none. With
 * `asks` it gets a TOOL_TURN_FD. tool_process_read and tool_process_finish call `printed`. XL_IO with the
 * reason if it cannot be started. */
int tool_process_start(tool_process *process, const char *role, const char *job, const char *const *settings,
                       int others, bool asks, tool_printed printed, void *user, xl_error *error);

/* Answers a worker that waits in tool_turn_wait; `yes` starts its turn. */
void tool_process_answer(const tool_process *process, bool yes);

/* A pipe that shows a worker when all other processes of its run have ended. The worker is started with the
 * end [0] as `others`, the other processes with [1]; [1] closes with the last process that holds it. Both are
 * -1 if there is no pipe. */
void tool_others_open(int ends[2]);
void tool_others_close(int *end);

typedef enum tool_read { TOOL_LINE, TOOL_END, TOOL_QUIET, TOOL_STOPPED } tool_read;
/* Waits for the next line (without its end; valid until the next call): TOOL_LINE; TOOL_END when the worker
   has closed its events; TOOL_QUIET after `seconds` without one, or by tool_process_limit; TOOL_STOPPED on
   the interrupt key. Kills a worker that holds too much memory: what it had written is still read before
   TOOL_END. */
tool_read tool_process_read(tool_process *process, double seconds, char **line);

/* From now on the process counts as silent as soon as all its threads have used `seconds` more of processor
 * time, however long that takes; 0: no limit. If the system does not report the time, nothing changes. */
void tool_process_limit(tool_process *process, double seconds);

/* Ends the worker and its children; tool_process_read still gives what it had written. */
void tool_process_kill(tool_process *process);

/* Waits for the end, kills after `seconds` without one, and frees. Returns the exit status, -signal, or
   TOOL_WOULD_NOT_END when nothing else had killed it before. A process that not even that ends (it may wait
   inside the system) is left to itself. *last is what it had noted (`taken` is 0: nothing). */
enum { TOOL_WOULD_NOT_END = -1000 };
int tool_process_finish(tool_process *process, double seconds, tool_note *last);

/* environ with `settings` ("NAME=value", NULL at the end; NULL: none) in place of what has the same name, and
   without what a launcher of ranks has set: what is started is no rank. Only the array is the caller's; NULL:
   no memory. */
char **tool_environment_with(const char *const *settings);

/* True if a child has ended within `seconds`; its status can still be read, so that no other process gets the
 * number of its group. */
bool tool_ends_within(long pid, double seconds);

/* Waits for a child that has ended or is about to: its exit status, or -signal. */
int tool_end_of(long pid);

/* Bytes that a worker may use: three quarters of the machine's memory, or CROSSLANE_WORKER_MIB mebibytes if
 * that is set. 0: unknown. */
uint64_t tool_memory_limit(void);

/* True if the driver caused an end (an exit status, or minus a signal): by a fault or its own exit, not by a
 * signal from another process. `left`: its exit handlers ran. */
bool tool_is_own_end(int code, bool left);

/* "ended early with exit status 3": how a process with exit status `code` ended. On Windows a process that
 * kills another chooses its status, so without exit handlers the cause is unknown. */
const char *tool_status_text(int code, bool left, char *text, size_t size);

/* True if the signal reports an access to memory outside the process. */
bool tool_signal_is_memory(int signal_number);

/* Text of a signal, "segmentation fault". */
const char *tool_signal_text(int signal_number);
