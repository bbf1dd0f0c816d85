/*
 * together.h - the ranks of a plan: waits with a time limit, errors that all ranks report alike, and
 * MPI's operator and datatype for combining totals.
 */
#pragma once

#include "combine.h"
#include "crosslane_mpi.h"
#include <stdbool.h>

typedef struct xl__together {
    MPI_Comm comm; /* our own; MPI_COMM_NULL before it is there */
    int rank, size;
    double limit;  /* seconds of a wait */
    double waited; /* seconds, in all waits so far */
    bool broken;   /* a wait has failed: MPI may still hold our buffers, and its objects are left to it */
    MPI_Op op;     /* MPI_OP_NULL: none */
    MPI_Datatype total;
    bool own_type; /* `total` is to be freed */
    /* Memory that MPI may still use after a failed wait lives as long as this. */
    int64_t say[3];
    struct {
        int status;
        char text[XL_ERROR_TEXT];
    } told;
} xl__together;

/* Writes one line and returns the status. */
int xl__tell(xl_error *error, int status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* A struct of a program that knows `given_size` bytes of it: what it does not know is 0. XL_UNSUPPORTED where
   it sets what this library does not know. `given` may be NULL. */
int xl__take_struct(void *own, size_t own_size, const void *given, size_t given_size, xl_error *error);

/* Duplicates the communicator. xl__together_end leaves it, whatever came of it. */
int xl__together_start(xl__together *t, MPI_Comm comm, double limit, xl_error *error);
void xl__together_end(xl__together *t);

/* Says how MPI is to combine totals (combine.h). */
int xl__together_combine_by(xl__together *t, xl__operator op, xl_type type, int components, xl_error *error);

/* All ranks make the same calls. XL_SUCCESS, XL_MPI_FAILED or XL_TIMEOUT. agree: gives every rank the status
   and line of the first failed rank; otherwise XL_SUCCESS, and the least and largest `value`. */
int xl__agree(xl__together *t, int status, size_t value, size_t *least, size_t *most, xl_error *error);
/* `size` bytes of rank 0, to all. */
int xl__from_first(xl__together *t, void *data, int size, xl_error *error);
/* `count` totals of all ranks, in their order; in place. */
int xl__combine_all(xl__together *t, void *totals, int count, xl_error *error);
/* Totals of the ranks before this one; rank 0's `before` is unchanged. */
int xl__combine_before(xl__together *t, const void *own, void *before, int count, xl_error *error);
/* A total of `bytes` bytes of each rank, into all[size * bytes]. */
int xl__collect(xl__together *t, const void *own, void *all, int bytes, xl_error *error);
/* The last rank's total, to all; in place. */
int xl__from_last(xl__together *t, void *total, int bytes, xl_error *error);
/* Whether sums of counts may need 64 bits: no bucket exceeds all samples, `most` on each rank. */
bool xl__counts_are_wide(const xl__together *t, size_t most);
/* Counts of all ranks, of uint32_t or, `wide`, of uint64_t, added; in place. */
int xl__add_counts(xl__together *t, void *counts, int count, bool wide, xl_error *error);
