/*
 * os_place.h - places the threads of a measurement on processors, and its buffers in memory. A system
 * rarely moves threads, so on a busy machine one process can have slower processors for half a minute:
 * two processes with one driver differed by 10 to 20%.
 */
#pragma once

/* Binds each thread to one of its processors, in order from number `first` on, until tool_threads_release
   restores what it had. On Linux only. NULL: nothing was bound. */
typedef struct tool_threads tool_threads;
tool_threads *tool_threads_hold(unsigned first);
void tool_threads_release(tool_threads *held);

/* From now on each allocation above 64 KiB has its own pages, which are returned to the system when it is
   freed. Otherwise the C library reuses freed memory, and a remade buffer (tool_buffers_move) alternates
   between the same pages, some percent faster than others. Only for glibc. */
void tool_memory_renew(void);
