#pragma once

#include "plan/plan.h"

enum { XL__MOST_PARTS = XL__MAX_ARRAYS + XL__MAX_AREAS };

typedef struct xl__memory {
    cl_mem arrays[XL__MAX_ARRAYS], areas[XL__MAX_AREAS];
    const xl__amounts *amounts;
    cl_mem parts[XL__MOST_PARTS]; /* sub-buffers made for it */
    int part_count;
} xl__memory;

/* Sets only fields that are read before written: zeroing all takes long. */
void xl__start_memory(xl__memory *out, const xl__amounts *amounts);

/* Checks and binds the caller's arrays and scratch. *out must be started; release it once the commands are
   enqueued. Computes missing parts of `amounts`, except the problem. */
int xl__bind_memory(xl_plan *plan, const xl_launch *launch, xl__amounts *amounts, xl__memory *out,
                    xl_error *error);
void xl__release_memory(xl__memory *memory);
