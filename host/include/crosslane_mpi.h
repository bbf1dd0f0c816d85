/*
 * crosslane_mpi.h - one problem over many devices: each rank of an MPI communicator computes a part with a
 * plan of crosslane.h, and the problem's operator combines the parts.
 *
 *     xl_mpi_plan *plan;
 *     xl_mpi_plan_make(MPI_COMM_WORLD, device, &(xl_mpi_request){.part = &(xl_plan_request){
 *                      .algorithm = "scan", .type = XL_F32, .settings = "n=1000000 operator=affine"}},
 *                      &plan, &error);
 *     xl_mpi_run(plan, &(xl_mpi_launch){.part = &(xl_launch){.queue = queue, .array_count = 2,
 *                .arrays = (xl_array[]){{"x", x, 0}, {"y", y, 0}}}}, &error);
 *     ... xl_mpi_plan_free(plan);
 *
 * docs/examples/ranks.c is a whole program. Each rank has its own device, queue and buffers; a machine with
 * several devices runs several ranks. The parts are in rank order. A part may have any length, also 0, and a
 * rank need not know the lengths of other parts. The total length has no limit.
 *
 *   algorithm  a rank's part                  result
 *   reduce     x[n]                           result[1]: all parts combined, the same on every rank
 *   scan       x[n]; initial[1] on rank 0     y[n]: its part of the prefixes; `result`: the total of all
 *   lerp       x[rows, n, channels],          c[rows, channels]: the colours after the last step of the last
 *              t[rows, n]: some steps of      rank, the same on every rank
 *              every row; initial on rank 0
 *   histogram  samples[n]                     counts[buckets]: of its part, in 32 bits; `result`: of all
 *                                             parts, in 64 bits
 *
 * Method: each rank reduces its part to one value (its total, or its map c -> c p + v). MPI combines these
 * values with an operator that the library creates, as non-commutative if the order matters: MPI_Iexscan for
 * scan, MPI_Iallreduce for the others. A scan then runs with the combination of all earlier parts as its
 * start. A scan reads its part a second time for the total. With the operator affine the scan runs twice,
 * except on rank 0. A single rank needs neither. A lerp on ranks other than 0 reads t a second time, and uses
 * rows * n floats of device memory, set to 0, for the product of a row's 1 - t.
 *
 * Integer results are exact. Floating-point sums and products are combined in rank order, but MPI decides how
 * they are grouped. The strategy "fixed" of reduce groups them from the first rank on, so the same parts give
 * the same bits on every device and with every MPI.
 *
 * Errors, NULL, handles, lifetime and structs are as in crosslane.h. In addition, every rank of the
 * communicator makes the calls in the same order, and all ranks return the same status. A rank that fails
 * reports it to the other ranks before anything is combined; the line then names the first such rank. All
 * waits for other ranks end after xl_mpi_request.time_limit with XL_TIMEOUT. After that the plan can only be
 * freed. MPI cannot cancel what a rank has begun, so the program should end (MPI_Abort). A wait for the
 * device has no limit of its own.
 *
 * All ranks must run on machines of the same byte order. The library needs crosslane and MPI 3.0;
 * MPI_THREAD_FUNNELED is enough if one thread makes all calls. The library never prints. It sets an error
 * handler only on its own communicator.
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

/* A call of MPI failed; the line has MPI's own text. In addition to the status codes of crosslane.h. */
#define XL_MPI_FAILED (-10100)

typedef struct xl_mpi_plan xl_mpi_plan;

typedef struct xl_mpi_request {
    const xl_plan_request *part; /* of this rank: reduce, scan, lerp or histogram. Type, problem parameters,
                                  * and rows of lerp are the same on all ranks; n, tuning, width and backend
                                  * may differ */
    double time_limit;           /* seconds that a wait for other ranks may take; 0: 300 */
} xl_mpi_request;

/* Where a run's time was spent, in seconds on this rank. The struct never grows. */
typedef struct xl_mpi_times {
    double device;  /* launches, and waiting until they completed */
    double between; /* waiting for other ranks and for MPI; includes waiting for a slower rank */
    double all;     /* the whole call */
} xl_mpi_times;

typedef struct xl_mpi_launch {
    const xl_launch *part; /* this rank's part, as for xl_enqueue; event and first_event are NULL, since the
                            * call waits. Scalars may set n and rows; rows is the same on all ranks */
    void *result; /* out, NULL if not wanted: in host memory, the combined result. reduce and scan: an element
                     (of affine a pair); lerp: c; histogram: uint64_t counts[buckets] */
    size_t result_size;  /* bytes of `result`, at least the bytes written */
    xl_mpi_times *times; /* out, NULL if not wanted */
} xl_mpi_launch;

/* All ranks of `comm`, which is duplicated, call it. xl_mpi_plan_free frees `*out`. A rank without a device
 * passes NULL, and the call fails on all ranks. XL_UNSUPPORTED: another algorithm. XL_BAD_VALUE: the ranks
 * request different problems. Otherwise as xl_plan_make.
 */
static inline int xl_mpi_plan_make(MPI_Comm comm, xl_device *device, const xl_mpi_request *request,
                                   xl_mpi_plan **out, xl_error *error);

/* All ranks call it, in the same order as other calls on the communicator. `plan` may be NULL. */
void xl_mpi_plan_free(xl_mpi_plan *plan);

/* This rank's plan, for queries of its facts and values; the xl_mpi_plan owns it. */
xl_plan *xl_mpi_plan_part(xl_mpi_plan *plan);

/* Runs the part, combines, and waits until this rank's outputs are complete. All ranks call it. If it fails,
 * the contents of the outputs are undefined. */
static inline int xl_mpi_run(xl_mpi_plan *plan, const xl_mpi_launch *launch, xl_error *error);

/* ---- functions that the inline functions call ------------------------------------ */

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
