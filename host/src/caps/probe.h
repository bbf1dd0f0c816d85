/*
 * probe.h - what a sub-group operation really does on a device: builds it, runs it, compares every lane with
 * the reference of ops.h.
 *
 * To find out all about a backend at a width, go through xl__ops in its order (base operations come first)
 * and collect in `natives` " -D<native_macro>=1" of every result that is native: later operations are then
 * derived from those that were found right.
 */
#ifndef XL_PROBE_H
#define XL_PROBE_H

#include "ops/ops.h"
#include "base/text.h"

/* Builds a text with options; 0 and a program, which the caller of the callback releases, or an OpenCL or
   xl_status code and the start of the compiler's log. */
typedef int xl__probe_build(void *user, const char *text, const char *options, cl_program *out, char *log,
                            size_t log_size);

#define XL__PROBE_SOURCE "sg/probe.cl"

typedef struct xl__probe_target {
    cl_context context;
    cl_device_id device;
    cl_command_queue queue; /* in order */
    const char *source;     /* XL__PROBE_SOURCE, expanded */
    const char *options;    /* language standard, -DSG_BACKEND=, -DSG_WIDTH=, what the backend needs */
    const char *natives;    /* " -DSG_NATIVE_BALLOT=1 ..." found right so far; "" for none */
    int width;
    int group_size;  /* work-items, a multiple of width */
    unsigned offers; /* XL__BY_ bits of the backend, 0 = emulation */
    xl__probe_build *build;
    void *user;
} xl__probe_target;

typedef enum xl__probe_status {
    XL__PROBE_NATIVE,   /* the device's own form, right on every lane */
    XL__PROBE_DERIVED,  /* the backend has no form of its own */
    XL__PROBE_EMULATED, /* through local memory */
    XL__PROBE_DEMOTED,  /* the device's own form answered wrongly or failed to run: derived instead */
    XL__PROBE_ABSENT    /* the device's own form did not compile: derived instead */
} xl__probe_status;
const char *xl__probe_status_name(xl__probe_status status); /* "native" */

enum { XL__PROBE_TEXT = 64, XL__PROBE_NOTE = 256, XL__PROBE_MACRO = 64 };

typedef struct xl__probe_result {
    xl__probe_status status;
    bool right; /* the form that kernels get under this status; false is an error of this project, not the
                   device's, unless a base operation is missing */
    char native_macro[XL__PROBE_MACRO]; /* to be given as =1 from now on; empty unless status is native */
    /* The first wrong lane, of the native form when it was demoted, of the final one when that is wrong. */
    int lane; /* -1: none */
    char expected[XL__PROBE_TEXT], got[XL__PROBE_TEXT];
    char note[XL__PROBE_NOTE]; /* one line: why absent or demoted, empty when all is well */
    bool passing; /* a call failed in a way that is no answer of the device's: the next time may differ */
    int width_measured; /* lanes counted by the kernel itself; 0 = not measured, as in emulation */
} xl__probe_result;

/* Probes an operation for a type that it takes (xl__op_takes) and the device has. Returns XL_SUCCESS when
   the answer is in *out, whatever it is; XL_BAD_VALUE for an operation that a sub-group this narrow does not
   have (op->least_width), an OpenCL code or XL_NO_MEMORY when nothing could be found out: out->note then
   names the call, if it was one. */
int xl__probe_op(const xl__probe_target *target, const xl__op *op, xl__op_type type, xl__probe_result *out);

/* Whether the operation has a form of the device's own to be tried at this target. */
bool xl__probe_has_native(const xl__probe_target *target, const xl__op *op, xl__op_type type);

enum { XL__PROBE_BATCH = 16 };

typedef struct xl__probe_item {
    const xl__op *op;
    xl__op_type type;
    bool answered;
    xl__probe_result result; /* means something where answered is set */
} xl__probe_item;

/* Probes operations without a native form, at most XL__PROBE_BATCH, in one program, which takes compilers a
   half to a fifth of the time. Only right ones are answered: whatever is the matter with the others, or with
   the whole, xl__probe_op tells. */
int xl__probe_batch(const xl__probe_target *target, xl__probe_item *items, int count);

/* The kernel of an expanded XL__PROBE_SOURCE, behind the layer: text of the layer ends where it begins. */
const char *xl__probe_body(const char *source);
/* Adds that kernel for one operation, named "op_<operation>_<type>". */
void xl__probe_add_kernel(const char *body, const xl__op *op, xl__op_type type, xl__text *text);

#endif
