/*
 * driver.h - programs as drivers hand them out: what is in one, and its code where a disassembler here reads
 * it.
 */
#pragma once

#include "inspect/targets/elf.h"
#include "inspect/targets/driver_program.h"

/* A device as a target: "device 0". It lives as long as the process. */
const tool_inspect_target *tool_driver_target(int device);

/* Reads it. False: no code of the kernels is found in it, and `made` says why. True: `made` says who made it,
   "" for the driver. */
bool tool_driver_read(const tool_driver_program *binary);

/* ---- for the vendors' files, which read their own in it --------------------------------------------- */

/* Each false where it is not theirs, or cannot be read; `made` then says why. */
bool tool_amd_read(const tool_driver_program *binary, const tool_elf *elf);
/* In either of the formats of their drivers: `elf` may be one, or hold the other. */
bool tool_intel_read(const tool_driver_program *binary, const tool_elf *elf);
bool tool_nvidia_read(const tool_driver_program *binary, const char *ptx);
