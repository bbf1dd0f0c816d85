/* Finds the lines of a compiled program by addr2line, which comes with the compiler's linker. */
#ifndef XL_CHECK_LINES_H
#define XL_CHECK_LINES_H

#include "wire/wire.h"

struct source_line {
    char file[200];
    uint32_t line;
};

/* The lines of a place, innermost first; returns how many, 0 if unknown. */
uint32_t lines_find(const char *object, const struct check_place *place,
                    struct source_line lines[CHECK_FRAMES]);

#endif
