/*
 * os_place.h - places threads on processors, and buffers in memory. Systems rarely move threads: on a busy
 * machine two processes with one driver differed by 10 to 20%.
 */
#pragma once

/* Binds each thread to one of its processors, from number `first` on. Linux only. NULL: nothing was bound. */
typedef struct tool_threads tool_threads;
tool_threads *tool_threads_hold(unsigned first);
void tool_threads_release(tool_threads *held);

/* Each later allocation above 64 KiB gets its own pages, returned when freed. Otherwise a moved buffer
   alternates between the same pages, some percent faster than others. Only for glibc. */
void tool_memory_renew(void);
