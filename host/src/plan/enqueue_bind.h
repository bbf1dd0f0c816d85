/*
 * enqueue_bind.h - memory of one run of a plan.
 */
#pragma once

#include "plan/plan.h"

enum { XL__MOST_PARTS = XL__MAX_ARRAYS + XL__MAX_AREAS };

/* Memory that the passes of a run read and write. NULL: absent, or empty. */
typedef struct xl__memory {
    cl_mem arrays[XL__MAX_ARRAYS], areas[XL__MAX_AREAS];
    const xl__amounts *amounts;
    cl_mem parts[XL__MOST_PARTS]; /* sub-buffers made for it */
    int part_count;
} xl__memory;

/* Makes it empty. Sets only fields that are read before they are written: zeroing all takes longer than a
   query. */
void xl__start_memory(xl__memory *out, const xl__amounts *amounts);

/* Checks and binds the caller's arrays and scratch. *out must be started. Release it in any case once its
   commands are enqueued, because they retain the sub-buffers. Computes missing parts of `amounts`, except the
   problem. */
int xl__bind_memory(xl_plan *plan, const xl_launch *launch, xl__amounts *amounts, xl__memory *out,
                    xl_error *error);
void xl__release_memory(xl__memory *memory);
