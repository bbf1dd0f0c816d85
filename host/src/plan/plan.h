/*
 * plan.h - what a plan is: a strategy of an algorithm, compiled for a device, a width and a problem.
 *
 * plan_settle.h gives it its values, plan_build.h its programs, plan_buffers.h its memory; plan_make.h does
 * all three. enqueue.c runs it, result.c reads what it wrote about itself.
 */
#ifndef XL_PLAN_H
#define XL_PLAN_H

#include "caps/caps.h"
#include "table/passes.h"
#include "program/program.h"
#include "plan/guarded.h"

enum { XL__TRACE_RECORDS = 1 << 16, XL__TRACE_WORDS = 12, XL__PLAN_REASON = 640 };

/* What a run's values come to before anything is bound: what its expressions name, and the memory that it
 * takes. */
typedef struct xl__amounts {
    uint64_t places[XL__MAX_PLACES]; /* as xl__fill_places gives them */
    size_t array_bytes[XL__MAX_ARRAYS];
    size_t area_bytes[XL__MAX_AREAS], area_offset[XL__MAX_AREAS]; /* where it begins in the scratch */
    size_t scratch_bytes;
    bool known;
} xl__amounts;

/* Arrays of XL__MAX_PASSES have an entry for each pass of the strategy. */
struct xl_plan {
    xl_device *device;
    const xl__algorithm *algorithm;
    const xl__strategy *strategy;
    xl__target target; /* backend NULL: the strategy uses no sub-groups */
    xl__problem problem;
    char ops[256];                         /* operations to use natively, with the plan's words in place */
    xl__passes ready;                      /* the strategy's passes, compiled */
    xl__program *programs[XL__MAX_PASSES]; /* NULL: never launched under these values, or a fill */
    cl_kernel kernels[XL__MAX_PASSES];     /* likewise */
    cl_uint arguments[XL__MAX_PASSES];     /* how many the kernel takes */
    cl_mem records[XL__MAX_PASSES];   /* two words each: lanes that ran, what the kernel was told; NULL: no
                                         record */
    xl__guarded areas[XL__MAX_AREAS]; /* data that the host made, what is kept, and the plan's own scratch,
                                         where they are there */
    cl_command_queue keeper; /* the one whose runs may use what is kept, retained; NULL: none did so yet */
    cl_event ended;          /* behind its last run, since another queue asked; NULL: none did */
    xl__amounts usual[2];    /* of runs with the plan's own values; [1]: of those that may use what is kept */
    cl_mem trace;
    cl_mem strays;    /* three words of SG_GUARD=2, of all kernels; NULL: the strategy tells none */
    cl_mem measures;  /* uints that the kernels write; NULL: nobody asks, or the strategy has none */
    cl_uint launches; /* kernels of the last run */
    bool ran;
    bool counts; /* its kernels count their measures */
    /* Where the plan writes about itself (xl_options.record_width, trace): */
    cl_command_queue queue; /* of the last run, retained; NULL: there was none */
    cl_event last;          /* of it, where the caller wanted an event: making one takes time */
    int measured;           /* lanes counted in it, once they were read: 0 = not yet, -1 = none */
    /* Of one whose strategy is left open: whether what the device's profile has for it was taken, or is not
       to be taken, as a plan of it cannot be; and the reason in words. */
    bool by_profile, no_profile;
    char reason[XL__PLAN_REASON];
    xl_plan_facts facts;
};

#endif
