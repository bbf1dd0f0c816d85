/*
 * listing.h - a kernel as several targets' compilers made it, beside its source: lines, and of each target
 * the instructions that were made of a line.
 */
#pragma once

#include "inspect/asked.h"
#include "inspect/inspection.h"

/* A target at a width. */
typedef struct tool_side {
    const tool_inspection *inspection;
    const tool_code *code;
    tool_asked_list asked; /* operations of the layer */
    int *line_of;          /* the line of each instruction, an index */
    bool told;             /* whether its compiler tells any line */
} tool_side;

typedef struct tool_listed_line {
    const char *file; /* NULL: the last one, of instructions whose line is not told */
    int line;
    const char *text; /* `size` characters of the program's */
    size_t size;
    bool behind_gap; /* lines before it are left out, which nothing was made of */
} tool_listed_line;

enum { TOOL_LINE_LISTS = 4096 };
typedef struct tool_listing {
    tool_side *side;
    int side_count;
    tool_listed_line *line; /* as they stand in the program */
    int line_count;
    int *first,
        *next; /* of a line's number modulo TOOL_LINE_LISTS: the first line, behind each the next; -1 */
} tool_listing;

typedef struct tool_listings {
    tool_listing *item; /* one per strategy or file, setting and kernel */
    int count;
    int left_out; /* kernels of targets that are not among them */
} tool_listings;

/* What became of an operation on one side. */
typedef struct tool_asked_row {
    const tool_side *side;
    const tool_asked *asked; /* where it is not made, what another side has of it */
    bool made;               /* some instruction was made of it */
    int line;                /* of the listing */
} tool_asked_row;

/* Every operation of a listing on every side, those alone that exchange something between lanes; freed by the
 * caller. */
tool_asked_row *tool_listing_asked(const tool_listing *listing, int *count);

/* They lead into the inspections. A kernel with which they would have more than `most` instructions is left
   out, so that what is made of them is bounded: TOOL_LISTED_MOST are some 40 MB of JSON. */
enum { TOOL_LISTED_MOST = 1 << 18 };
tool_listings tool_listings_make(const tool_inspection *list, size_t count, long most);
void tool_listings_free(tool_listings *listings);

/* "gfx1030, 32 lanes" */
enum { TOOL_SIDE_NAME = 80 };
const char *tool_side_name(const tool_side *side, char out[TOOL_SIDE_NAME]);
long tool_side_lanes(const tool_side *side); /* compiled, else asked for */

/* An instruction as it is shown: without a remark that counts what the compiler had before. */
size_t tool_shown_size(const tool_instruction *it);
