/*
 * program_text.h - the C program that repeats a captured run and checks its outputs.
 */
#pragma once

#include "base/text.h"
#include "export/capture.h"

enum { EXPORT_MOST_OUTPUTS = 2 * XL__MAX_ARRAYS };

/* How an output is compared. */
typedef enum export_compare {
    EXPORT_SKIP,   /* empty, or it says only where other outputs are */
    EXPORT_EXACT,  /* its bytes */
    EXPORT_NEAR,   /* within the error of each element */
    EXPORT_SORTED, /* in any order; if more are expected than fit, any of them */
    EXPORT_PLACED, /* in any order, by the places in another output */
    EXPORT_KEPT    /* nothing may write past `from` */
} export_compare;

typedef struct export_output {
    int buffer;
    export_compare compare;
    xl_type type;
    size_t elements;     /* that are results; of EXPORT_KEPT: bytes of the buffer */
    size_t wanted;       /* of EXPORT_SORTED and EXPORT_PLACED: expected ones */
    size_t from;         /* of EXPORT_KEPT */
    int places, lengths; /* of EXPORT_PLACED: buffers */
} export_output;

typedef struct export_description {
    const export_capture *capture;
    const char *title;  /* "scan/kogge_stone with sub-groups of 8 lanes" */
    const char *device; /* its name */
    export_output output[EXPORT_MOST_OUTPUTS];
    int output_count;
    const char *options[EXPORT_MOST_PROGRAMS]; /* build options of each program */
} export_description;

/* The name of a program's file: "kernel.cl", "kernel_2.cl". */
const char *export_kernel_file(int program, char out[32]);

/* Appends main.c, about 120 lines of C99 for OpenCL 1.2. */
void export_program_text(const export_description *description, xl__text *out);
