/*
 * os_process.h - starts, reads and ends a worker (the same executable). Workers are spawned, never forked
 * from a process that called OpenCL. They write events to descriptor 3, which a driver's prints cannot
 * corrupt. Each leads a process group, so that a driver's compiler ends with it.
 */
#pragma once

#include "crosslane.h"
#include "system/os_note.h"
#include <stdbool.h>
#include <stdio.h>

typedef struct tool_lines {
    int from;   /* read end, -1: closed */
    char *data; /* not yet returned; owned */
    size_t length, capacity, taken;
} tool_lines;

/* A line printed by a driver or its compiler. */
typedef void (*tool_printed)(void *user, const char *line);

typedef struct tool_process {
    long pid;
    tool_lines events, prints;
    tool_printed printed; /* for each printed line; may be NULL */
    void *user;
    void (*idle)(void *user); /* in tool_process_read, ten times a second or more; may be NULL */
    void *idle_user;
    uint64_t held;     /* bytes at the last look; 0: unknown */
    double looked;     /* when, in seconds */
    double effort_end; /* its processor seconds after which it counts as silent, 0: none */
    bool too_large;    /* killed because of tool_memory_limit() */
    bool tight;        /* used more than half of tool_address_limit() */
    bool killed, gone; /* was told to end; has ended */
    int turns;         /* write end of the pipe for answers, -1: none */
    tool_note *note;   /* its driver call; NULL: unknown; owned */
} tool_process;

/* By which this executable was called. */
void tool_process_self(const char *word);

/* Starts this executable as `--worker ROLE`. `settings` ("NAME=value", NULL at the end) change the
 * environment; `others` becomes TOOL_OTHERS_FD, -1: none. `asks`: with a TOOL_TURN_FD. tool_process_read and
 * tool_process_finish call `printed`. XL_IO with the reason.
 */
int tool_process_start(tool_process *process, const char *role, const char *job, const char *const *settings,
                       int others, bool asks, tool_printed printed, void *user, xl_error *error);

/* For a worker in tool_turn_wait; `yes` starts its turn. */
void tool_process_answer(const tool_process *process, bool yes);

/* A pipe that shows a worker when its run's other processes have ended. The worker gets ends[0] as `others`,
 * the others ends[1], which closes with the last. Both -1: no pipe.
 */
void tool_others_open(int ends[2]);
void tool_others_close(int *end);

typedef enum tool_read { TOOL_LINE, TOOL_END, TOOL_QUIET, TOOL_STOPPED } tool_read;
/* TOOL_LINE: *line, without its end, is valid until the next call. TOOL_END: the worker closed its events.
   TOOL_QUIET: no line within `seconds` or by tool_process_limit. TOOL_STOPPED: the interrupt key. Kills a
   worker that holds too much memory: its earlier lines come before TOOL_END. */
tool_read tool_process_read(tool_process *process, double seconds, char **line);

/* The process counts as silent after `seconds` more of processor time; 0: no limit. No effect where that time
 * is unknown.
 */
void tool_process_limit(tool_process *process, double seconds);

/* With its children; tool_process_read still returns earlier lines. */
void tool_process_kill(tool_process *process);

/* Waits, kills after `seconds`, and frees. Returns the exit status, -signal, or TOOL_WOULD_NOT_END if nothing
   else killed it. Abandons a survivor (it may wait inside the system). *last: its note (`taken` 0: none). */
enum { TOOL_WOULD_NOT_END = -1000 };
int tool_process_finish(tool_process *process, double seconds, tool_note *last);

/* environ without a launcher's variables; `settings` (as above; NULL: none) replace equal names. The caller
   frees only the array; NULL: no memory. */
char **tool_environment_with(const char *const *settings);

/* Leaves its status readable, so that its group's number stays taken. */
bool tool_ends_within(long pid, double seconds);

/* Waits for a child: its exit status, or -signal. */
int tool_end_of(long pid);

/* A worker's bytes: three quarters of the machine's, or CROSSLANE_WORKER_MIB. 0: unknown. */
uint64_t tool_memory_limit(void);

/* Bytes (ulimit -v); 0: no limit. */
uint64_t tool_address_limit(void);

/* False: another process's signal caused the end (exit status or -signal). `left`: its exit handlers ran. */
bool tool_is_own_end(int code, bool left);

/* "ended early with exit status 3". On Windows a killer chooses the status: without exit handlers the cause
 * is unknown.
 */
const char *tool_status_text(int code, bool left, char *text, size_t size);

/* For an access to memory outside the process. */
bool tool_signal_is_memory(int signal_number);

const char *tool_signal_text(int signal_number);
