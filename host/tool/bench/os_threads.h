/*
 * os_threads.h - binds threads of this process to processors.
 *
 * A system rarely moves threads. On a busy machine those of one process can share a busier processor for half
 * a minute while another's do not: measured, two processes with one driver differed by 10 to 20% for several
 * successive problems.
 */
#pragma once

/* Binds each thread to one of its processors, in order from number `first` on, until tool_threads_release
   restores what it had. On Linux only. NULL: nothing was bound. */
typedef struct tool_threads tool_threads;
tool_threads *tool_threads_hold(unsigned first);
void tool_threads_release(tool_threads *held);
