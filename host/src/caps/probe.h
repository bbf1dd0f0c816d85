/*
 * Tests a sub-group operation on a device: compares every lane with the reference of ops.h. To probe a
 * backend at a width, go through xl__ops in order (base operations come first) and collect
 * " -D<native_macro>=1" of every native result in `natives`: later operations are derived from them.
 */
#pragma once

#include "ops/ops.h"
#include "base/text.h"

/* Returns 0 and a program, which the caller releases; or an error code and the start of the compiler's log.
 */
typedef int xl__probe_build(void *user, const char *text, const char *options, cl_program *out, char *log,
                            size_t log_size);

#define XL__PROBE_SOURCE "sg/probe.cl"

typedef struct xl__probe_target {
    cl_context context;
    cl_device_id device;
    cl_command_queue queue; /* in order */
    const char *source;     /* XL__PROBE_SOURCE, expanded */
    const char *options;    /* language standard, -DSG_BACKEND=, -DSG_WIDTH=, the backend's options */
    const char *natives;    /* found right so far, " -DSG_NATIVE_BALLOT=1 ..." */
    int width;
    int group_size;  /* work-items, a multiple of width */
    unsigned offers; /* XL__BY_ bits of the backend, 0 = emulation */
    xl__probe_build *build;
    void *user;
} xl__probe_target;

typedef enum xl__probe_status {
    XL__PROBE_NATIVE,   /* native form, right on every lane */
    XL__PROBE_DERIVED,  /* the backend has no native form */
    XL__PROBE_EMULATED, /* through local memory */
    XL__PROBE_DEMOTED,  /* the native form was wrong or failed to run: derived */
    XL__PROBE_ABSENT    /* the native form did not compile: derived */
} xl__probe_status;
const char *xl__probe_status_name(xl__probe_status status); /* "native" */

enum { XL__PROBE_TEXT = 64, XL__PROBE_NOTE = 256, XL__PROBE_MACRO = 64 };

typedef struct xl__probe_result {
    xl__probe_status status;
    bool right; /* of the form that kernels get; false is our own error, unless a base operation is missing */
    char native_macro[XL__PROBE_MACRO]; /* define as 1 from now on; empty unless native */
    /* The first wrong lane, of the native form if demoted. */
    int lane; /* -1: none */
    char expected[XL__PROBE_TEXT], got[XL__PROBE_TEXT];
    char note[XL__PROBE_NOTE]; /* one line: why absent or demoted, else empty */
    bool passing;              /* a call failed that may succeed next time: no answer */
    int width_measured;        /* lanes that the kernel counted; 0: not measured, as in emulation */
} xl__probe_result;

/* The operation must take the type (xl__op_takes) and the device have it. XL_BAD_VALUE: the sub-group is too
   narrow (op->least_width); an OpenCL code or XL_NO_MEMORY: no answer; out->note may name a failed call. */
int xl__probe_op(const xl__probe_target *target, const xl__op *op, xl__op_type type, xl__probe_result *out);

bool xl__probe_has_native(const xl__probe_target *target, const xl__op *op, xl__op_type type);

/* Operations of a kernel: with more, the compile time of an operation grows. */
enum { XL__PROBE_KERNEL = 16, XL__PROBE_BATCH = 3 * XL__PROBE_KERNEL };

typedef struct xl__probe_item {
    const xl__op *op;
    xl__op_type type;
    bool answered;
    xl__probe_result result; /* valid if `answered` */
} xl__probe_item;

/* Probes operations without a native form, at most XL__PROBE_BATCH, in one program, to save compile time. If
 * the compiler refuses it, each kernel is a program. Answers only for right operations; xl__probe_op finds
 * the others' mistakes. */
int xl__probe_batch(const xl__probe_target *target, xl__probe_item *items, int count);

/* The kernel in an expanded XL__PROBE_SOURCE, after the layer's text. */
const char *xl__probe_body(const char *source);
/* Named "op_<operation>_<type>". */
void xl__probe_add_kernel(const char *body, const xl__op *op, xl__op_type type, xl__text *text);
