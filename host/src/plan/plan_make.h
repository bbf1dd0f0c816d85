/*
 * plan_make.h - making a plan, its preview, and what it is asked.
 */
#ifndef XL_PLAN_MAKE_H
#define XL_PLAN_MAKE_H

#include "table/algorithm.h"
#include "plan/guarded.h"

/* The plan of a table that is not in the registry; `request->algorithm` is ignored. */
int xl__plan_make_for(xl_device *device, const xl__algorithm *algorithm, const xl_plan_request *request,
                      xl_plan **out, xl_error *error);

/* The same, to be timed: its kernels do not count their measures, which takes time, even if the device was
   opened with xl_options.record_width. */
int xl__plan_make_timed(xl_device *device, const xl__algorithm *algorithm, const xl_plan_request *request,
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

/* The program of a pass, the plan's; NULL: the pass has none. */
cl_program xl__plan_program(const xl_plan *plan, int pass);
const xl__algorithm *xl__plan_algorithm(const xl_plan *plan);
const xl__strategy *xl__plan_strategy(const xl_plan *plan);
int xl__plan_strategy_index(const xl_plan *plan);
/* Values, width and group size that the plan was made with; the plan keeps it. */
const xl__problem *xl__plan_problem(const xl_plan *plan);
/* Consecutive rows of the outputs that a work-group makes alone; 0: work-groups make every row together. */
size_t xl__plan_rows(const xl_plan *plan);

/* The bounds that the table gives measure number i; *most is UINT64_MAX where it gives none. */
int xl__plan_measure_bounds(const xl_plan *plan, size_t i, uint64_t *least, uint64_t *most, xl_error *error);

/* Of a strategy with XL__TELLS_STRAYS: waits for the plan's last run and reads what its kernels found wrong,
   the words of kernels/sg/extras/sg_guard.h; all 0: nothing, or the strategy tells none. */
enum { XL__STRAY_WORDS = 3 };
int xl__plan_strays(xl_plan *plan, cl_command_queue queue, cl_uint words[XL__STRAY_WORDS], xl_error *error);

/* Releases what is kept of the last run. */
void xl__plan_forget_run(xl_plan *plan);
/* No queue has what the plan keeps. */
void xl__plan_forget_keeper(xl_plan *plan);

/* Puts the compiled programs into the disk cache. To be called after the plan's kernels have run to the end;
   xl_plan_width_measured, xl_plan_trace and xl_plan_free call it. */
void xl__plan_store(xl_plan *plan);

/* Of a device with guard_bytes. Before a run: fills the plan's own scratch and its guards with their pattern,
   so that what is read before it was written is a NaN. After it: what was written before and behind area
   number `a`, 0 to XL__MAX_AREAS - 1 (waits); name NULL: the plan has no such area. Data that the host made
   and what is kept have guards too, which are filled once. */
typedef struct xl__checked_area {
    const char *name;
    size_t elements, element; /* how many it has, and their bytes */
    xl__edges edges;
} xl__checked_area;
int xl__plan_fill_areas(xl_plan *plan, cl_command_queue queue, xl_error *error);
int xl__plan_check_area(const xl_plan *plan, cl_command_queue queue, int a, xl__checked_area *out,
                        xl_error *error);

/* Arrays and areas that a launch takes as arguments, of the pass that takes the most. */
int xl__plan_buffers(const xl_plan *plan);

#endif
