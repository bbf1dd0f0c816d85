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

/* Before anything else is opened: descriptors 0 to 2 that were closed lead nowhere, so that no file that is
   opened later gets what is printed. What is printed to a standard output that was closed, or to a pipe whose
   reader is gone, counts as not written: no signal ends the process. */
void tool_streams_open(void);

/* What was printed to `stream` is out: TOOL_OK; else TOOL_OUTPUT, with a complaint. */
tool_exit tool_flush(FILE *stream);

/* Parent: from here on the interrupt key, termination and a terminal that hangs up (unless the caller ignores
   that, as nohup does) only raise a flag; a file that grows too large is an error of its write. */
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

/* What is printed to standard output from here on goes nowhere. */
void tool_output_mute(void);

/* Worker: ignores the interrupt key (the parent decides), is the first that a system out of memory takes,
   ends with its parent, however that ends, together with every process that its driver has started; returns
   the event stream. NULL when this process was not started as a worker. */
FILE *tool_worker_stream(void);

/* Worker: the text that it was given to read, freed by the caller; NULL: none. */
char *tool_worker_job(void);
/* Worker whose events and prints nobody reads: they lead nowhere from here on. It ends with its parent all
   the same. */
void tool_worker_silence(void);

/* `act` is called, in another thread, before a worker ends with its parent. Before tool_worker_stream. */
void tool_worker_at_end(void (*act)(void));

/* Worker: whether no process holds the other end of TOOL_OTHERS_FD any more (os_process.h), after `seconds`
   at most. */
bool tool_others_are_gone(double seconds);

/* Worker: waits, without any processor time, until its parent says that its turn has come
   (tool_process_go). */
void tool_turn_wait(void);

/* Worker: an event cannot be written. Ends at once, as TOOL_DEVICE_FAILED; where the parent is gone, by a
   signal together with its process group, such as compilers that the driver has started. */
void tool_worker_abandon(void);
