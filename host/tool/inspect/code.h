/*
 * code.h - a kernel's instructions, their kinds and loops. A target's reader (target.h) adds labels and
 * instructions in program order; tool_code_finish derives the rest.
 */
#pragma once

#include "inspect/place.h"
#include <stdbool.h>
#include <stddef.h>

typedef enum tool_kind {
    TOOL_CROSS_LANE, /* moves a value between lanes, or combines a bit of each */
    TOOL_LOCAL,      /* memory of the work-group */
    TOOL_GLOBAL,     /* other memory, with the kernel's arguments */
    TOOL_SCRATCH,    /* a work-item's memory, for what had no register */
    TOOL_ATOMIC,     /* of any memory */
    TOOL_BARRIER,
    TOOL_BRANCH,
    TOOL_ARITHMETIC,
    TOOL_OTHER, /* waits, hints, the end */
    TOOL_KINDS
} tool_kind;
const char *tool_kind_name(tool_kind kind); /* "cross_lane" */

typedef struct tool_instruction {
    const char *text;              /* "v_add_u32_e32 v0, v1, v2"; the code owns it */
    int operation, operation_size; /* where its operation begins: after "@P0" or "(W)" */
    tool_kind kind;
    int to[2];        /* instructions to which it may branch, -1: none, or unknown */
    const char *file; /* of its source; NULL: unknown. The code owns it */
    int line, column;
    bool waterfall; /* in a loop over lanes that the compiler added (tool_code_finish) */
} tool_instruction;

/* -1: not reported. */
typedef struct tool_numbers {
    long vector_registers, scalar_registers; /* of a lane; of all lanes together */
    long spills;                             /* values or registers in memory */
    long scratch_bytes, local_bytes;         /* of a work-item; of a work-group */
    long lanes;                              /* that it was compiled for */
    long group;                              /* required work-items of a work-group */
} tool_numbers;

typedef struct tool_code {
    char kernel[128];
    int program; /* among the strategy's programs */
    tool_instruction *item;
    int count;
    tool_numbers numbers;
    /* Made by tool_code_finish: */
    int kinds[TOOL_KINDS];
    int loops;
    int waterfalls; /* loops over lanes that the compiler added */
    int waterfall_instructions;
    int lost; /* the first branch to a missing label, from 1; 0: none */
    struct tool_label *labels;
    int label_count, label_capacity, capacity;
    char **texts;
    int text_count, text_capacity;
} tool_code;

typedef struct tool_syntax {
    tool_kind (*kind)(const char *operation, const char *text); /* its word, and all of it */
    /* True if control never reaches the next instruction. */
    bool (*stops)(const char *operation);
    /* True if such a branch always leads to a label of its kernel. */
    bool (*leads)(const char *operation, const char *text);
    /* True if instructions first to last are a loop over lanes that the compiler added. The last branches
     * back to the first. Marked instructions are in an inner such loop.
     */
    bool (*waterfall)(const tool_code *code, int first, int last);
} tool_syntax;

typedef struct tool_codes {
    tool_code *item;
    int count;
    char fault[160]; /* why the listing is refused, or "" */
    bool huge;
} tool_codes;

/* Limits of one program. */
enum { TOOL_CODES_MOST = 1 << 18, TOOL_CODES_BYTES = 1 << 26 };

/* Lack of memory ends the process, here and below (tool_need). */
tool_code *tool_codes_add(tool_codes *codes, const char *kernel);
tool_code *tool_codes_find(const tool_codes *codes, const char *kernel);
void tool_codes_free(tool_codes *codes);

/* Called for a line that the reader does not understand. Keeps the first. */
void tool_codes_refuse_line(tool_codes *codes, const char *line, size_t size);
void tool_codes_refuse_end(tool_codes *codes, const char *kernel); /* the listing ends within it */
void tool_codes_refuse_count(tool_codes *codes, const tool_code *code, long told); /* other instructions */
void tool_codes_refuse_size(tool_codes *codes);
/* Call after reading. False, no codes left: a kernel has no instructions, a branch's label is unknown, or
 * there are more than TOOL_CODES_MOST.
 */
bool tool_codes_stand(tool_codes *codes);

/* False unless the line ends with a number here. */
bool tool_read_number(const char *text, const char *end, long *out);

/* Each run of blanks becomes one. The reader removes comments. */
void tool_code_add(tool_code *code, const char *line, size_t size, const tool_place *place);
void tool_code_label(tool_code *code, const char *name, size_t size);
void tool_code_finish(tool_code *code, const tool_syntax *syntax);

/* Restores the file names of the program's #line directives: compilers prepend or drop folders. */
void tool_codes_name_files(tool_codes *codes, const char *program);

bool tool_begins(const char *text, const char *part);
bool tool_is_blank(char c);
size_t tool_name_size(const char *text);
/* Advances *rest. `*size` excludes the line's end. NULL: none. */
const char *tool_next_line(const char **rest, size_t *size);
/* sscanf of at most 1023 characters: the C library's measures a whole long text at each call. */
int tool_scan(const char *at, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(scanf, 2, 3)))
#endif
    ;

/* An operation that ends with '*' is a prefix. */
bool tool_code_is(const tool_code *code, int at, const char *operation);
bool tool_code_jumps_to_itself(const tool_code *code, int at);
/* Without blanks around it; "": not so many. */
void tool_code_operand(const tool_code *code, int at, int index, char *out, size_t size);
