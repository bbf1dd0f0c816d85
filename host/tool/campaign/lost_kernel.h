/*
 * lost_kernel.h - a kernel of --kernel-dir that did not return: its own fault, not the driver's.
 */
#pragma once

#include "campaign/supervise.h"

/* For a process that ended while a kernel ran: says so, with what the kernel's source suggests, a line each.
   `record`: the current row. `seconds`: the kernel's time limit. `text` stays as it is for built-in kernels,
   without a row, or without memory. */
void tool_describe_lost_kernel(const tool_worker_end *end, double seconds, const char *kernel_dir,
                               const json_t *record, char *text, size_t size);
