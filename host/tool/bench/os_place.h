/*
 * os_place.h - where a system puts the threads and buffers of a measurement: threads on processors, buffers
 * in memory. A system rarely moves threads. On a busy machine those of one process can share a busier
 * processor for half a minute while another's do not: measured, two processes with one driver differed by 10
 * to 20% for several successive problems.
 */
#pragma once

/* Binds each thread to one of its processors, in order from number `first` on, until tool_threads_release
   restores what it had. On Linux only. NULL: nothing was bound. */
typedef struct tool_threads tool_threads;
tool_threads *tool_threads_hold(unsigned first);
void tool_threads_release(tool_threads *held);

/* From now on each allocation above 64 KiB has its own pages, which are returned to the system when it is
 * freed. The C library otherwise keeps freed memory, and a buffer that is made again (tool_buffers_move) gets
 * the same pages alternately: 20 MiB of a driver that allocates from it were in two places for 100 rounds,
 * one of them some percent faster. Only for glibc. */
void tool_memory_renew(void);
