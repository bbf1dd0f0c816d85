/*
 * execute.h - one run of one plan on data with an expectation: buffers, launch, comparison.
 */
#ifndef TOOL_EXECUTE_H
#define TOOL_EXECUTE_H

#include "../src/plan_make.h"
#include "select.h"
#include "session.h"

/* What is to run. */
typedef struct tool_config {
    const tool_case *cs;
    int strategy;        /* or TOOL_AUTO_STRATEGY */
    const char *backend; /* NULL: chosen */
    int width;           /* 0: chosen, and none for plain kernels */
    xl_type type;
    char settings[TOOL_SETTINGS_TEXT];
    const char *distribution;
    const char *asked; /* settings that the strategy must have, or the row is none; NULL: none */
} tool_config;

/* Inputs and expectations, kept between the configurations that share them. One entry: the caller orders
   its work so that sharing ones follow each other. */
typedef struct tool_data_cache {
    bool full;
    char key[TOOL_SETTINGS_TEXT * 2];
    tool_data data;
} tool_data_cache;
void tool_data_cache_clear(tool_data_cache *cache);

/* Data of a problem: generated and computed, or from the cache. Owned by the cache. */
int tool_data_get(tool_data_cache *cache, const tool_config *config, const xl__problem *problem,
                  uint64_t seed, tool_data **out, xl_error *error);

typedef struct tool_buffers {
    cl_mem mem[XL__MAX_ARRAYS]; /* NULL where the array is absent */
    size_t bytes[XL__MAX_ARRAYS];
} tool_buffers;

/* Whether the arrays of a problem and its scratch fit into the device's largest buffer and memory, and what
   the host keeps beside them into the machine's; XL_TOO_LARGE with what is too large and the size that would
   fit (one parameter changed, the others as they are). What a driver does not tell bounds nothing. */
int tool_check_memory(const tool_session *session, const xl__algorithm *algorithm, const xl__problem *problem,
                      size_t scratch, xl_error *error);

/* Buffers for every array that is there; inputs copied, outputs with a guard behind them. */
int tool_buffers_make(tool_session *session, const xl__algorithm *algorithm, const xl__problem *problem,
                      const tool_data *data, tool_buffers *out, xl_error *error);
void tool_buffers_free(tool_buffers *buffers);

/* Fills outputs and guards with a pattern, so that what a kernel leaves out or writes beyond is seen. */
int tool_buffers_poison(tool_session *session, const xl__algorithm *algorithm, const tool_buffers *buffers,
                        xl_error *error);

/* Enqueues one run; `event` may be NULL. */
int tool_enqueue(tool_session *session, xl_plan *plan, const xl__algorithm *algorithm,
                 const tool_buffers *buffers, cl_event *event, xl_error *error);

/* Compares one output as its strategy promises it: of a counted one the part that counts, *used elements; in
   its order, or in any. */
int tool_compare_output(const xl__algorithm *algorithm, const xl__problem *problem, const tool_data *data,
                        int array, const void *got, int row, size_t *used, tool_verdict *out,
                        xl_error *error);

/* Reads the outputs back (waits) and compares. `row` elements are kept around the first wrong one. */
int tool_compare(tool_session *session, const xl__algorithm *algorithm, const xl__problem *problem,
                 const tool_data *data, const tool_buffers *buffers, int row, tool_verdict *out,
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

/* What the plan of a configuration would be (xl__plan_preview). */
int tool_plan_preview(const tool_session *session, const tool_config *config, xl__preview *out,
                      xl_error *error);

/* The strategy that a configuration runs: its own, or what auto takes here; TOOL_AUTO_STRATEGY where there is
   none. */
int tool_config_strategy(const tool_session *session, const tool_config *config);

/* Leaves those words out of a configuration's settings that its strategy does not read. */
void tool_config_trim(const tool_session *session, tool_config *config);

/* Makes the plan of a configuration; XL_UNSUPPORTED where auto took a strategy without what was asked for. */
int tool_plan_make(tool_session *session, const tool_config *config, xl_plan **out, xl_error *error);

#endif
