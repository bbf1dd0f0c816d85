/*
 * inspection.h - a strategy, or a file of one's own, compiled for a target at a width, and what came of it.
 */
#pragma once

#include "inspect/target.h"
#include "options/select.h"
#include <jansson.h>

/* What all inspections of a call share. */
typedef struct tool_inspecting {
    const tool_options *options;
    const char *folder; /* of what is compiled */
    double seconds;     /* limit for one compilation */
} tool_inspecting;

typedef struct tool_inspection {
    const tool_inspect_target *target;
    char name[160];                         /* "scan/kogge_stone", "mine.cl" */
    char settings[TOOL_SETTINGS_TEXT + 16]; /* "type=u32 n=100", as given */
    char backend[16];                       /* of the layer; "": it is not used, or not known */
    char version[160];                      /* of the compiler */
    int width;                              /* asked for; 0: the compiler chooses */
    size_t group;                           /* work-items of a work-group; 0: not known */
    const char *only;                       /* the only kernel to show; NULL: all are */
    tool_codes codes;                       /* the kernels, in the order of their launches or of the file */
    xl__text assembly;                      /* as the compiler wrote it */
    char **texts;                           /* the programs as they were compiled, with #line directives */
    int text_count;
    tool_exit status; /* TOOL_OK; TOOL_WRONG: a kernel of one's own does not compile; TOOL_NO_DEVICE: the
                         tools are missing, or the strategy does not run there; TOOL_DEVICE_FAILED */
    bool refused;     /* the library would not run the strategy there: no failure */
    char *reason;     /* one line, or several; NULL where it is well */
} tool_inspection;

/* `width` 0: the target's first. Always fills `out`, which tool_inspection_free empties. */
void tool_inspect_strategy(const tool_inspecting *inspecting, const tool_inspect_target *target,
                           const tool_choice *choice, const tool_point *point, int width,
                           tool_inspection *out);
void tool_inspect_file(const tool_inspecting *inspecting, const tool_inspect_target *target, const char *path,
                       int width, tool_inspection *out);
/* The same of a text; `path` is what it is called, and where its includes are looked for. */
void tool_inspect_text(const tool_inspecting *inspecting, const tool_inspect_target *target, const char *path,
                       const char *text, int width, tool_inspection *out);
/* Appends FOLDER/N.cl and FOLDER/N.asm of a program to `out`; its codes get its number as their program. */
void tool_inspection_take(tool_inspection *out, const char *base, tool_codes *codes);
void tool_inspection_fail(tool_inspection *out, tool_exit status, const char *reason);
void tool_inspection_free(tool_inspection *inspection);

/* ---- what is asked of it ---------------------------------------------------------------------------- */

/* The program that a kernel is of. */
const char *tool_inspection_text(const tool_inspection *inspection, const tool_code *code);

bool tool_inspection_shows(const tool_inspection *inspection, const tool_code *code);

/* The sub-groups that a part of the device holds; false: nothing is published. */
bool tool_inspection_occupancy(const tool_inspection *inspection, const tool_code *code, tool_occupancy *out);

/* Names of a kernel's numbers: "instructions", "spills", "waterfalls", "cross_lane"... NULL past the last
 * `index`. */
const char *tool_measure_name(size_t index);
/* -1: the target does not report it. */
long tool_measure(const tool_inspection *inspection, const tool_code *code, size_t index);

/* A condition, "spills==0@gfx1030": a measure or an operation of the layer, a relation, a number, and
 * optionally the only target to which it applies. */
typedef enum tool_relation {
    TOOL_LESS,
    TOOL_AT_MOST,
    TOOL_EQUAL,
    TOOL_NOT_EQUAL,
    TOOL_AT_LEAST,
    TOOL_MORE
} tool_relation;
typedef struct tool_condition {
    const char *text;
    size_t measure;
    char operation[64]; /* "sg_shuffle", in place of a measure; "": none */
    tool_relation relation;
    long value;
    char target[32]; /* "": all */
} tool_condition;
/* False, with the reason in `error`, which begins with the text. */
bool tool_condition_read(const char *text, tool_condition *out, xl_error *error);
const char *tool_condition_name(const tool_condition *condition); /* of what has to hold */
bool tool_condition_applies(const tool_condition *condition, const tool_inspection *inspection);
/* True if the condition is met; a number that the target does not report meets none. *got is the number, for
   an operation the largest of its uses; -1: unknown. */
bool tool_condition_holds(const tool_condition *condition, const tool_inspection *inspection,
                          const tool_code *code, long *got);

/* The document of docs/inspect_numbers.md; a new reference. */
json_t *tool_inspections_json(const tool_inspection *list, size_t count);
