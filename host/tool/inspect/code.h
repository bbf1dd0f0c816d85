/*
 * code.h - the compiled code of a kernel: its instructions, the kind of each, its loops. A target's reader
 * (target.h) adds labels and instructions in program order; then tool_code_finish derives the rest.
 */
#pragma once

#include "inspect/place.h"
#include <stdbool.h>
#include <stddef.h>

/* The kinds in which instructions are counted. */
typedef enum tool_kind {
    TOOL_CROSS_LANE, /* moves a value between lanes, or makes one of a bit of each */
    TOOL_LOCAL,      /* memory of the work-group */
    TOOL_GLOBAL,     /* other memory, arguments of the kernel included */
    TOOL_SCRATCH,    /* memory of a work-item's own: what had no room in registers */
    TOOL_ATOMIC,     /* of any memory */
    TOOL_BARRIER,
    TOOL_BRANCH,
    TOOL_ARITHMETIC,
    TOOL_OTHER, /* waits, hints, the end */
    TOOL_KINDS
} tool_kind;
const char *tool_kind_name(tool_kind kind); /* "cross_lane" */

typedef struct tool_instruction {
    const char *text;              /* one line, tidied: "v_add_u32_e32 v0, v1, v2"; the code's */
    int operation, operation_size; /* where its operation begins in it: after "@P0" or "(W)" */
    tool_kind kind;
    int to[2];        /* instructions to which it may branch, -1: none, or it is not known */
    const char *file; /* of its source place (place.h); NULL: not known. Owned by the code */
    int line, column;
    bool waterfall; /* made by tool_code_finish: in a loop over the lanes that the compiler made */
} tool_instruction;

/* A compiler's numbers for a kernel; -1: not reported. */
typedef struct tool_numbers {
    long vector_registers, scalar_registers; /* of a lane; of all lanes together */
    long spills;                             /* values, or registers, kept in memory */
    long scratch_bytes, local_bytes;         /* of a work-item; of a work-group */
    long lanes;                              /* that it was compiled for */
} tool_numbers;

typedef struct tool_code {
    char kernel[128];
    int program; /* index among the strategy's programs, from 0 */
    tool_instruction *item;
    int count;
    tool_numbers numbers;
    /* Made by tool_code_finish: */
    int kinds[TOOL_KINDS];
    int loops;                  /* flow.h */
    int waterfalls;             /* of them, loops over the lanes that the compiler made */
    int waterfall_instructions; /* in them */
    int lost;                   /* the first branch to a label that is not there, from 1; 0: there is none */
    /* The rest belongs to code.c. */
    struct tool_label *labels;
    int label_count, label_capacity, capacity;
    char **texts;
    int text_count, text_capacity;
} tool_code;

/* What a target knows of its instructions. */
typedef struct tool_syntax {
    tool_kind (*kind)(const char *operation, const char *text); /* its word, and all of it */
    /* True if control never reaches the next instruction. */
    bool (*stops)(const char *operation);
    /* Whether a branch of this operation and text leads to a label of its kernel in any case. */
    bool (*leads)(const char *operation, const char *text);
    /* True if the instructions first to last, the last of which branches back to the first, are a loop over
     * the lanes that the compiler added. Marked instructions are part of an inner loop of this kind. */
    bool (*waterfall)(const tool_code *code, int first, int last);
} tool_syntax;

/* The codes of a program's kernels. */
typedef struct tool_codes {
    tool_code *item;
    int count;
    char fault[160]; /* one line of why the listing that they were read from is refused; "": it is not */
    bool huge;       /* it is for being too large */
} tool_codes;

/* Limits of one program, which bound all work on it: instructions, bytes of its listing. */
enum { TOOL_CODES_MOST = 1 << 18, TOOL_CODES_BYTES = 1 << 26 };

/* Memory that runs out ends the process, here and below (tool_need). */
tool_code *tool_codes_add(tool_codes *codes, const char *kernel);
tool_code *tool_codes_find(const tool_codes *codes, const char *kernel); /* NULL: it is not there */
void tool_codes_free(tool_codes *codes);

/* A reader refuses a line that it does not understand, so that nothing is counted wrong; the first one is
   kept. */
void tool_codes_refuse_line(tool_codes *codes, const char *line, size_t size);
void tool_codes_refuse_end(tool_codes *codes, const char *kernel); /* the listing ends within it */
void tool_codes_refuse_count(tool_codes *codes, const tool_code *code, long told); /* other instructions */
void tool_codes_refuse_size(tool_codes *codes); /* more than TOOL_CODES_BYTES */
/* Call after reading. False if the listing is refused: it has a kernel without instructions, a branch to an
 * unknown label, or more than TOOL_CODES_MOST. Then no codes are left. */
bool tool_codes_stand(tool_codes *codes);

/* A whole number at the end of a line, "128": false where something else is there. */
bool tool_read_number(const char *text, const char *end, long *out);

/* `size` characters of an assembly's line: blanks become one each, a remark is the reader's to leave out. */
void tool_code_add(tool_code *code, const char *line, size_t size, const tool_place *place);
void tool_code_label(tool_code *code, const char *name, size_t size);
void tool_code_finish(tool_code *code, const tool_syntax *syntax);

/* Gives instructions the names of files that the program's #line directives have: compilers put the folder
   before them that they run in, or leave that out. */
void tool_codes_name_files(tool_codes *codes, const char *program);

bool tool_begins(const char *text, const char *part);
bool tool_is_blank(char c);
/* Characters of a name or a label at the start of a text. */
size_t tool_name_size(const char *text);
/* The line at *rest, `*size` characters without its end; *rest is then the text after it. NULL: there is
 * none. */
const char *tool_next_line(const char **rest, size_t *size);

/* True if the instruction's operation is this word, or begins with it if the word ends in '*'. */
bool tool_code_is(const tool_code *code, int at, const char *operation);
/* True if it branches to a label of its own. */
bool tool_code_jumps_to_itself(const tool_code *code, int at);
/* Operand number `index`, from 0, without blanks around it; "" where there are not so many. */
void tool_code_operand(const tool_code *code, int at, int index, char *out, size_t size);
