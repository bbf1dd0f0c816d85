/*
 * lost_kernel.h - a kernel of --kernel-dir that did not come back: the kernel's fault, not the driver's.
 */
#ifndef TOOL_LOST_KERNEL_H
#define TOOL_LOST_KERNEL_H

#include "campaign/supervise.h"

/* The process was ended, or ended itself, while a kernel ran: says so of the kernel, with what its source
   text suggests, a line each. `record`: the row under way. Where its kernels are the built-in ones, or there
   is no such row, or memory ran out, `text` stays as it is. `seconds`: how long the kernel was given. */
void tool_describe_lost_kernel(const tool_worker_end *end, double seconds, const char *kernel_dir,
                               const json_t *record, char *text, size_t size);

#endif
