/*
 * driver_program.h - a program that a driver returned, while it is read, and what its readers share.
 */
#pragma once

#include "inspect/target.h"

/* A program while it is read. */
typedef struct tool_driver_program {
    const char *base;    /* BASE.bin; BASE.asm becomes its code */
    const char *kernels; /* names with ; between */
    double seconds;      /* that a disassembler may take */
    tool_codes *out;
    char *made; /* a line of what it is */
    size_t size;
} tool_driver_program;

/* True if the kernel was requested. */
bool tool_driver_program_wants(const tool_driver_program *binary, const char *kernel);
/* Runs a disassembler, its path first and BASE.END at the end, on what is written there; its output is freed
   by the caller, NULL: it failed. */
char *tool_driver_program_list(const tool_driver_program *binary, const char *const *argv, const char *end,
                               const void *data, size_t size);
/* True if every requested kernel has instructions; else none is kept, and `made` says which has none. */
bool tool_driver_program_is_whole(const tool_driver_program *binary);
/* Refuses a program whose listing is too large to read (code.h). */
void tool_driver_program_refuse_size(const tool_driver_program *binary);
/* Takes the assembly, as a vendor's `read` knows it, for the program's, if it is whole. */
bool tool_driver_program_take(const tool_driver_program *binary, const tool_vendor *vendor,
                              const xl__text *assembly);
