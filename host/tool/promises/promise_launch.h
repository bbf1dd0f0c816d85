/*
 * promise_launch.h - builds and launches the kernels that measure guarantees.
 */
#pragma once

#include "promises/promise.h"
#include "program/program.h"

typedef struct tool_promise_launch {
    const tool_promise_place *place;
    xl__program *program;
    cl_kernel kernel; /* the latest */
    cl_mem memory[8];
    int arguments;
    double build_seconds;
} tool_promise_launch;

/* Builds kernels/sg/promises/FILE, or `text` in its place unless NULL. End with tool_promise_end, also after
   a failure. */
int tool_promise_build(tool_promise_launch *launch, const tool_promise_place *place, const char *file,
                       const char *text, const char *options, xl_error *error);
void tool_promise_end(tool_promise_launch *launch);

/* If the place has no native ballots of 2 to 64 lanes, `count` answers say so. */
bool tool_promise_has_ballot(const tool_promise_place *place, tool_promise *answers, int count);

/* Arguments count from 0 again. Buffers stay until the end. */
int tool_promise_kernel(tool_promise_launch *launch, const char *name, xl_error *error);
bool tool_promise_has_kernel(tool_promise_launch *launch, const char *name);

/* Buffer number `slot`, filled with one value, as the next argument. */
int tool_promise_words(tool_promise_launch *launch, int slot, size_t count, cl_uint value, xl_error *error);
/* The same with these words. */
int tool_promise_data(tool_promise_launch *launch, int slot, const cl_uint *words, size_t count,
                      xl_error *error);
int tool_promise_number(tool_promise_launch *launch, cl_uint value, xl_error *error);

/* Runs and waits. */
int tool_promise_run(tool_promise_launch *launch, size_t groups, size_t local, xl_error *error);
/* The same in two dimensions. */
int tool_promise_run_2d(tool_promise_launch *launch, const size_t global[2], const size_t local[2],
                        xl_error *error);
int tool_promise_read(tool_promise_launch *launch, int slot, void *out, size_t bytes, xl_error *error);
