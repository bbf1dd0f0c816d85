/*
 * capture.h - what one run of a plan gives OpenCL: programs, arguments, launches and the memory before them.
 * Nothing is launched, so that a kernel which crashes the driver can be captured too.
 */
#pragma once

#include "run/checked_run.h"

enum {
    EXPORT_MOST_PROGRAMS = 8,
    EXPORT_MOST_BUFFERS = 48,
    EXPORT_MOST_STEPS = 80,
    EXPORT_NAME = 64,
    EXPORT_MOST_ARGUMENTS = 20
};

typedef struct export_program {
    char *text, *options; /* owned; the text with its includes */
} export_program;

typedef struct export_buffer {
    cl_mem memory;
    char name[EXPORT_NAME]; /* of the array or area; unique */
    size_t bytes;
    unsigned char *before; /* owned: its content before the first step */
    int array;             /* the array that it is; -1: an area */
} export_buffer;

typedef struct export_argument {
    size_t size;
    int buffer;     /* -1: a value, or local memory */
    bool null;      /* a buffer argument without a buffer */
    bool local;     /* `size` bytes of local memory */
    uint64_t value; /* its `size` bytes */
} export_argument;

typedef struct export_step {
    int program;              /* -1: fills a buffer with zeroes */
    char kernel[EXPORT_NAME]; /* of a launch */
    size_t global, local;
    export_argument argument[EXPORT_MOST_ARGUMENTS];
    int argument_count;
    int buffer; /* of a fill */
    size_t bytes;
} export_step;

typedef struct export_capture {
    tool_session *session;
    xl__observer observer;
    export_program programs[EXPORT_MOST_PROGRAMS];
    export_buffer buffers[EXPORT_MOST_BUFFERS];
    export_step steps[EXPORT_MOST_STEPS];
    int program_count, buffer_count, step_count;
    int program_of[XL__MAX_PASSES];
    char kernel_of[XL__MAX_PASSES][EXPORT_NAME];
    export_step next; /* its arguments so far */
    xl_plan *plan;    /* NULL until it is made */
    const xl__algorithm *algorithm;
    const tool_buffers *arrays;
    xl_error error; /* status 0: nothing failed */
} export_capture;

/* From now on the session's device reports to the capture. */
void export_capture_begin(export_capture *capture, tool_session *session, const xl__algorithm *algorithm);
/* Captures options.repeat runs on these filled arrays, each with arrays of its own. Launches only what must
   run before a pass that reads a value back. */
int export_capture_run(export_capture *capture, xl_plan *plan, tool_buffers *arrays, xl_error *error);
/* By bytes that nothing may write. False: no memory. */
bool export_capture_extend(export_buffer *buffer, size_t bytes);
/* Ends the reports and frees. */
void export_capture_free(export_capture *capture);
