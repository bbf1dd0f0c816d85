/*
 * plan.h - a strategy of an algorithm, compiled for a device, a width and a problem.
 */
#ifndef XL_PLAN_H
#define XL_PLAN_H

#include "caps.h"
#include "passes.h"
#include "program.h"

enum { XL__CONSTANTS = 2, XL__TRACE_RECORDS = 1 << 16, XL__TRACE_WORDS = 12 };

struct xl_plan {
    xl_device *device;
    const xl__algorithm *algorithm;
    const xl__strategy *strategy;
    xl__target target; /* backend NULL: the strategy uses no sub-groups */
    xl__problem problem;
    xl__program *program;                 /* of the strategy's file */
    xl__program *passes[XL__MAX_KERNELS]; /* of a kernel with a file of its own, else NULL */
    cl_kernel kernels[XL__MAX_KERNELS];   /* NULL: skipped (xl__prepare) */
    cl_uint arguments[XL__MAX_KERNELS];   /* how many the kernel takes */
    int kernel_count;
    char ops[256];               /* operations to use natively, with the plan's type and choices in place */
    xl__passes ready;            /* strategies whose passes are data */
    cl_mem areas[XL__MAX_AREAS]; /* data that the host made, and the plan's own scratch; NULL: not there */
    cl_mem constants[XL__CONSTANTS]; /* NULL where the strategy gave none */
    cl_mem records[XL__MAX_KERNELS]; /* two words a kernel: lanes that ran, what the kernel was told */
    cl_mem trace;
    cl_mem own_scratch; /* made at the first need */
    bool ran;
    /* Where the plan writes about itself (xl_options.record_width, trace): */
    cl_command_queue queue; /* of the last run, retained; NULL: there was none */
    cl_event last;          /* of it, where the caller wanted an event: making one takes time */
    int measured;           /* lanes counted in it, once they were read: 0 = not yet, -1 = none */
    xl_plan_facts facts;
};

/* The plan of a table that is not in the registry; `request->algorithm` is ignored. */
int xl__plan_make_for(xl_device *device, const xl__algorithm *algorithm, const xl_plan_request *request,
                      xl_plan **out, xl_error *error);

/* What a plan would be, as far as it is known without compiling. */
typedef struct xl__preview {
    xl__problem problem; /* settled; a kernel that turns out not to allow the work-group gets a smaller one */
    int strategy;        /* index in the table; -1: none. Known even where a plan then cannot be */
    size_t scratch_bytes;
} xl__preview;
int xl__plan_preview(xl_device *device, const xl__algorithm *algorithm, const xl_plan_request *request,
                     xl__preview *out, xl_error *error);

/* Whether two plans of one strategy run the same programs in the same work-groups with the same scratch. */
bool xl__plan_same(const xl_plan *a, const xl_plan *b);

/* Sets the work-group size: the wish (0 = none) rounded to what width and device allow. */
void xl__choose_group(xl_plan *plan, size_t wish);

/* A buffer of the plan's context, from `data` where it is not NULL; NULL and an error in *status where that
 * fails. */
cl_mem xl__make_buffer(xl_plan *plan, cl_mem_flags flags, size_t bytes, void *data, xl_error *error,
                       int *status);

/* The program that kernel number `kernel` is of. */
const xl__program *xl__plan_program(const xl_plan *plan, int kernel);

const xl__algorithm *xl__plan_algorithm(const xl_plan *plan);
const xl__strategy *xl__plan_strategy(const xl_plan *plan);
int xl__plan_strategy_index(const xl_plan *plan);
/* Values, width and group size that the plan was made with; the plan keeps it. */
const xl__problem *xl__plan_problem(const xl_plan *plan);
/* Consecutive rows of the outputs that a work-group makes alone; 0: work-groups make every row together. */
size_t xl__plan_rows(const xl_plan *plan);

/* Releases what is kept of the last run. */
void xl__plan_forget_run(xl_plan *plan);

/* Scratch that a launch of this problem, of the plan's with smaller values of run time, needs. */
int xl__plan_scratch(const xl_plan *plan, const xl__problem *problem, size_t *bytes, xl_error *error);

/* Puts the compiled program into the disk cache. To be called after the plan's kernels have run to the end;
   xl_plan_width_measured, xl_plan_trace and xl_plan_free call it. */
void xl__plan_store(xl_plan *plan);

/* Text of a parameter's value as settings write it: a choice by its word. */
void xl__value_text(const xl__param *param, double value, char *text, size_t size);

#endif
