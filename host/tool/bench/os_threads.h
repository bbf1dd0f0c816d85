/*
 * os_threads.h - on which processors this process's threads begin.
 *
 * A system leaves threads where they are. On a busy machine those of one process can stay on a processor that
 * has more to do for half a minute, and those of another beside it: measured, one driver in two processes
 * differed by 10 to 20% for several problems on end.
 */
#ifndef TOOL_THREADS_H
#define TOOL_THREADS_H

/* Holds each thread on one processor, one behind the other from the number `first` on, as far as it may run
   there, until tool_threads_release lets it go where it might before. Nothing where the system is not Linux.
   NULL: nothing was held. */
typedef struct tool_threads tool_threads;
tool_threads *tool_threads_hold(unsigned first);
void tool_threads_release(tool_threads *held);

#endif
