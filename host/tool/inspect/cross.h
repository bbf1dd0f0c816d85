/* cross.h - opens an absent device; the target's tools compile its plans. */
#pragma once

#include "inspect/absent.h"
#include "inspect/target.h"

typedef struct tool_cross_wish {
    const tool_inspect_target *target;
    int width;          /* requested lanes, 0: the compiler chooses */
    const char *folder; /* of what is compiled */
    double seconds;     /* per compilation */
    bool numbers_alone; /* only the compiler's numbers are needed, not instructions */
} tool_cross_wish;

typedef struct tool_cross {
    tool_cross_wish wish;
    tool_tools tools;
    tool_absent *absent;  /* NULL: not opened */
    xl_device *device;    /* likewise */
    int ended;            /* how the last failed compilation ended (os_tool.h), 0: none */
    char base[TOOL_PATH]; /* of the codes read last */
    tool_codes codes;
    tool_codes refused; /* the last refused ones, without code: why */
} tool_cross;

/* XL_UNSUPPORTED: one line says what is missing and what to type. */
int tool_cross_start(tool_cross *cross, const tool_cross_wish *wish, xl_error *error);
int tool_cross_open(tool_cross *cross, const xl_options *options, xl_error *error);
void tool_cross_close(tool_cross *cross); /* also if it was not opened */

/* Compiles BASE.cl with BASE.options: BASE.asm, BASE.log. */
bool tool_cross_compile(tool_cross *cross, const char *base);
/* Valid until another is read. No codes if BASE.asm is unreadable or refused. */
tool_codes *tool_cross_codes(tool_cross *cross, const char *base);
/* "asm", "log"; freed by the caller, NULL: not there. */
char *tool_cross_part(const char *base, const char *part);
/* Ends with NULL. The caller frees the array, which points into the changed text. */
const char **tool_split_words(char *text);
