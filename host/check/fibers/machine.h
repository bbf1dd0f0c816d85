/* The state of one launch in the worker, with a fiber per work-item. `machine` is global: the worker has one
   thread, and compiled kernels pass no context. */
#ifndef XL_CHECK_MACHINE_H
#define XL_CHECK_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/wire.h"

enum { MACHINE_STACK = 256 << 10, MACHINE_FLIGHTS = 8, MACHINE_SLICE = 2000 };

/* Called by compiled kernels. */
#define CHECK_HOOK __attribute__((visibility("default")))

enum item_state { ITEM_READY, ITEM_WAITS, ITEM_DONE };

/* A collective; compile/builtins/groups.cl declares the same struct. */
struct meeting {
    uint64_t pc;
    const void *in, *in2;
    void *out;
    uint32_t bytes, kind, who, op, type, cluster;
    uint64_t argument;
};

struct know;

struct item {
    enum item_state state;
    bool preempted; /* interrupted since its last meeting: it may be waiting for memory */
    bool parted;    /* since it was reported that other lanes missed a collective */
    uint32_t id;    /* unique in this launch, from 1 */
    uint32_t index, lane, sub_group;
    uint32_t local[3];
    struct group *group;
    void *context;
    char *stack;
    struct meeting meeting;
    uint32_t barrier_flags;
    const void *builtin;   /* a place in the built-in function that waits */
    const char *waits_for; /* the collective's name */
    struct check_place place;
    struct know *know, *fence, *pending;
    uint32_t *trail, trail_count, trail_from; /* lanes/parting.h */
};

struct group {
    bool used;
    uint64_t linear, id[3];
    uint32_t items, sub_groups;
    uint32_t first_id;
    uint32_t tick;            /* counts barriers and releases: orders accesses within the group */
    uint32_t barrier_tick[2]; /* accesses to local, global memory before it are ordered for the group */
    uint32_t *sub_tick[2];    /* the same within each sub-group */
    uint64_t idle; /* accesses since a work-item last met others or ended; if many, they may be waiting for
                      memory */
    struct know *know, *released;
    struct item *item;
    char *local_copy; /* its local memory while another group runs */
};

/* Words that a turn accesses, hashed: a waiting one returns to few. */
enum { MACHINE_WATCHED = 1 << 15 };

/* A lane read a lane that is not there, or that parted at a branch (no place: unknown). */
struct lane_fault {
    const char *name;
    uint32_t lane, size;
    int64_t from;
    struct check_place branch;
};

struct machine {
    const struct check_request *request;
    const struct check_argument *argument;
    struct check_reply *reply;
    struct check_finding *finding;
    struct check_meeting *meetings;
    const char *base; /* where the program's object is loaded */
    const char *end;
    uint64_t groups[3], group_count;
    uint32_t group_items;
    uint64_t steps;
    int64_t slice;
    uint64_t pc; /* of the last access */
    bool watches;
    uint32_t watched; /* different words since machine_watch */
    bool touched[MACHINE_WATCHED];
    enum check_order order;
    uint32_t seed;
    uint32_t poison; /* content of undefined memory */
    /* CHECK_UNDEFINED, CHECK_LANE_INDEX, CHECK_DIVISION: such a value was read, and where first. */
    bool undefined[CHECK_KINDS];
    struct check_place undefined_place[CHECK_KINDS];
    struct lane_fault lane_fault; /* the first */
    bool atomics;                 /* an atomic returned a value */
    bool quiet;                   /* a repeated run prints nothing */
    struct item *item;            /* the running work-item */
    void *scheduler;              /* its context */
    bool stop;                    /* the launch has failed */
    char *stacks;
    size_t stack_bytes;
    void (*call)(void **arguments);
    void **arguments;
};

extern struct machine machine;

/* The stack of a work-item of the work-group in that flight. */
static inline char *machine_stack(uint32_t flight, uint32_t item) {
    return machine.stacks + ((size_t)flight * CHECK_MAX_LOCAL_SIZE + item) * MACHINE_STACK;
}

/* Stack overflows of so many items become errors instead of writes to another stack. */
void machine_guard(uint32_t flight, uint32_t items);
bool machine_is_guard(uintptr_t address);

/* Switches to the scheduler; the work-item stays ready. */
void machine_pause(void);

/* Does not return; the scheduler checks machine.stop. */
void machine_fail(enum check_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/* For calls outside work-items; returns. */
void machine_fail_idle(enum check_status status, const char *text);

/* For each access or block of code: interrupts the work-item at the end of its slice. */
static inline void machine_step(void) {
    ++machine.steps;
    if (--machine.slice < 0) machine_pause();
}

/* Begins to count the words that are accessed. */
void machine_watch(void);

static inline void machine_touch(uintptr_t address) {
    const size_t at = (address >> 2) % MACHINE_WATCHED;
    machine.watched += !machine.touched[at];
    machine.touched[at] = true;
}

/* The call stack above a built-in, from its return address and caller's frame. */
void machine_place(struct check_place *place, uint64_t pc, const void *frame);

uint32_t machine_random(void);

#endif
