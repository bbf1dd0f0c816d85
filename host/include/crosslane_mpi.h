/*
 * crosslane_mpi.h - one problem over many devices: the parts by plans of crosslane.h, a part per rank of an
 * MPI communicator, combined by the operator.
 *
 *     xl_mpi_plan *plan;
 *     xl_mpi_plan_make(MPI_COMM_WORLD, device, &(xl_mpi_request){.part = &(xl_plan_request){.algorithm =
 * "scan", .type = XL_F32, .settings = "n=1000000 operator=affine"}}, &plan, &error); xl_mpi_run(plan,
 * &(xl_mpi_launch){.part = &(xl_launch){.queue = queue, .array_count = 2, .arrays = (xl_array[]){{"x", x, 0},
 * {"y", y, 0}}}}, &error);
 *     ... xl_mpi_plan_free(plan);
 *
 * docs/examples/ranks.c is a whole program. A rank has one device, queue and buffers of its own; what has
 * several devices is started as several ranks. The parts stand in the order of the ranks. They may have any
 * length, 0 too, and no rank needs to know the others': their sum is bounded by nothing.
 *
 *   algorithm  a rank's part                  what comes out
 *   reduce     x[n]                           result[1]: all parts combined, the same on every rank
 *   scan       x[n]; initial[1] on rank 0     y[n]: its part of the prefixes; `result`: the total of all
 *   lerp       x[rows, n, channels],          c[rows, channels]: the colours after the last step of the last
 *              t[rows, n]: some steps of      rank, the same on every rank
 *              every row; initial on rank 0
 *   histogram  samples[n]                     counts[buckets]: of its part, in 32 bits; `result`: of all
 * parts, in 64
 *
 * How: each part is reduced to what it does as a whole (its total; its map c -> c p + v), MPI combines these
 * by an operator of the library's own, created as non-commutative where order matters (MPI_Iexscan for scan,
 * MPI_Iallreduce for the others), and a scan then runs with what stands before its part. A scan reads its
 * part once more for the total; of the operator affine it runs twice, but on rank 0. One rank alone needs
 * neither. A lerp of ranks other than 0 reads t once more, and takes rows * n floats of device memory, zeros,
 * for the product of a row's 1 - t.
 *
 * Integers are exact. Floating-point sums and products are combined in the order of the ranks, but MPI
 * decides how they are grouped. With the strategy "fixed" of reduce they are grouped from the first rank on,
 * so that the same parts give the same bits on every device and with every MPI.
 *
 * Errors, NULL, handles, lifetime and structs are as in crosslane.h. In addition: every rank of the
 * communicator makes the calls in the same order, and all of them return the same status. A rank that fails
 * tells the others before anything is combined; the line then names the first such rank. All waits for other
 * ranks end after xl_mpi_request.time_limit with XL_TIMEOUT: the plan is of no use then but to be freed, and
 * as MPI cannot take back what a rank has begun, the program should end (MPI_Abort). A wait for the device
 * has no limit of its own.
 *
 * The ranks run on machines of one byte order. MPI 3.0; MPI_THREAD_FUNNELED is enough where one thread makes
 * all calls. The library never prints, sets no error handler but that of its own communicator, and needs
 * crosslane and MPI.
 */
#pragma once

#include "crosslane.h"
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* A call of MPI failed; the line has MPI's own text. Beside the status codes of crosslane.h. */
#define XL_MPI_FAILED (-10100)

typedef struct xl_mpi_plan xl_mpi_plan;

typedef struct xl_mpi_request {
    const xl_plan_request *part; /* of this rank: its algorithm is reduce, scan, lerp or histogram. Its type,
                                    its parameters of the problem, and rows of lerp are the same on all ranks,
                                    n, tuning, width and backend may differ */
    double time_limit;           /* seconds that a wait for other ranks may take; 0: 300 */
} xl_mpi_request;

/* Where a run's time went, seconds on this rank. It never grows. */
typedef struct xl_mpi_times {
    double device;  /* launches and their ends */
    double between; /* waiting for other ranks and for MPI: what a slower rank makes others wait is in it */
    double all;     /* the whole call */
} xl_mpi_times;

typedef struct xl_mpi_launch {
    const xl_launch *part; /* as for xl_enqueue, of this rank's part; event and first_event are NULL, since
                              the call waits. n and rows as scalars: rows the same on all ranks */
    void *result; /* out, NULL if not wanted: in host memory, what all parts come to. reduce and scan: an
                     element (of affine a pair); lerp: c; histogram: uint64_t counts[buckets] */
    size_t result_size;  /* bytes of it, at least what is written */
    xl_mpi_times *times; /* out, NULL if not wanted */
} xl_mpi_launch;

/* Makes the plans of this rank's part. All ranks of `comm` call it; the communicator is duplicated. `*out` is
   freed by xl_mpi_plan_free. A rank that has no device gives NULL, and all fail. XL_UNSUPPORTED: another
   algorithm. XL_BAD_VALUE: the ranks do not ask for the same problem. The rest as xl_plan_make. */
static inline int xl_mpi_plan_make(MPI_Comm comm, xl_device *device, const xl_mpi_request *request,
                                   xl_mpi_plan **out, xl_error *error);

/* All ranks call it, in the same order as other calls on the communicator. NULL is fine. */
void xl_mpi_plan_free(xl_mpi_plan *plan);

/* This rank's plan, to ask for its facts and values: it belongs to the xl_mpi_plan. */
xl_plan *xl_mpi_plan_part(xl_mpi_plan *plan);

/* Runs the part, combines, and waits until this rank's outputs are there. All ranks call it. Where it fails,
   outputs hold nothing useful. */
static inline int xl_mpi_run(xl_mpi_plan *plan, const xl_mpi_launch *launch, xl_error *error);

/* ---- what the inline functions call -------------------------------------------------------------------- */

int xl_mpi_plan_make_sized(MPI_Comm comm, xl_device *device, const xl_mpi_request *request,
                           size_t request_size, xl_mpi_plan **out, xl_error *error);
int xl_mpi_run_sized(xl_mpi_plan *plan, const xl_mpi_launch *launch, size_t launch_size, xl_error *error);

static inline int xl_mpi_plan_make(MPI_Comm comm, xl_device *device, const xl_mpi_request *request,
                                   xl_mpi_plan **out, xl_error *error) {
    return xl_mpi_plan_make_sized(comm, device, request, sizeof *request, out, error);
}
static inline int xl_mpi_run(xl_mpi_plan *plan, const xl_mpi_launch *launch, xl_error *error) {
    return xl_mpi_run_sized(plan, launch, sizeof *launch, error);
}

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
