/* mpi_plan.h - a plan over ranks, and the device's side of a run. */
#pragma once

#include "together.h"

typedef enum xl__mpi_kind { XL__MPI_REDUCE, XL__MPI_SCAN, XL__MPI_LERP, XL__MPI_HISTOGRAM } xl__mpi_kind;

enum { XL__MPI_PROBLEM = 512 }; /* bytes of text */
enum { XL__MPI_IN, XL__MPI_OUT, XL__MPI_ZEROS, XL__MPI_BUFFERS };

struct xl_mpi_plan {
    xl__together ranks;
    xl__mpi_kind kind;
    xl_plan *part, *second; /* second: computes the part's total; NULL: the part's plan does */
    xl_type type;
    xl__operator op;
    int components;        /* of a total: numbers */
    bool exclusive, fixed; /* of a scan; of a reduce: combined from the first rank on */
    char problem[XL__MPI_PROBLEM];
    _Alignas(8) char own[16];
    _Alignas(8) char found[16];
    void *memory[2];
    size_t held[2]; /* bytes of it */
    /* In the caller's context: a total, or one of each row, in and out; what lerp steps towards. */
    cl_mem buffer[XL__MPI_BUFFERS];
    size_t bytes[XL__MPI_BUFFERS];
};

double xl__mpi_value(const xl_plan *plan, const char *name);
