/*
 * guarded.h - a buffer with a guard before and behind it, where one is asked for: what a kernel writes
 * outside is seen, and what it reads there is a NaN.
 */
#ifndef XL_GUARDED_H
#define XL_GUARDED_H

#include "base/clapi.h"
#include "crosslane.h"
#include <stdbool.h>

/* Guards are whole units: every device lets a sub-buffer begin there. */
enum { XL__GUARD_UNIT = 4096 };

typedef struct xl__guarded {
    cl_mem whole; /* with both guards; NULL: there is none */
    cl_mem part;  /* what kernels get: it begins behind the first guard and ends where the second begins */
    size_t bytes; /* of the part */
    size_t guard; /* bytes of each guard; 0: none, and the part is the whole */
} xl__guarded;

/* `data`: what the part begins with, between guards that are filled; NULL: nothing is written yet. 0 bytes
   are allowed: kernels get a buffer in which no byte is theirs. XL_NO_MEMORY, XL_TOO_LARGE or what OpenCL
   says. */
int xl__guarded_make(cl_context context, cl_mem_flags flags, size_t bytes, size_t guard, const void *data,
                     xl__guarded *out);
void xl__guarded_free(xl__guarded *buffer);

/* The pattern that guards hold, and outputs before a run: as a float of any width a NaN, and none of its
   bytes is 0 or 0xFF, which kernels write most. Byte `i` from the beginning of a whole. */
unsigned char xl__untouched_byte(size_t i);
/* Fills the whole with it; a status of OpenCL's. */
cl_int xl__guarded_fill(cl_command_queue queue, const xl__guarded *buffer);

/* Bytes outside that were written: how far from the edge the nearest and the farthest are, 0 being next to
 * it.
 */
typedef struct xl__edge {
    bool written;
    size_t nearest, farthest;
} xl__edge;
typedef struct xl__edges {
    xl__edge before, behind;
} xl__edges;

/* Bytes of the whole. */
size_t xl__guarded_size(const xl__guarded *buffer);
/* Reads it into so many bytes (waits), the part first; a status of OpenCL's. */
cl_int xl__guarded_read(cl_command_queue queue, const xl__guarded *buffer, unsigned char *whole);
/* The edges in what was read of the whole, where no more than the first `used` bytes of the part may be
 * written.
 */
xl__edges xl__guarded_look(const xl__guarded *buffer, const unsigned char *whole, size_t used);
/* Reads both guards (waits) and looks at them; a status. */
int xl__guarded_check(cl_command_queue queue, const xl__guarded *buffer, xl__edges *out);

#endif
