/* checked_run.h - one run of a plan: buffers, launch, comparison. */
#pragma once

#include "run/config.h"

typedef struct tool_buffers {
    cl_mem mem[XL__MAX_ARRAYS]; /* kernel arguments; NULL: no such array */
    size_t bytes[XL__MAX_ARRAYS];
    xl__guarded guarded[XL__MAX_ARRAYS]; /* owned; mem[] are parts of these */
} tool_buffers;

/* Copies inputs. */
int tool_buffers_make(tool_session *session, const xl__algorithm *algorithm, const xl__problem *problem,
                      const tool_data *data, tool_buffers *out, xl_error *error);
void tool_buffers_free(tool_buffers *buffers);
/* Moves buffers to other memory, with their content. Waits. On failure they stay. */
int tool_buffers_move(tool_session *session, const xl__algorithm *algorithm, tool_buffers *buffers,
                      xl_error *error);

/* Fills outputs, scratch and guards with a pattern, to show missing and stray writes. */
int tool_poison(tool_session *session, xl_plan *plan, const tool_buffers *buffers, xl_error *error);

/* Events of the first and last command, both may be NULL. */
int tool_enqueue(tool_session *session, xl_plan *plan, const xl__algorithm *algorithm,
                 const tool_buffers *buffers, cl_event *first, cl_event *last, xl_error *error);

/* Call around the wait for a user's kernel, which may never end. It gets 6 seconds if its source shows an
   endless loop, otherwise 20 plus four times the compile time; an exercise's kernel also 1 second of
   processor time plus 1.5 times its last. */
void tool_launch_begins(tool_session *session, const xl_plan *plan);
void tool_launch_ends(tool_session *session);

/* As the strategy promises: in order, in any order, or in runs of any order; of a counted output *used
   elements. `places`: the output with the runs' beginnings, correct only together with them; else NULL. */
int tool_compare_output(const xl__algorithm *algorithm, const xl__problem *problem, const tool_data *data,
                        int array, const void *got, const void *places, int row, size_t *used,
                        tool_verdict *out, xl_error *error);

/* Compares the outputs (waits), and checks all guards. Keeps `row` elements around the first wrong one. */
int tool_compare(tool_session *session, xl_plan *plan, const tool_data *data, const tool_buffers *buffers,
                 int row, tool_verdict *out, xl_error *error);
int tool_check_guards(tool_session *session, xl_plan *plan, const tool_buffers *buffers, tool_verdict *out,
                      xl_error *error);

/* Expected results, buffers (freed by the caller, also after a failure), launch, comparison. XL_TOO_LARGE,
   before anything is made, if the device has too little memory. */
int tool_run_checked(tool_session *session, const tool_case *cs, xl_plan *plan, tool_data *data, int row,
                     tool_buffers *buffers, tool_verdict *verdict, xl_error *error);

/* Reads an output; of a counted one only the results. Free with tool_array_free. there: the number of
   elements, with those that did not fit. Waits. */
int tool_read_output(tool_session *session, const xl__algorithm *algorithm, const xl__problem *problem,
                     int array, const tool_buffers *buffers, tool_array *out, uint64_t *there,
                     xl_error *error);

/* Sets the shape of an output of colours: [height, width, channels]. */
void tool_make_image(const xl__algorithm *algorithm, const xl__problem *problem, tool_array *colors);

/* What the sum of counts (counts_of) lacks; `text` gets a line for people. */
uint64_t tool_uncounted(uint64_t samples, const tool_array *counts);
const char *tool_uncounted_text(uint64_t uncounted, uint64_t samples, char *text, size_t size);

/* For such an output: adds "uncounted" and "samples". */
void tool_add_uncounted(json_t *event, const tool_case *cs, const tool_data *data, const tool_array *counts);
