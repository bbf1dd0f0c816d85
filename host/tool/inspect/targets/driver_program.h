/* driver_program.h - a driver's program in reading. */
#pragma once

#include "inspect/target.h"

typedef struct tool_driver_program {
    const char *base;    /* of BASE.bin; BASE.asm becomes its code */
    const char *kernels; /* names with ; between */
    double seconds;      /* per disassembler */
    tool_codes *out;
    char *made; /* a line of what it is */
    size_t size;
} tool_driver_program;

bool tool_driver_program_wants(const tool_driver_program *binary, const char *kernel);
/* `command`: its path first, BASE.END last. The caller frees the output, NULL: it failed. */
char *tool_driver_program_list(const tool_driver_program *binary, const char *const *argv, const char *end,
                               const void *data, size_t size);
/* False: a requested kernel has no instructions; `made` names it, and no code is kept. */
bool tool_driver_program_is_whole(const tool_driver_program *binary);
void tool_driver_program_refuse_size(const tool_driver_program *binary);
/* Takes assembly in the vendor's format if it is whole. */
bool tool_driver_program_take(const tool_driver_program *binary, const tool_vendor *vendor,
                              const xl__text *assembly);
