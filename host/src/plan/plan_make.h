/*
 * plan_make.h - makes, previews and queries plans.
 */
#pragma once

#include "table/algorithm.h"
#include "plan/guarded.h"

/* Makes a plan for a table outside the registry; ignores `request->algorithm`. */
int xl__plan_make_for(xl_device *device, const xl__algorithm *algorithm, const xl_plan_request *request,
                      xl_plan **out, xl_error *error);

/* The same for timing: kernels do not count measures, which takes time, even if the device was opened with
   xl_options.record_width. */
int xl__plan_make_timed(xl_device *device, const xl__algorithm *algorithm, const xl_plan_request *request,
                        xl_plan **out, xl_error *error);

/* A plan as far as known without compiling. */
typedef struct xl__preview {
    xl__problem problem; /* settled; compiling may still reduce the work-group */
    int strategy;        /* index in the table; -1: none. Known even if no plan can be made */
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
/* Values, width and group size of the plan, which owns them. */
const xl__problem *xl__plan_problem(const xl_plan *plan);
/* Consecutive output rows that only one work-group writes; 0: work-groups share rows. */
size_t xl__plan_rows(const xl_plan *plan);

/* The table's bounds for measure i; *most is UINT64_MAX if it has none. */
int xl__plan_measure_bounds(const xl_plan *plan, size_t i, uint64_t *least, uint64_t *most, xl_error *error);

/* For a strategy with XL__TELLS_STRAYS: waits for the last run and reads the words of
   kernels/sg/extras/sg_guard.h; all 0: nothing wrong, or another strategy. */
enum { XL__STRAY_WORDS = 3 };
int xl__plan_strays(xl_plan *plan, cl_command_queue queue, cl_uint words[XL__STRAY_WORDS], xl_error *error);

/* The queue of the next call is checked again. */
void xl__plan_forget_queue(xl_plan *plan);

/* Puts the compiled programs into the disk cache. Call after the plan's kernels have run;
   xl_plan_width_measured, xl_plan_trace and xl_plan_free do. */
void xl__plan_store(xl_plan *plan);

/* For a device with guard_bytes. Before a run: fills the plan's own scratch and its guards with the pattern,
   so that reads before writes give NaN. After a run (waits): reports writes before and after area `area`, 0
   to XL__MAX_AREAS - 1; name NULL: no such area. Host-made data and kept areas have guards too, filled
   once. */
typedef struct xl__checked_area {
    const char *name;
    size_t elements, element; /* their number, and bytes of each */
    xl__edges edges;
} xl__checked_area;
int xl__plan_fill_areas(xl_plan *plan, cl_command_queue queue, xl_error *error);
int xl__plan_check_area(const xl_plan *plan, cl_command_queue queue, int a, xl__checked_area *out,
                        xl_error *error);

/* The most arrays and areas that a pass takes as arguments. */
int xl__plan_buffers(const xl_plan *plan);
