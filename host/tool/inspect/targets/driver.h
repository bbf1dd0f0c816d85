/* driver.h - reads the code in drivers' programs, if a disassembler for it is installed. */
#pragma once

#include "inspect/targets/elf.h"
#include "inspect/targets/driver_program.h"

/* "device 0" as a target. It lives as long as the process. */
const tool_inspect_target *tool_driver_target(int device);

/* `made`: who compiled it, "": the driver. False: no code of the kernels; `made` says why. */
bool tool_driver_read(const tool_driver_program *binary);

/* False: not theirs, or unreadable (`made` says why). */
bool tool_amd_read(const tool_driver_program *binary, const tool_elf *elf);
/* `elf` is one format of their drivers, or contains the other. */
bool tool_intel_read(const tool_driver_program *binary, const tool_elf *elf);
bool tool_nvidia_read(const tool_driver_program *binary, const char *ptx);
