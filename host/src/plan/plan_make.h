#pragma once

#include "table/algorithm.h"
#include "plan/guarded.h"

/* For a table outside the registry; ignores `request->algorithm`. */
int xl__plan_make_for(xl_device *device, const xl__algorithm *algorithm, const xl_plan_request *request,
                      xl_plan **out, xl_error *error);

/* For timing: kernels do not count measures, even with xl_options.record_width. */
int xl__plan_make_timed(xl_device *device, const xl__algorithm *algorithm, const xl_plan_request *request,
                        xl_plan **out, xl_error *error);

typedef struct xl__preview {
    xl__problem problem; /* settled; compiling may still reduce the work-group */
    int strategy;        /* index in the table, known even if no plan can be made; -1: none */
    size_t scratch_bytes;
} xl__preview;
int xl__plan_preview(xl_device *device, const xl__algorithm *algorithm, const xl_plan_request *request,
                     xl__preview *out, xl_error *error);

/* True if two plans of one strategy run the same programs in the same work-groups with the same scratch. */
bool xl__plan_same(const xl_plan *a, const xl_plan *b);

/* The plan owns it; NULL: the pass has none. */
cl_program xl__plan_program(const xl_plan *plan, int pass);
const xl__algorithm *xl__plan_algorithm(const xl_plan *plan);
const xl__strategy *xl__plan_strategy(const xl_plan *plan);
int xl__plan_strategy_index(const xl_plan *plan);
const xl__problem *xl__plan_problem(const xl_plan *plan);
/* Output rows that only one work-group writes; 0: work-groups share rows. */
size_t xl__plan_rows(const xl_plan *plan);

/* *most is UINT64_MAX if the table has none. */
int xl__plan_measure_bounds(const xl_plan *plan, size_t i, uint64_t *least, uint64_t *most, xl_error *error);

/* For XL__CHECKS_INDICES: waits for the last run and reads the words of kernels/sg/extras/sg_guard.h; all 0:
   nothing wrong, or another strategy. */
enum { XL__INDEX_ERROR_WORDS = 3 };
int xl__plan_index_errors(xl_plan *plan, cl_command_queue queue, cl_uint words[XL__INDEX_ERROR_WORDS],
                          xl_error *error);

void xl__plan_forget_queue(xl_plan *plan);

/* Puts the programs into the disk cache. Call after the kernels have run. */
void xl__plan_store(xl_plan *plan);

/* For a device with guard_bytes. Before a run: fills the plan's scratch and its guards, so that reads before
   writes give NaN. After a run (waits): reports writes before and after area `area`, 0 to XL__MAX_AREAS - 1;
   name NULL: no such area. Guards of host-made data and kept areas are filled once. */
typedef struct xl__checked_area {
    const char *name;
    size_t elements, element;
    xl__edges edges;
} xl__checked_area;
int xl__plan_fill_areas(xl_plan *plan, cl_command_queue queue, xl_error *error);
int xl__plan_check_area(const xl_plan *plan, cl_command_queue queue, int a, xl__checked_area *out,
                        xl_error *error);

/* Most arguments of a pass. */
int xl__plan_buffers(const xl_plan *plan);

/* Of the plan's own memory; NULL: not the plan's. *scratch: its content before a run does not count. */
const char *xl__plan_memory_name(const xl_plan *plan, cl_mem memory, size_t *bytes, bool *scratch);
