/* listing.h - a kernel's source, with each line's instructions on several targets. */
#pragma once

#include "inspect/asked.h"
#include "inspect/inspection.h"

/* A target at a width. */
typedef struct tool_side {
    const tool_inspection *inspection;
    const tool_code *code;
    tool_asked_list asked; /* operations of the layer */
    int *line_of;          /* of each instruction, an index */
    bool told;             /* its compiler reports some line */
} tool_side;

typedef struct tool_listed_line {
    const char *file; /* NULL: the last line, for instructions without a line */
    int line;
    const char *text; /* `size` characters of the program */
    size_t size;
    bool behind_gap; /* earlier lines without instructions are left out */
} tool_listed_line;

enum { TOOL_LINE_LISTS = 4096 };
typedef struct tool_listing {
    tool_side *side;
    int side_count;
    tool_listed_line *line; /* in program order */
    int line_count;
    int *first, *next; /* lists by line number modulo TOOL_LINE_LISTS: the first line, then for each the next;
                        * -1 */
} tool_listing;

typedef struct tool_listings {
    tool_listing *item; /* per strategy or file, setting and kernel */
    int count;
    int left_out; /* kernels of missing targets */
} tool_listings;

/* An operation on one side. */
typedef struct tool_asked_row {
    const tool_side *side;
    const tool_asked *asked; /* if it is not made, from another side */
    bool made;               /* some instruction came from it */
    int line;                /* of the listing */
} tool_asked_row;

/* Operations that exchange values between lanes, on every side; the caller frees it. */
tool_asked_row *tool_listing_asked(const tool_listing *listing, int *count);

/* Points into the inspections. Leaves out kernels beyond `most` instructions in total: TOOL_LISTED_MOST are
 * some 40 MB of JSON.
 */
enum { TOOL_LISTED_MOST = 1 << 18 };
tool_listings tool_listings_make(const tool_inspection *list, size_t count, long most);
void tool_listings_free(tool_listings *listings);

/* "gfx1030, 32 lanes" */
enum { TOOL_SIDE_NAME = 80 };
const char *tool_side_name(const tool_side *side, char out[TOOL_SIDE_NAME]);
long tool_side_lanes(const tool_side *side); /* compiled, else asked for */

/* Without a remark that counts the compiler's earlier lines. */
size_t tool_shown_size(const tool_instruction *it);
