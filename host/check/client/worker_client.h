/* The worker process: started on demand, and again after a crash. */
#ifndef XL_CHECK_WORKER_CLIENT_H
#define XL_CHECK_WORKER_CLIENT_H

#include "client/arena.h"
#include "compile/check_program.h"

struct check_worker {
    int requests, replies; /* ends of pipes */
    int process;
};

/* An argument from the caller: a value's bytes, a block, or a number of bytes of local memory. */
struct check_given {
    uint32_t kind; /* enum check_argument_kind */
    const void *value;
    uint64_t size, offset;
};

struct check_launch {
    const struct check_program *program;
    const struct check_kernel *kernel;
    const struct check_given *given;
    uint32_t width, dimensions, schedules, seed;
    uint64_t offset[3], global[3], local[3], steps;
    struct check_meeting *meetings; /* room for CHECK_MEETINGS; NULL: not wanted */
};

/* Runs one launch and waits. Returns up to CHECK_MAX_FINDINGS findings. False: the worker could not start or
   ended without a reply; reply->note has the reason. Not thread-safe. */
bool check_worker_run(struct check_worker *worker, const struct check_arena *arena,
                      const struct check_launch *launch, struct check_reply *reply,
                      struct check_finding *findings);
void check_worker_stop(struct check_worker *worker);

#endif
