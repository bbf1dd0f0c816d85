/*
 * os_place.h - where a system puts what is timed: threads on processors, buffers in memory.
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

/* From here on each allocation above 64 KiB has pages of its own, which go back to the system with it. The C
   library otherwise keeps what was freed, and a buffer that is made again (tool_buffers_move) gets the same
   pages by turns: 20 MiB of a driver that takes memory from it lay in two places for 100 rounds, one of them
   some percent faster. Nothing but with glibc. */
void tool_memory_renew(void);
