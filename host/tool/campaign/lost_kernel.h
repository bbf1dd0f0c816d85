/*
 * lost_kernel.h - a kernel of --kernel-dir that did not return: its own fault, not the driver's.
 */
#pragma once

#include "campaign/supervise.h"

/* For a process that ended while a user's kernel ran: adds this to `text`, with hints from the kernel's
 * source, one per line. `record`: the current row. `seconds`: the kernel's time limit. Else `text` is
 * unchanged.
 */
void tool_describe_lost_kernel(const tool_worker_end *end, double seconds, const char *kernel_dir,
                               const json_t *record, char *text, size_t size);
