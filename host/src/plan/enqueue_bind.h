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

/* Makes it empty; only what is read before it is set: to zero all of it takes longer than a query. */
void xl__start_memory(xl__memory *out, const xl__amounts *amounts);

/* Checks and binds the caller's arrays and scratch. *out must be started, and released in either case, once
   the commands that use it are enqueued: they retain the sub-buffers. What is not known of `amounts` but the
   problem is computed. */
int xl__bind_memory(xl_plan *plan, const xl_launch *launch, xl__amounts *amounts, xl__memory *out,
                    xl_error *error);
void xl__release_memory(xl__memory *memory);
