/* inspection.h - a strategy, or a user's file, compiled for a target at a width. */
#pragma once

#include "inspect/target.h"
#include "options/select.h"
#include <jansson.h>

typedef struct tool_inspecting {
    const tool_options *options;
    const char *folder; /* of what is compiled */
    double seconds;     /* per compilation */
} tool_inspecting;

typedef struct tool_inspection {
    const tool_inspect_target *target;
    char name[160];                         /* "scan/kogge_stone", "mine.cl" */
    char settings[TOOL_SETTINGS_TEXT + 16]; /* "type=u32 n=100", as given */
    char backend[16];                       /* of the layer; "": unused or unknown */
    char version[160];                      /* of the compiler */
    int width;                              /* requested; 0: the compiler chooses */
    size_t group;                           /* work-items of a work-group; 0: unknown */
    const char *only;                       /* the only kernel to show; NULL: all */
    tool_codes codes;                       /* in the order of their launches or of the file */
    xl__text assembly;
    char **texts; /* with #line directives */
    int text_count;
    tool_exit status; /* TOOL_OK; TOOL_WRONG: a user's kernel does not compile; TOOL_NOTHING_DONE: tools are
                       * missing, or the strategy cannot run; TOOL_DEVICE_FAILED */
    bool refused;     /* the strategy cannot run there: no failure */
    char *reason;     /* one line, or several; NULL: no failure */
    char *note;       /* functions that the layer provides for a user's file; NULL: none */
} tool_inspection;

/* `width` 0: the target's first. Always fills `out`; free with tool_inspection_free. */
void tool_inspect_strategy(const tool_inspecting *inspecting, const tool_inspect_target *target,
                           const tool_choice *choice, const tool_point *point, int width,
                           tool_inspection *out);
void tool_inspect_file(const tool_inspecting *inspecting, const tool_inspect_target *target, const char *path,
                       int width, tool_inspection *out);
/* `path` names the text, and the folder of its includes. */
void tool_inspect_text(const tool_inspecting *inspecting, const tool_inspect_target *target, const char *path,
                       const char *text, int width, tool_inspection *out);
/* Appends FOLDER/N.cl and FOLDER/N.asm to `out`; its codes get the program's number. */
void tool_inspection_take(tool_inspection *out, const char *base, tool_codes *codes);
void tool_inspection_fail(tool_inspection *out, tool_exit status, const char *reason);
void tool_inspection_forget(tool_inspection *inspection); /* what was compiled, or the failure */
void tool_inspection_free(tool_inspection *inspection);

const char *tool_inspection_text(const tool_inspection *inspection, const tool_code *code);

bool tool_inspection_shows(const tool_inspection *inspection, const tool_code *code);

/* False: nothing is published. */
bool tool_inspection_occupancy(const tool_inspection *inspection, const tool_code *code, tool_occupancy *out);

/* "instructions", "spills", "waterfalls", "cross_lane"... NULL past the last. */
const char *tool_measure_name(size_t index);
/* -1: the target does not report it. */
long tool_measure(const tool_inspection *inspection, const tool_code *code, size_t index);

/* "spills==0@gfx1030": measure or operation, relation, number, optionally a target. */
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
bool tool_condition_read(const char *text, tool_condition *out, xl_error *error);
const char *tool_condition_name(const tool_condition *condition);
bool tool_condition_applies(const tool_condition *condition, const tool_inspection *inspection);
/* *got: the number, of an operation's largest use; -1: unknown, which meets no condition. */
bool tool_condition_holds(const tool_condition *condition, const tool_inspection *inspection,
                          const tool_code *code, long *got);

/* The document of docs/inspect_numbers.md; a new reference. */
json_t *tool_inspections_json(const tool_inspection *list, size_t count);
