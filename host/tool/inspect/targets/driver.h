/*
 * driver.h - programs as drivers hand them out: what is in one, and its code where a disassembler here reads
 * it.
 */
#pragma once

#include "inspect/target.h"

/* A device as a target: "device 0". It lives as long as the process. */
const tool_inspect_target *tool_driver_target(int device);

/* Reads BASE.bin. `kernels`: names with ; between. BASE.asm becomes its code, as far as anything here reads
   it; `made` a line of what it is. False: no code of the kernels is found in it, and `made` says why. */
bool tool_driver_read(const char *base, const char *kernels, double seconds, tool_codes *out, char *made,
                      size_t size);
