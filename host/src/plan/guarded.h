/* A buffer between two guards, if requested: they show a kernel's writes outside; reads there give NaN. */
#pragma once

#include "base/clapi.h"
#include "crosslane.h"
#include <stdbool.h>

/* Guards are multiples of this, where every device lets a sub-buffer begin. */
enum { XL__GUARD_UNIT = 4096 };

typedef struct xl__guarded {
    cl_mem whole; /* with both guards; NULL: no buffer */
    cl_mem part;  /* kernel argument: between the guards */
    size_t bytes; /* of the part */
    size_t guard; /* bytes of each guard; 0: none, part = whole */
} xl__guarded;

/* `data`: the part's content, and the guards are filled; NULL: nothing is written yet. 0 bytes are allowed.
   XL_NO_MEMORY, XL_TOO_LARGE or an OpenCL status. */
int xl__guarded_make(cl_context context, cl_mem_flags flags, size_t bytes, size_t guard, const void *data,
                     xl__guarded *out);
void xl__guarded_free(xl__guarded *buffer);

/* The pattern in guards, and in outputs before a run: NaN as a float of any width, without bytes 0 or 0xFF,
   which kernels often write. */
unsigned char xl__untouched_byte(size_t i);
/* An OpenCL status. */
cl_int xl__guarded_fill(cl_command_queue queue, const xl__guarded *buffer);

/* Distances of the nearest and farthest byte written outside; 0: next to the edge. */
typedef struct xl__edge {
    bool written;
    size_t nearest, farthest;
} xl__edge;
typedef struct xl__edges {
    xl__edge before, behind;
} xl__edges;

/* Bytes of the whole. */
size_t xl__guarded_size(const xl__guarded *buffer);
/* Reads the whole (waits); an OpenCL status. */
cl_int xl__guarded_read(cl_command_queue queue, const xl__guarded *buffer, unsigned char *whole);
/* Edges in a whole that was read, if only the first `used` bytes of the part may be written. */
xl__edges xl__guarded_look(const xl__guarded *buffer, const unsigned char *whole, size_t used);
/* Reads both guards (waits) and checks them; a status. */
int xl__guarded_check(cl_command_queue queue, const xl__guarded *buffer, xl__edges *out);
