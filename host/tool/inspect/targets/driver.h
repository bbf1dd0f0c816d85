/* driver.h - reads the code in drivers' programs, if a disassembler for it is installed. */
#pragma once

#include "inspect/targets/elf.h"
#include "inspect/targets/driver_program.h"

/* "device 0" as a target. It lives as long as the process. */
const tool_inspect_target *tool_driver_target(int device);

/* False: it has no code of the kernels, and `made` says why. True: `made` says who made it, "": the
   driver. */
bool tool_driver_read(const tool_driver_program *binary);

/* False: not theirs, or unreadable; `made` then says why. */
bool tool_amd_read(const tool_driver_program *binary, const tool_elf *elf);
/* Reads either format of their drivers: `elf` may be one, or contain the other. */
bool tool_intel_read(const tool_driver_program *binary, const tool_elf *elf);
bool tool_nvidia_read(const tool_driver_program *binary, const char *ptx);
