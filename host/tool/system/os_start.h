/*
 * os_start.h - how the command's processes begin and end: standard streams, signals.
 */
#pragma once

#include "system/exit_status.h"
#include "text/os_memory.h"
#include <stdbool.h>
#include <stdio.h>

/* Seconds of a monotonic clock. */
double tool_seconds(void);

/* The words of the command line as UTF-8, which `argv` may not be; they stay for good. */
char **tool_words_typed(int argc, char **argv);

/* Call before opening any file: opens /dev/null for closed descriptors 0 to 2, so that a file opened later
 * does not receive prints. Prints to a standard output that was closed, or to a pipe without a reader, count
 * as not written: no signal ends the process. */
void tool_streams_open(void);

/* TOOL_OK if all prints to `stream` are written; else TOOL_OUTPUT, with a complaint. */
tool_exit tool_flush(FILE *stream);

/* Parent: from now on the interrupt key, termination and a terminal that hangs up (unless the caller ignores
 * that, as nohup does) only set a flag; a file that grows too large is an error of its write. */
void tool_interrupt_catch(void);
bool tool_interrupted(void);
void tool_interrupt_raise(void); /* as if the key had been pressed */

/* Processors that this process may run on; 0: not known. */
unsigned tool_processors_allowed(void);

/* Ends the process with `status` and the words `text` (they stay the caller's; "": none) unless this is
   called again within `seconds`; 0 seconds: there is no limit any more. For calls that only block. */
void tool_limit(unsigned seconds, const char *text, tool_exit status);

/* A pipe whose ends are closed in programs that are started; 0 or errno. Of POSIX. */
int tool_pipe(int ends[2]);

/* From now on prints to standard output are discarded. */
void tool_output_mute(void);

/* Worker: ignores the interrupt key (the parent decides), is the first process that a system out of memory
 * kills, and ends whenever its parent ends, with every process that its driver has started. Returns the event
 * stream. NULL if this process was not started as a worker. */
FILE *tool_worker_stream(void);

/* Worker: the text that it was given to read, freed by the caller; NULL: none. */
char *tool_worker_job(void);
/* Worker whose events and prints are not read: discards them from now on. It still ends with its parent. */
void tool_worker_silence(void);

/* `act` is called, in another thread, before a worker ends with its parent. Before tool_worker_stream. */
void tool_worker_at_end(void (*act)(void));

/* Worker: whether no process holds the other end of TOOL_OTHERS_FD any more (os_process.h), after `seconds`
   at most. */
bool tool_others_are_gone(double seconds);

/* Worker: waits, without any processor time, for its parent's answer (tool_process_answer): true: its turn
   has come, or it goes on. */
bool tool_turn_wait(void);

/* Worker: an event cannot be written. Ends immediately, as TOOL_DEVICE_FAILED; if the parent is gone, by a
 * signal together with its process group, such as compilers that the driver has started. */
void tool_worker_abandon(void);
