/*
 * target.h - a vendor's compiler for absent devices, and the reader of its output.
 *
 * To add a vendor, add a file in inspect/targets with its tool_vendor, a line in target_list.c, and a text
 * per device in inspect/targets/devices (described.h), which also has
 *
 *     backend NAME         the layer's backend on the device
 *     lanes 32 64          widths that `--for` compiles, the first without --width
 *     own_options -cl..    options for a user's file that does not use the layer
 *     tree_options -tar..  options of clang that give the same macros (compilers/syntax_tree.h)
 *     drops_printf 1       its compiler here leaves printf out of the code
 *     refuses OP:TYPE      operations without a native form for a type, or for all types: OP:*
 *     install line         how to install its missing tools, if it differs from the vendor's line
 *     limit_* number       limits for the occupancy, read by the vendor's file
 *     limit_source text    where those numbers are published
 *     tried a|b            version lines of compilers that passed all of tests/inspect/whole.py
 */
#pragma once

#include "base/text.h"
#include "compilers/find_clang.h"
#include "inspect/code.h"
#include "inspect/described.h"

typedef struct tool_inspect_target tool_inspect_target;

typedef struct tool_tools {
    char compiler[TOOL_PATH];
    char second[TOOL_PATH], third[TOOL_PATH], folder[TOOL_PATH];
    char version[160]; /* "clang version 15.0.6", one line */
} tool_tools;

/* BASE.cl becomes BASE.asm. */
typedef struct tool_compiling {
    const tool_inspect_target *target;
    const tool_tools *tools;
    const char *base;
    const char *const *options; /* of the program, NULL at the end */
    int width;                  /* requested lanes, 0: the compiler chooses */
    double seconds;             /* that it may take */
    bool numbers_alone;         /* only the compiler's numbers are needed */
} tool_compiling;

/* Sub-groups that a part of the device can hold. */
typedef struct tool_occupancy {
    int held, most;    /* sub-groups; held -1: unknown */
    const char *part;  /* of which part: "SIMD"; static */
    const char *limit; /* what limits it: "vector registers"; static */
} tool_occupancy;

typedef struct tool_vendor {
    const char *name;
    const char *install; /* if its tools are missing (tool_target_install) */
    tool_syntax syntax;
    /* False: *missing is one line. */
    bool (*find)(const tool_inspect_target *target, tool_tools *tools, char *missing, size_t size);
    /* Makes BASE.asm, and BASE.log with messages. 0, or how it ended (os_tool.h). */
    int (*compile)(const tool_compiling *job);
    /* Adds the kernels of BASE.asm, each finished (code.h). False: not understood. */
    bool (*read)(const char *assembly, const tool_syntax *syntax, tool_codes *out);
    /* NULL: nothing is published. `group`: work-items of a work-group, 0: unknown. */
    void (*occupancy)(const tool_inspect_target *target, const tool_code *code, size_t group,
                      tool_occupancy *out);
} tool_vendor;

struct tool_inspect_target {
    const char *name; /* "gfx1030" */
    const tool_vendor *vendor;
    const char *like; /* the target of the same generation with these facts; NULL: its own. `--for all`
                         leaves it out */
    tool_described facts;
};

void tool_occupancy_limit(tool_occupancy *out, long held, const char *by);

const char *tool_target_install(const tool_inspect_target *target);
/* 0: none of that name. */
long tool_target_number(const tool_inspect_target *target, const char *key);
/* Fully tested with this compiler. */
bool tool_target_is_tried(const tool_inspect_target *target, const char *version);
/* Returns how many. */
int tool_target_widths(const tool_inspect_target *target, int *widths, int capacity);

/* BASE.cl, or BASE.line.cl with places (place.h). False: cannot be written. */
bool tool_target_source(const tool_compiling *job, char path[TOOL_PATH + 8]);

/* The result has more than TOOL_CODES_BYTES. */
enum { TOOL_TOO_LARGE = -1003 };
/* Freed by the caller. NULL: a 0 in `*ended` becomes TOOL_TOO_LARGE or 1. */
char *tool_target_text(const char *path, int *ended);

/* Output goes to BASE.log. `argv` ends with NULL; `settings` of the environment, NULL: unchanged. Returns how
 * it ended (os_tool.h).
 */
int tool_target_run(const tool_compiling *job, const char *const *argv, const char *const *settings);
/* Arguments for LLVM's compiler, OpenCL C to assembly. `own`: for the target, NULL at the end. The caller
 * frees the result.
 */
const char **tool_target_clang(const tool_compiling *job, const char *const *own, const char *source,
                               const char *made);
