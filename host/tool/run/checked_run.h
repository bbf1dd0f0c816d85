/*
 * checked_run.h - one run of one plan on data with an expectation: buffers, launch, comparison.
 */
#ifndef TOOL_CHECKED_RUN_H
#define TOOL_CHECKED_RUN_H

#include "run/config.h"

typedef struct tool_buffers {
    cl_mem mem[XL__MAX_ARRAYS]; /* what kernels get; NULL where the array is absent */
    size_t bytes[XL__MAX_ARRAYS];
    xl__guarded guarded[XL__MAX_ARRAYS]; /* owned: mem[] are their parts */
} tool_buffers;

/* Buffers for every array that is there, each between guards; inputs copied. */
int tool_buffers_make(tool_session *session, const xl__algorithm *algorithm, const xl__problem *problem,
                      const tool_data *data, tool_buffers *out, xl_error *error);
void tool_buffers_free(tool_buffers *buffers);

/* Fills outputs, the plan's scratch and the guards around them with a pattern, so that what a kernel leaves
   out or writes beyond is seen. */
int tool_poison(tool_session *session, xl_plan *plan, const tool_buffers *buffers, xl_error *error);

/* Enqueues one run; `event` may be NULL. */
int tool_enqueue(tool_session *session, xl_plan *plan, const xl__algorithm *algorithm,
                 const tool_buffers *buffers, cl_event *event, xl_error *error);

/* Around the wait for a person's own kernel (--kernel-dir), which may never end: however long --timeout is,
   it has 6 seconds where its text shows a loop without an end, else 20 and four times what compiling took. Of
   processors an exercise's has one second, and one and a half times what was taken for it just before.
   Nothing for others. */
void tool_launch_begins(tool_session *session, const xl_plan *plan);
void tool_launch_ends(tool_session *session);

/* Compares one output as its strategy promises it: of a counted one the part that counts, *used elements; in
   its order, in any, or by runs in any. Of the last `places` is the output that says where its runs begin,
   which is right or wrong with them alone; else NULL will do. */
int tool_compare_output(const xl__algorithm *algorithm, const xl__problem *problem, const tool_data *data,
                        int array, const void *got, const void *places, int row, size_t *used,
                        tool_verdict *out, xl_error *error);

/* Reads the outputs back (waits) and compares, and looks at the guards of all arrays and of the plan's areas.
   `row` elements are kept around the first wrong one. */
int tool_compare(tool_session *session, xl_plan *plan, const tool_data *data, const tool_buffers *buffers,
                 int row, tool_verdict *out, xl_error *error);
/* Only the guards. */
int tool_check_guards(tool_session *session, xl_plan *plan, const tool_buffers *buffers, tool_verdict *out,
                      xl_error *error);

/* One run on data whose inputs are there: expectations, buffers (freed by the caller, also after a failure),
   launch, comparison with `row` elements kept. XL_TOO_LARGE before anything is made when the device has less
   memory. */
int tool_run_checked(tool_session *session, const tool_case *cs, xl_plan *plan, tool_data *data, int row,
                     tool_buffers *buffers, tool_verdict *verdict, xl_error *error);

/* An output in host memory, in the shape that the problem gives it, of a counted one the part that counts;
   freed by tool_array_free. *there: how many elements there are, for a counted output also those that did not
   fit. Waits. */
int tool_read_output(tool_session *session, const xl__algorithm *algorithm, const xl__problem *problem,
                     int array, const tool_buffers *buffers, tool_array *out, uint64_t *there,
                     xl_error *error);

/* Gives an output of colours the shape of its image, [height, width, channels]. */
void tool_make_image(const xl__algorithm *algorithm, const xl__problem *problem, tool_array *colors);

/* Of an output that counts the elements of an input (counts_of): how many its sum lacks, and the line for a
   person, which `text` gets. */
uint64_t tool_uncounted(uint64_t samples, const tool_array *counts);
const char *tool_uncounted_text(uint64_t uncounted, uint64_t samples, char *text, size_t size);

/* Adds "uncounted" and "samples" to an event, where the output counts the elements of an input (counts_of):
   how many its sum lacks, and how many there are. */
void tool_add_uncounted(json_t *event, const tool_case *cs, const tool_data *data, const tool_array *counts);

#endif
