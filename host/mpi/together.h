/*
 * together.h - the ranks of a plan: waits with a time limit, shared errors, MPI's operator and datatype
 * for totals.
 */
#pragma once

#include "combine.h"
#include "crosslane_mpi.h"
#include <stdbool.h>

typedef struct xl__together {
    MPI_Comm comm; /* our own; MPI_COMM_NULL until it is made */
    int rank, size;
    double limit;  /* seconds of a wait */
    double waited; /* seconds in all waits */
    bool broken;   /* a wait failed: MPI may still use our buffers, and its objects are not freed */
    MPI_Op op;     /* MPI_OP_NULL: none */
    MPI_Datatype total;
    bool own_type;
    /* Memory that MPI may use after a failed wait. */
    int64_t say[3];
    struct {
        int status;
        char text[XL_ERROR_TEXT];
    } told;
} xl__together;

int xl__tell(xl_error *error, int status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Copies a struct of which the program knows `given_size` bytes; the rest is 0. XL_UNSUPPORTED if it sets
   fields unknown to this library. `given` may be NULL. */
int xl__take_struct(void *own, size_t own_size, const void *given, size_t given_size, xl_error *error);

/* Duplicates the communicator. Call xl__together_end even after a failure. */
int xl__together_start(xl__together *t, MPI_Comm comm, double limit, xl_error *error);
void xl__together_end(xl__together *t);

int xl__together_combine_by(xl__together *t, xl__operator op, xl_type type, int components, xl_error *error);

/* All ranks make the same calls; these return XL_SUCCESS, XL_MPI_FAILED or XL_TIMEOUT. agree: gives every
   rank the status and line of the first failed rank; else the least and largest `value`. */
int xl__agree(xl__together *t, int status, size_t value, size_t *least, size_t *most, xl_error *error);
int xl__from_first(xl__together *t, void *data, int size, xl_error *error);
/* Combines `count` totals of all ranks in rank order, in place. */
int xl__combine_all(xl__together *t, void *totals, int count, xl_error *error);
/* Combines the ranks before this one; rank 0's `before` is unchanged. */
int xl__combine_before(xl__together *t, const void *own, void *before, int count, xl_error *error);
/* `bytes` bytes of each rank, into all[size * bytes]. */
int xl__collect(xl__together *t, const void *own, void *all, int bytes, xl_error *error);
int xl__from_last(xl__together *t, void *total, int bytes, xl_error *error);
/* True if sums of counts may need 64 bits: no bucket exceeds the sum of all ranks' `most`. */
bool xl__counts_are_wide(const xl__together *t, size_t most);
/* In place; `wide`: uint64_t, otherwise uint32_t. */
int xl__add_counts(xl__together *t, void *counts, int count, bool wide, xl_error *error);
