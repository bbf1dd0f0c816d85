/* A plan: a strategy, compiled for a device, a width and a problem. */
#pragma once

#include "caps/caps.h"
#include "table/passes.h"
#include "program/program.h"
#include "plan/guarded.h"

enum { XL__TRACE_RECORDS = 1 << 16, XL__TRACE_WORDS = 12, XL__PLAN_REASON = 640 };

typedef struct xl__computed {
    uint64_t value;
    bool known;
} xl__computed;

/* A run's values before binding. Passes with turns change the turn and set it back; reading passes store
   values. */
typedef struct xl__amounts {
    xl__problem problem;
    uint64_t places[XL__MAX_PLACES]; /* as xl__fill_places gives them */
    size_t array_bytes[XL__MAX_ARRAYS];
    size_t area_bytes[XL__MAX_AREAS], area_offset[XL__MAX_AREAS]; /* offset in the scratch */
    size_t scratch_bytes;
    xl__computed *computed; /* by an expression's first term; NULL: computed when needed */
    bool known;
} xl__amounts;

/* A kernel's last value of an argument; local memory counts as 0. */
typedef struct xl__set_value {
    size_t bytes; /* 0: nothing yet */
    uint64_t value;
} xl__set_value;

/* The last run that wrote memory of the plan. The next such run follows it. */
typedef struct xl__last_run {
    cl_command_queue queue; /* retained; NULL: no such run */
    bool out_of_order;
    cl_event after; /* of an in-order queue: an event after the run; NULL: not needed yet */
    /* Runs that may not have ended, in order. Empty for an out-of-order queue: all have ended. */
    cl_event *chain;
    size_t count, room;
} xl__last_run;

/* Arrays of XL__MAX_PASSES have an entry per pass. */
struct xl_plan {
    xl_device *device;
    const xl__algorithm *algorithm;
    const xl__strategy *strategy;
    xl__strategy planted; /* the strategy, if it is one of the algorithm's list of mistakes */
    xl__target target;    /* backend NULL: no sub-groups */
    xl__problem problem;
    char ops[256]; /* operations to use natively */
    xl__passes ready;
    xl__program *programs[XL__MAX_PASSES]; /* NULL: a fill, or never launched */
    cl_kernel kernels[XL__MAX_PASSES];     /* likewise */
    cl_uint arguments[XL__MAX_PASSES];     /* how many the kernel takes */
    xl__set_value set[XL__MAX_PASSES][XL__MAX_ARGS];
    cl_mem records[XL__MAX_PASSES];   /* two words each: lanes that ran, lanes that the kernel expects; NULL:
                                         no record */
    xl__guarded areas[XL__MAX_AREAS]; /* host-made data, kept areas, the plan's own scratch */
    cl_command_queue known;           /* queue of the last call, checked and retained; NULL: none */
    bool known_out_of_order;
    xl__last_run last;
    xl__amounts usual[2]; /* with the plan's own values; [1]: if they may use kept areas */
    cl_mem trace;
    cl_mem index_errors; /* three words of SG_GUARD=2, for all kernels; NULL: none */
    cl_mem measures;     /* uints that the kernels write; NULL: not requested, or none */
    cl_uint launches;    /* kernels of the last run */
    bool ran;
    bool counts;  /* its kernels count their measures */
    int measured; /* in the last run: 0 = not yet read, -1 = none */
    /* For an open strategy: the profile was used; it must not be, because its choice cannot be planned. */
    bool by_profile, no_profile;
    char reason[XL__PLAN_REASON];
    xl_plan_facts facts;
};
