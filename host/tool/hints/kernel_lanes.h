/* kernel_lanes.h - finds a number of lanes that a kernel has as a constant: "% 32". Pure. */
#pragma once

#include <stdbool.h>

typedef struct tool_fixed_lanes {
    unsigned line, lanes; /* & 31 assumes 32 */
    char text[24];        /* "% 32" */
} tool_fixed_lanes;

/* The first such place of the kernel whose number is not `width`. Only for wrong kernels: elsewhere the
   number may mean something else. */
bool tool_kernel_lanes(const char *source, const char *kernel, unsigned width, tool_fixed_lanes *out);
