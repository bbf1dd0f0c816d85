/*
 * target.h - a vendor's compiler for absent devices, and the reader of its output. A vendor is one of these
 * structs, in one file of inspect/targets; no other file knows vendors.
 *
 * To add a vendor, add a file in inspect/targets with its tool_vendor, a line in target_list.c, and a text
 * per device in inspect/targets/devices (described.h). In addition to the answers to OpenCL's queries the
 * text has
 *
 *     backend NAME         the layer's backend on the device
 *     lanes 32 64          widths that `--for` compiles, the first without --width
 *     own_options -cl..    options for a user's file that does not use the layer
 *     refuses OP:TYPE      operations without a native form for a type, or for all types: OP:*
 *     install line         how to install its missing tools, if it differs from the vendor's line
 *     limit_* number       limits for the occupancy, read by the vendor's file
 *     limit_source text    where those numbers are published
 *     tried a|b            version lines of compilers that passed all of tests/inspect/whole.py
 */
#pragma once

#include "base/text.h"
#include "inspect/code.h"
#include "inspect/described.h"
#include "inspect/os_tool.h"

typedef struct tool_inspect_target tool_inspect_target;

/* Programs and folders that a vendor's file has found on this machine. */
typedef struct tool_tools {
    char compiler[TOOL_PATH]; /* ... and what else a vendor needs: */
    char second[TOOL_PATH], third[TOOL_PATH], folder[TOOL_PATH];
    char version[160]; /* "clang version 15.0.6", one line */
} tool_tools;

/* One compilation: BASE.cl becomes BASE.asm. */
typedef struct tool_compiling {
    const tool_inspect_target *target;
    const tool_tools *tools;
    const char *base;
    const char *const *options; /* those of the program, NULL at the end */
    int width;                  /* lanes that are asked for, 0: the compiler chooses */
    double seconds;             /* that it may take */
    bool numbers_alone;         /* the compiler's numbers for a kernel are enough */
} tool_compiling;

/* How many sub-groups a part of the device can hold, by the target's limits. */
typedef struct tool_occupancy {
    int held, most;    /* sub-groups; held -1: it does not follow from what is known */
    const char *part;  /* "SIMD": of which part; static */
    const char *limit; /* what limits it, "vector registers"; static */
} tool_occupancy;

typedef struct tool_vendor {
    const char *name;    /* as people call it */
    const char *install; /* the line to type where its tools are missing (tool_target_install) */
    tool_syntax syntax;
    /* Finds the tools for a target. False, with one line that says what is missing. */
    bool (*find)(const tool_inspect_target *target, tool_tools *tools, char *missing, size_t size);
    /* Makes BASE.asm, and BASE.log of what the compiler says; how it ended (os_tool.h), 0 is well. */
    int (*compile)(const tool_compiling *job);
    /* Reads BASE.asm: adds the kernels of it, each finished (code.h). False: it is none that this
     * understands. */
    bool (*read)(const char *assembly, const tool_syntax *syntax, tool_codes *out);
    /* NULL: nothing is published. `group`: work-items of a work-group, 0: not known. */
    void (*occupancy)(const tool_inspect_target *target, const tool_code *code, size_t group,
                      tool_occupancy *out);
} tool_vendor;

struct tool_inspect_target {
    const char *name; /* "gfx1030" */
    const tool_vendor *vendor;
    const char *like; /* the target whose facts these are: of the same generation; NULL: its own. `--for all`
                         leaves it out */
    tool_described facts;
};

/* No more than `held` for this reason, if that is fewer than before. */
void tool_occupancy_limit(tool_occupancy *out, long held, const char *by);

/* The line to type where a target's tools are missing. */
const char *tool_target_install(const tool_inspect_target *target);
/* A number of the target's text, 0: it has none of that name. */
long tool_target_number(const tool_inspect_target *target, const char *key);
/* True if the target was fully tested with the compiler of this version line; else it was tested in part. */
bool tool_target_is_tried(const tool_inspect_target *target, const char *version);
/* The widths of `lanes`; returns how many. */
int tool_target_widths(const tool_inspect_target *target, int *widths, int capacity);

/* Finds LLVM's compiler, preferring the oldest version that knows all targets: it matches the libraries next
 * to it. */
bool tool_find_clang(char path[TOOL_PATH]);

/* The program to compile: BASE.cl, or if places are wanted, a copy with places (place.h), BASE.line.cl. False
 * if it cannot be written. */
bool tool_target_source(const tool_compiling *job, char path[TOOL_PATH + 8]);

/* Of a compilation: what it made has more than TOOL_CODES_BYTES. */
enum { TOOL_TOO_LARGE = -1003 };
/* A file that a tool has made; freed by the caller. NULL: `*ended`, if it was 0, says why: TOOL_TOO_LARGE, or
   1. */
char *tool_target_text(const char *path, int *ended);

/* Runs a program with the words `argv`, NULL at the end, and the environment changed by `settings` (NULL:
 * unchanged); its output goes to BASE.log. Returns how it ended (os_tool.h). */
int tool_target_run(const tool_compiling *job, const char *const *argv, const char *const *settings);
/* The words of a call of LLVM's compiler that compiles OpenCL C `source` to assembly `made` under the
 * program's options. `own`: words for the target, NULL at the end. The caller frees the result. */
const char **tool_target_clang(const tool_compiling *job, const char *const *own, const char *source,
                               const char *made);
