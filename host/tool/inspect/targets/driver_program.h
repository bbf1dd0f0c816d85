/* driver_program.h - a driver's program while it is read. */
#pragma once

#include "inspect/target.h"

typedef struct tool_driver_program {
    const char *base;    /* of BASE.bin; BASE.asm becomes its code */
    const char *kernels; /* names with ; between */
    double seconds;      /* that a disassembler may take */
    tool_codes *out;
    char *made; /* a line of what it is */
    size_t size;
} tool_driver_program;

bool tool_driver_program_wants(const tool_driver_program *binary, const char *kernel);
/* `command`: its path first, BASE.END last. The caller frees the output, NULL: it failed. */
char *tool_driver_program_list(const tool_driver_program *binary, const char *const *argv, const char *end,
                               const void *data, size_t size);
/* Every requested kernel has instructions; else none is kept, and `made` names the missing one. */
bool tool_driver_program_is_whole(const tool_driver_program *binary);
/* Its listing is too large (code.h). */
void tool_driver_program_refuse_size(const tool_driver_program *binary);
/* Takes the assembly in the format of a vendor's `read`, if it is whole. */
bool tool_driver_program_take(const tool_driver_program *binary, const tool_vendor *vendor,
                              const xl__text *assembly);
