/* lost_kernel.h - a user's kernel that did not return: its own fault, not the driver's. */
#pragma once

#include "campaign/supervise.h"

/* If a process ended while a user's kernel ran: adds this to `text`, with hints from the kernel's source, one
 * per line. `record`: the current row. `seconds`: the kernel's time limit.
 */
void tool_describe_lost_kernel(const tool_worker_end *end, double seconds, const char *kernel_dir,
                               const json_t *record, char *text, size_t size);
