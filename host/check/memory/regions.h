/* The memory that a kernel may use: a region per buffer, variable and local array, with its accesses. */
#ifndef XL_CHECK_REGIONS_H
#define XL_CHECK_REGIONS_H

#include "fibers/machine.h"

struct access {
    uint32_t item; /* id; 0: none */
    uint32_t tick;
    uint32_t pc; /* 31 bits of the place; the highest bit: atomic */
};

/* Of 4 bytes, or of 1 if the region is accessed in smaller or unaligned parts. */
struct cell {
    struct access write, read, read2;
};

enum region_kind { REGION_GLOBAL, REGION_LOCAL, REGION_CONSTANT };

struct region {
    uintptr_t base, end;
    enum region_kind kind;
    uint32_t shift; /* a cell for 1 << shift bytes */
    struct cell *cells;
    unsigned char *defined; /* a byte each, of buffers */
    bool writable;
    char name[CHECK_NAME];
    const struct check_argument *argument; /* NULL: a variable of the program */
};

void regions_clear(void);
/* Adds a region, in any order. Overlapping regions (sub-buffers) are joined. */
void regions_add(uintptr_t base, uint64_t bytes, enum region_kind kind, const char *name,
                 unsigned char *defined, bool writable);
/* The region added last is that of the argument, which must outlive it. */
void regions_argument(const struct check_argument *argument);
/* "`y[1]` (uint)" if the elements are known, else "byte 4 of `y`". */
char *regions_element(const struct check_argument *argument, const char *name, uint64_t at, char text[],
                      size_t bytes);
/* Sorts the regions and makes their histories. False: no memory. */
bool regions_ready(void);
/* The region that contains address, or NULL. */
struct region *regions_find(uintptr_t address);
/* The region nearest to address, or NULL. */
const struct region *regions_near(uintptr_t address);
struct region *regions_all(uint32_t *number);
/* To a cell per byte. */
void regions_refine(struct region *region);
void regions_forget(void);

#endif
