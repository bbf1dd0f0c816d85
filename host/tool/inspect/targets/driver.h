/*
 * driver.h - programs as drivers hand them out: what is in one, and its code where a disassembler here reads
 * it.
 */
#pragma once

#include "inspect/targets/elf.h"
#include "inspect/target.h"

/* A device as a target: "device 0". It lives as long as the process. */
const tool_inspect_target *tool_driver_target(int device);

/* A program while it is read. */
typedef struct tool_handed {
    const char *base;    /* BASE.bin; BASE.asm becomes its code */
    const char *kernels; /* names with ; between */
    double seconds;      /* that a disassembler may take */
    tool_codes *out;
    char *made; /* a line of what it is */
    size_t size;
} tool_handed;

/* Reads it. False: no code of the kernels is found in it, and `made` says why. True: `made` says who made it,
   "" for the driver. */
bool tool_driver_read(const tool_handed *handed);

/* ---- for the vendors' files, which read their own in it --------------------------------------------- */

/* Each false where it is not theirs, or cannot be read; `made` then says why. */
bool tool_amd_read(const tool_handed *handed, const tool_elf *elf);
/* In either of the formats of their drivers: `elf` may be one, or hold the other. */
bool tool_intel_read(const tool_handed *handed, const tool_elf *elf);
bool tool_nvidia_read(const tool_handed *handed, const char *ptx);

/* Whether the kernel's name is among those that are asked for. */
bool tool_handed_wants(const tool_handed *handed, const char *kernel);
/* Runs a disassembler, its path first and BASE.END at the end, on what is written there; its output is freed
   by the caller, NULL: it failed. */
char *tool_handed_list(const tool_handed *handed, const char *const *argv, const char *end, const void *data,
                       size_t size);
/* Takes the assembly, as a vendor's `read` knows it, for the program's. */
bool tool_handed_take(const tool_handed *handed, const tool_vendor *vendor, const xl__text *assembly);
