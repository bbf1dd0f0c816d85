/*
 * cross.h - an absent device, opened as the library opens real devices: the target's tools compile its plans,
 * and their output is read.
 */
#pragma once

#include "inspect/absent.h"
#include "inspect/target.h"

typedef struct tool_cross_wish {
    const tool_inspect_target *target;
    int width;          /* lanes that are asked for, 0: the compiler chooses */
    const char *folder; /* of what is compiled */
    double seconds;     /* limit for one compilation */
    bool numbers_alone; /* the compiler's numbers for a kernel are enough, its instructions may be missing */
} tool_cross_wish;

typedef struct tool_cross {
    tool_cross_wish wish;
    tool_tools tools;
    tool_absent *absent;  /* NULL: not opened */
    xl_device *device;    /* likewise */
    int ended;            /* how the last compilation that failed did (os_tool.h), 0: none has */
    char base[TOOL_PATH]; /* of the codes read last */
    tool_codes codes;
    tool_codes refused; /* the last ones that were, without their code: why */
} tool_cross;

/* Finds the tools. XL_UNSUPPORTED with one line that says what is missing and what to type. */
int tool_cross_start(tool_cross *cross, const tool_cross_wish *wish, xl_error *error);
/* Opens the device under the library's options. */
int tool_cross_open(tool_cross *cross, const xl_options *options, xl_error *error);
void tool_cross_close(tool_cross *cross); /* also of one that was not opened */

/* Compiles BASE.cl under the words in BASE.options: BASE.asm, BASE.log. */
bool tool_cross_compile(tool_cross *cross, const char *base);
/* The codes of BASE.asm; they are the cross's until another one is read. None where it cannot be read, or is
   refused. */
tool_codes *tool_cross_codes(tool_cross *cross, const char *base);
/* A part of BASE, "asm", "log"; freed by the caller, NULL: it is not there. */
char *tool_cross_part(const char *base, const char *part);
