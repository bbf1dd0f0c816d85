/* os_start.h - how the command's processes begin and end. */
#pragma once

#include "system/exit_status.h"
#include "text/os_memory.h"
#include <stdbool.h>
#include <stdio.h>

/* Monotonic. */
double tool_seconds(void);

/* As UTF-8; never freed. */
char **tool_words_typed(int argc, char **argv);

/* Call before opening any file: opens /dev/null for closed descriptors 0 to 2, so that no later file receives
 * prints. Prints to a closed output, or to a pipe without a reader, fail without a signal.
 */
void tool_streams_open(void);

/* TOOL_OUTPUT, with a complaint, unless all prints to `stream` are written. */
tool_exit tool_flush(FILE *stream);

/* Parent: the interrupt key, termination and a terminal that hangs up (unless ignored, as by nohup) only set
 * a flag. A file that grows too large is a write error.
 */
void tool_interrupt_catch(void);
bool tool_interrupted(void);
void tool_interrupt_raise(void);

/* Processors that this process may use; 0: unknown. */
unsigned tool_processors_allowed(void);

/* Ends the process with `status` and `text` (the caller's; "": none) unless called again within `seconds`; 0:
   no limit. */
void tool_limit(unsigned seconds, const char *text, tool_exit status);

/* Closed in started programs; 0 or errno. POSIX only. */
int tool_pipe(int ends[2]);

/* Discards later prints to standard output. */
void tool_output_mute(void);

/* The event stream; NULL: not a worker. A worker ignores the interrupt key (the parent decides), is killed
 * first when memory runs out, and ends with its parent, as do its driver's processes.
 */
FILE *tool_worker_stream(void);

/* Worker: freed by the caller; NULL: none. */
char *tool_worker_job(void);
/* Worker: discards later events and prints. */
void tool_worker_silence(void);

/* Calls `act`, in another thread, before a worker ends with its parent. Before tool_worker_stream. */
void tool_worker_at_end(void (*act)(void));

/* Worker: waits at most `seconds` until no process holds the other end of TOOL_OTHERS_FD. */
bool tool_others_are_gone(double seconds);

/* Worker: waits, without processor time, for tool_process_answer; true: yes. */
bool tool_turn_wait(void);

/* Worker that cannot write an event: ends as TOOL_DEVICE_FAILED or, if the parent is gone, by a signal to its
 * process group, with the driver's compilers.
 */
void tool_worker_abandon(void);
