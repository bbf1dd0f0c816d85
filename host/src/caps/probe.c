#include "caps/probe.h"
#include "caps/probe_inputs.h"
#include "base/status.h"
#include "base/text.h"
#include "base/calls.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_BYTES = 1024, NAME = 96 };

typedef struct work {
    const xl__probe_target *target;
    const xl__op *op;
    xl__op_type type;
    int cases;    /* sub-groups; a multiple of a work-group's */
    int elements; /* of a lane's result */
    uint64_t *expected;
    double *allowed;
    unsigned char *values, *answers;
    uint32_t *args;
    size_t value_bytes, answer_bytes; /* of a lane */
} work;

typedef enum verdict { RIGHT, WRONG, NOT_RUN, NOT_BUILT } verdict;

const char *xl__probe_status_name(xl__probe_status status) {
    static const char *const names[] = {"native", "derived", "emulated", "demoted", "absent"};
    return names[status];
}

/* ---- data ---------------------------------------------------------------------------------------- */

static size_t element_bytes(xl__op_type type) {
    return xl_type_size(xl__op_type_get(type)->element);
}

/* Little-endian hosts and devices only. */
static void put(unsigned char *to, uint64_t bits, size_t bytes) {
    memcpy(to, &bits, bytes);
}
static uint64_t get(const unsigned char *from, size_t bytes) {
    uint64_t bits = 0;
    memcpy(&bits, from, bytes);
    return bits;
}

static void work_free(work *w) {
    free(w->expected);
    free(w->allowed);
    free(w->values);
    free(w->answers);
    free(w->args);
}

static bool work_make(work *w) {
    const xl__probe_target *t = w->target;
    const xl__op_type_info *info = xl__op_type_get(w->type);
    const int per_group = t->group_size / t->width;
    w->cases = (xl__probe_case_count(w->op) + per_group - 1) / per_group * per_group;
    w->elements = xl__op_result_elements(w->op, w->type);
    w->value_bytes = (size_t)info->device_bytes;
    w->answer_bytes = w->op->result == XL__RESULT_MASK   ? 16
                      : w->op->result == XL__RESULT_UINT ? 4
                                                         : w->value_bytes;
    const size_t lanes = (size_t)w->cases * (size_t)t->width;
    w->expected = calloc(lanes * (size_t)w->elements, sizeof *w->expected);
    w->allowed = calloc(lanes * (size_t)w->elements, sizeof *w->allowed);
    w->values = calloc(lanes, w->value_bytes);
    w->answers = calloc(lanes, w->answer_bytes);
    w->args = calloc(lanes, sizeof *w->args);
    if (!w->expected || !w->allowed || !w->values || !w->answers || !w->args) return false;

    uint64_t bits[XL__OP_LANES * 4];
    for (int c = 0; c < w->cases; ++c) {
        const int first = c * t->width;
        xl__probe_fill(w->op, w->type, t->width, c % xl__probe_case_count(w->op), bits, w->args + first);
        const xl__op_case one = {t->width, w->type, bits, w->args + first};
        xl__op_expect(w->op, &one, w->expected + first * w->elements, w->allowed + first * w->elements);
        for (int lane = 0; lane < t->width; ++lane)
            for (int k = 0; k < info->components; ++k)
                put(w->values + (size_t)(first + lane) * w->value_bytes + (size_t)k * element_bytes(w->type),
                    bits[lane * info->components + k], element_bytes(w->type));
    }
    return true;
}

static void compare(const work *w, xl__probe_result *out) {
    const int width = w->target->width;
    const size_t bytes = w->op->result == XL__RESULT_VALUE ? element_bytes(w->type) : 4;
    for (int i = 0; i < w->cases * width; ++i)
        for (int k = 0; k < w->elements; ++k) {
            const int e = i * w->elements + k;
            const uint64_t got = get(w->answers + (size_t)i * w->answer_bytes + (size_t)k * bytes, bytes);
            if (xl__op_right(w->op, w->type, w->expected[e], got, w->allowed[e])) continue;
            out->lane = i % width;
            xl__op_text(w->op, w->type, w->expected[e], out->expected, sizeof out->expected);
            xl__op_text(w->op, w->type, got, out->got, sizeof out->got);
            snprintf(out->note, sizeof out->note,
                     "lane %d of %d answers %s instead of %s (case %d, element %d)", out->lane, width,
                     out->got, out->expected, i / width, k);
            return;
        }
}

/* ---- one form ------------------------------------------------------------------------------------ */

/* Of a build: parsing all costs more than an operation. */
typedef struct needs {
    bool int64, fp16, fp64, vector, segments;
} needs;

static void need(needs *n, const xl__op *op, xl__op_type type) {
    const xl__op_type_info *info = xl__op_type_get(type);
    n->segments = n->segments || op->segments;
    n->int64 = n->int64 || info->element == XL_I64 || info->element == XL_U64;
    n->fp16 = n->fp16 || info->element == XL_F16;
    n->fp64 = n->fp64 || info->element == XL_F64;
    n->vector = n->vector || info->components > 1;
}

static void add_common_options(const xl__probe_target *t, const needs *n, xl__text *text) {
    xl__text_format(text, "%s -DSG_GROUP_SIZE=%d -DSG_PROBED=1%s", t->options, t->group_size, t->natives);
    if (t->offers != 0) xl__text_format(text, " -DSG_RECORD=1");
    if (n->segments) xl__text_format(text, " -DSG_SEGMENTS=1");
    if (!n->int64) xl__text_format(text, " -DSG_HAS_INT64=0");
    if (!n->fp16) xl__text_format(text, " -DSG_HAS_FP16=0");
    if (!n->fp64) xl__text_format(text, " -DSG_HAS_FP64=0");
    if (!n->vector) xl__text_format(text, " -DSG_HAS_VECTOR=0");
}

static bool add_options(const work *w, const char *native, xl__text *text) {
    needs n = {0};
    need(&n, w->op, w->type);
    add_common_options(w->target, &n, text);
    if (native[0] != '\0') xl__text_format(text, " -D%s=1", native);
    xl__text_format(text,
                    " -DPROBE_OP=sg_%s -DPROBE_T=%s -DPROBE_COMPONENTS=%d -DPROBE_FORM=%d -DPROBE_RESULT=%d",
                    w->op->name, xl__op_type_get(w->type)->device, xl__op_type_get(w->type)->components,
                    (int)w->op->form, (int)w->op->result);
    return !text->failed;
}

typedef struct launch {
    size_t lanes;
    size_t sizes[3]; /* bytes of values, arguments, answers */
    unsigned char *data[3];
} launch;

static launch launch_of(const work *w) {
    const size_t lanes = (size_t)w->cases * (size_t)w->target->width;
    return (launch){lanes,
                    {lanes * w->value_bytes, lanes * sizeof *w->args, lanes * w->answer_bytes},
                    {w->values, (unsigned char *)w->args, w->answers}};
}

/* *width: as the kernel counted it; *call: a failed call. */
static int run(const xl__probe_target *t, const launch *l, cl_program program, const char *name, int *width,
               const char **call) {
    const size_t local = (size_t)t->group_size;
    const cl_uint count = (cl_uint)l->lanes;
    cl_uint record[2] = {0, 0};
    cl_mem buffers[4] = {NULL, NULL, NULL, NULL};
    const size_t sizes[4] = {l->sizes[0], l->sizes[1], l->sizes[2], sizeof record};
    void *const data[4] = {l->data[0], l->data[1], l->data[2], record};
    cl_int status = CL_SUCCESS;
    /* Shows what no lane writes. */
    memset(l->data[2], 0xee, sizes[2]);
    *call = "clCreateKernel";
    cl_kernel kernel = clCreateKernel(program, name, &status);
    if (status == CL_SUCCESS) *call = "clCreateBuffer";
    for (int i = 0; i < 4 && status == CL_SUCCESS; ++i)
        buffers[i] =
            clCreateBuffer(t->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizes[i], data[i], &status);
    if (status == CL_SUCCESS) *call = "clSetKernelArg";
    for (cl_uint i = 0; i < 3 && status == CL_SUCCESS; ++i)
        status = clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]);
    if (status == CL_SUCCESS) status = clSetKernelArg(kernel, 3, sizeof count, &count);
    if (status == CL_SUCCESS && t->offers != 0)
        status = clSetKernelArg(kernel, 4, sizeof buffers[3], &buffers[3]);
    if (status == CL_SUCCESS) {
        *call = "clEnqueueNDRangeKernel";
        status = clEnqueueNDRangeKernel(t->queue, kernel, 1, NULL, &l->lanes, &local, 0, NULL, NULL);
    }
    if (status == CL_SUCCESS) {
        *call = "clEnqueueReadBuffer";
        status = clEnqueueReadBuffer(t->queue, buffers[2], CL_TRUE, 0, sizes[2], l->data[2], 0, NULL, NULL);
    }
    if (status == CL_SUCCESS)
        status = clEnqueueReadBuffer(t->queue, buffers[3], CL_TRUE, 0, sizes[3], record, 0, NULL, NULL);
    *width = (int)record[0];
    for (int i = 0; i < 4; ++i)
        if (buffers[i]) clReleaseMemObject(buffers[i]);
    if (kernel) clReleaseKernel(kernel);
    return status;
}

static void first_line(char *text) {
    text[strcspn(text, "\r\n")] = '\0';
}

/* `native`: an additional macro, or "". */
static int try_form(work *w, const char *native, verdict *outcome, xl__probe_result *out) {
    char log[LOG_BYTES] = "";
    cl_program program = NULL;
    xl__text options = {0};
    if (!add_options(w, native, &options)) {
        xl__text_free(&options);
        return XL_NO_MEMORY;
    }
    int status =
        w->target->build(w->target->user, w->target->source, options.data, &program, log, sizeof log);
    xl__text_free(&options);
    if (status != XL_SUCCESS) {
        *outcome = NOT_BUILT;
        out->passing = !xl__compiler_refused(status, log);
        first_line(log);
        if (log[0])
            snprintf(out->note, sizeof out->note, "does not compile: %.200s", log);
        else
            snprintf(out->note, sizeof out->note, "does not compile: clBuildProgram: %s",
                     xl_status_name(status));
        return status == CL_OUT_OF_HOST_MEMORY || status == XL_NO_MEMORY ? status : XL_SUCCESS;
    }
    const char *call = "";
    out->lane = -1;
    const launch l = launch_of(w);
    status = run(w->target, &l, program, "probe_op", &out->width_measured, &call);
    clReleaseProgram(program);
    if (status != CL_SUCCESS)
        snprintf(out->note, sizeof out->note, "does not run: %s: %s", call, xl_status_name(status));
    if (status == CL_OUT_OF_HOST_MEMORY || status == CL_MEM_OBJECT_ALLOCATION_FAILURE) return status;
    if (status != CL_SUCCESS) {
        *outcome = NOT_RUN;
        out->passing = true;
        return XL_SUCCESS;
    }
    compare(w, out);
    *outcome = out->lane < 0 ? RIGHT : WRONG;
    return XL_SUCCESS;
}

/* ---- an operation -------------------------------------------------------------------------------- */

static bool is_given(const char *natives, const char *macro) {
    const size_t length = strlen(macro);
    for (const char *at = strstr(natives, macro); at; at = strstr(at + 1, macro))
        if (strncmp(at + length, "=1", 2) == 0 && at > natives && at[-1] == 'D') return true;
    return false;
}

bool xl__probe_has_native(const xl__probe_target *target, const xl__op *op, xl__op_type type) {
    char macro[XL__PROBE_MACRO];
    return (op->offered & target->offers) != 0 && xl__op_native_macro(op, type, macro, sizeof macro);
}

static int probe_final(work *w, xl__probe_result *out) {
    verdict outcome;
    xl__probe_result final = {.lane = -1};
    const int status = try_form(w, "", &outcome, &final);
    if (status != XL_SUCCESS) {
        memcpy(out->note, final.note, sizeof out->note);
        return status;
    }
    out->passing = out->passing || final.passing;
    out->right = outcome == RIGHT;
    if (outcome != NOT_BUILT && outcome != NOT_RUN) out->width_measured = final.width_measured;
    if (out->right) return XL_SUCCESS;
    out->lane = final.lane;
    memcpy(out->expected, final.expected, sizeof out->expected);
    memcpy(out->got, final.got, sizeof out->got);
    memcpy(out->note, final.note, sizeof out->note);
    return XL_SUCCESS;
}

static int probe(work *w, xl__probe_result *out) {
    const xl__probe_target *t = w->target;
    char macro[XL__PROBE_MACRO] = "";
    if (!xl__probe_has_native(t, w->op, w->type)) {
        out->status = t->offers == 0 ? XL__PROBE_EMULATED : XL__PROBE_DERIVED;
        return probe_final(w, out);
    }
    xl__op_native_macro(w->op, w->type, macro, sizeof macro);
    if (is_given(t->natives, macro)) {
        out->status = XL__PROBE_NATIVE;
        memcpy(out->native_macro, macro, sizeof macro);
        return probe_final(w, out);
    }
    verdict outcome;
    const int status = try_form(w, macro, &outcome, out);
    if (status != XL_SUCCESS) return status;
    if (outcome == RIGHT) {
        out->status = XL__PROBE_NATIVE;
        out->right = true;
        memcpy(out->native_macro, macro, sizeof macro);
        return XL_SUCCESS;
    }
    out->status = outcome == NOT_BUILT ? XL__PROBE_ABSENT : XL__PROBE_DEMOTED;
    return probe_final(w, out);
}

static bool is_possible(const xl__probe_target *target, const xl__op *op, xl__op_type type) {
    return xl__op_takes(op, type) && target->width >= op->least_width && target->width <= XL__OP_LANES &&
           target->group_size >= target->width && target->group_size % target->width == 0;
}

int xl__probe_op(const xl__probe_target *target, const xl__op *op, xl__op_type type, xl__probe_result *out) {
    memset(out, 0, sizeof *out);
    out->lane = -1;
    if (!is_possible(target, op, type)) return XL_BAD_VALUE;
    work w = {.target = target, .op = op, .type = type};
    const int status = work_make(&w) ? probe(&w, out) : XL_NO_MEMORY;
    work_free(&w);
    return status;
}

/* ---- many operations in one kernel ---------------------------------------------------------------- */

const char *xl__probe_body(const char *source) {
    static const char marker[] = "\"" XL__PROBE_SOURCE "\"\n"; /* ends a #line after every include */
    const char *body = source;
    for (const char *at = source; (at = strstr(at, marker)) != NULL;) body = at += sizeof marker - 1;
    return body;
}

static void name_kernel(const xl__op *op, xl__op_type type, char name[NAME]) {
    snprintf(name, NAME, "op_%s_%s", op->name, xl__op_type_get(type)->name);
}

void xl__probe_add_kernel(const char *body, const xl__op *op, xl__op_type type, xl__text *text) {
    static const char *const macros[] = {"PROBE_OP",   "PROBE_T",      "PROBE_COMPONENTS",
                                         "PROBE_FORM", "PROBE_RESULT", "PROBE_STORE",
                                         "probe_op",   "probe_result", "probe_one"};
    const xl__op_type_info *info = xl__op_type_get(type);
    char name[NAME];
    name_kernel(op, type, name);
    for (size_t m = 0; m < sizeof macros / sizeof *macros; m++)
        xl__text_format(text, "#undef %s\n", macros[m]);
    xl__text_format(text,
                    "#define PROBE_OP sg_%s\n#define PROBE_T %s\n#define PROBE_COMPONENTS %d\n"
                    "#define PROBE_FORM %d\n#define PROBE_RESULT %d\n#define probe_op %s\n"
                    "#define probe_result %s_result\n#define probe_one %s_one\n",
                    op->name, info->device, info->components, (int)op->form, (int)op->result, name, name,
                    name);
    xl__text_add(text, body, strlen(body));
}

/* Inputs and answers are consecutive in the kernel's buffers. */
typedef struct fused {
    const xl__probe_target *target;
    xl__probe_item *items;
    work works[XL__PROBE_KERNEL];
    size_t at[XL__PROBE_KERNEL][3]; /* bytes before an operation's values, arguments, answers */
    int count;
    launch launch;
} fused;

static void fused_free(fused *f) {
    for (int i = 0; i < f->count; i++) work_free(&f->works[i]);
    for (int k = 0; k < 3; k++) free(f->launch.data[k]);
}

static int fused_make(fused *f) {
    enum { APART = 64 };
    launch *const whole = &f->launch;
    for (int i = 0; i < f->count; i++) {
        work *const w = &f->works[i];
        *w = (work){.target = f->target, .op = f->items[i].op, .type = f->items[i].type};
        if (!work_make(w)) return XL_NO_MEMORY;
        const launch one = launch_of(w);
        if (one.lanes > whole->lanes) whole->lanes = one.lanes;
        for (int k = 0; k < 3; k++) {
            f->at[i][k] = whole->sizes[k];
            whole->sizes[k] += (one.sizes[k] + APART - 1) / APART * APART;
        }
    }
    for (int k = 0; k < 3; k++) {
        whole->data[k] = calloc(whole->sizes[k] ? whole->sizes[k] : 1, 1);
        if (!whole->data[k]) return XL_NO_MEMORY;
    }
    for (int i = 0; i < f->count; i++) {
        const launch one = launch_of(&f->works[i]);
        for (int k = 0; k < 2; k++) memcpy(whole->data[k] + f->at[i][k], one.data[k], one.sizes[k]);
    }
    return XL_SUCCESS;
}

#define FUSED_NAME "probe_fused_%d"

static void add_calls(const fused *f, int kernel, xl__text *text) {
    int slots = 1;
    for (int i = 0; i < f->count; i++) slots += f->items[i].op->form == XL__FORM_BARRIER_LOCAL;
    xl__text_format(text,
                    "SG_KERNEL void " FUSED_NAME
                    "(__global const uchar *values, __global const uchar *args,\n"
                    "                           __global uchar *out, uint count SG_PARAMS) {\n"
                    "    SG_BEGIN(sg);\n    __local uint slots[%d * SG_GROUP_SIZE];\n",
                    kernel, slots);
    for (int i = 0; i < f->count; i++) {
        char name[NAME];
        name_kernel(f->items[i].op, f->items[i].type, name);
        /* A slower lane may still read another operation's slots. */
        if (f->items[i].op->form == XL__FORM_BARRIER_LOCAL) slots--;
        xl__text_format(
            text,
            "    %s_one(sg, (__global const %s *)(values + %zu), (__global const uint *)(args + %zu),\n"
            "        (__global %s_result *)(out + %zu), %zuu, slots + %d * SG_GROUP_SIZE);\n",
            name, xl__op_type_get(f->items[i].type)->device, f->at[i][0], f->at[i][1], name, f->at[i][2],
            launch_of(&f->works[i]).lanes, slots - 1);
    }
    xl__text_format(text, "}\n");
}

/* Kernels of one program, because parsing the layer takes long. */
static int build_fused(const fused *f, int kernels, cl_program *out, bool *refused) {
    const xl__probe_target *const t = f->target;
    const char *const body = xl__probe_body(t->source);
    xl__text text = {0}, options = {0};
    char log[LOG_BYTES] = "";
    needs n = {0};
    xl__text_add(&text, t->source, (size_t)(body - t->source));
    for (int k = 0; k < kernels; k++) {
        for (int i = 0; i < f[k].count; i++) {
            need(&n, f[k].items[i].op, f[k].items[i].type);
            xl__probe_add_kernel(body, f[k].items[i].op, f[k].items[i].type, &text);
        }
        add_calls(&f[k], k, &text);
    }
    add_common_options(t, &n, &options);
    xl__text_format(&options, " -DPROBE_FUSED=1");
    int status = XL_NO_MEMORY;
    if (!text.failed && !options.failed)
        status = t->build(t->user, text.data, options.data, out, log, sizeof log);
    *refused = status != XL_SUCCESS && xl__compiler_refused(status, log);
    xl__text_free(&text);
    xl__text_free(&options);
    return status;
}

static void take_answers(fused *f, int width) {
    const xl__probe_status form = f->target->offers == 0 ? XL__PROBE_EMULATED : XL__PROBE_DERIVED;
    for (int i = 0; i < f->count; i++) {
        xl__probe_item *const item = &f->items[i];
        work *const w = &f->works[i];
        memcpy(w->answers, f->launch.data[2] + f->at[i][2], launch_of(w).sizes[2]);
        item->result = (xl__probe_result){.status = form, .right = true, .lane = -1, .width_measured = width};
        compare(w, &item->result);
        item->answered = item->result.lane < 0;
    }
}

static void run_fused(fused *f, int kernels, cl_program program) {
    for (int k = 0; k < kernels; k++) {
        char name[NAME];
        const char *call; /* after a failure each operation is probed again, in its own program */
        int width = 0;
        snprintf(name, sizeof name, FUSED_NAME, k);
        if (run(f[k].target, &f[k].launch, program, name, &width, &call) == CL_SUCCESS)
            take_answers(&f[k], width);
    }
}

static int kernel_of(int left) {
    return left < XL__PROBE_KERNEL ? left : XL__PROBE_KERNEL;
}

static int probe_together(const xl__probe_target *target, xl__probe_item *items, int count, bool *refused) {
    const int kernels = (count + XL__PROBE_KERNEL - 1) / XL__PROBE_KERNEL;
    fused *const f = calloc(XL__PROBE_BATCH / XL__PROBE_KERNEL, sizeof *f);
    cl_program program = NULL;
    int status = f ? XL_SUCCESS : XL_NO_MEMORY;
    *refused = false;
    for (int k = 0; k < kernels && status == XL_SUCCESS; k++) {
        const int first = k * XL__PROBE_KERNEL;
        f[k] = (fused){.target = target, .items = items + first, .count = kernel_of(count - first)};
        status = fused_make(&f[k]);
    }
    if (status == XL_SUCCESS) status = build_fused(f, kernels, &program, refused);
    if (status == XL_SUCCESS) run_fused(f, kernels, program);
    if (program) clReleaseProgram(program);
    for (int k = 0; f && k < kernels; k++) fused_free(&f[k]);
    free(f);
    return status == XL_NO_MEMORY ? status : XL_SUCCESS;
}

int xl__probe_batch(const xl__probe_target *target, xl__probe_item *items, int count) {
    for (int i = 0; i < count; i++) {
        items[i].answered = false;
        if (count > XL__PROBE_BATCH || !is_possible(target, items[i].op, items[i].type) ||
            xl__probe_has_native(target, items[i].op, items[i].type))
            return XL_BAD_VALUE;
    }
    bool refused;
    int status = probe_together(target, items, count, &refused);
    if (!refused || count <= XL__PROBE_KERNEL) return status;
    /* Only the kernels without the refused operation are right. */
    for (int first = 0; first < count && status == XL_SUCCESS; first += XL__PROBE_KERNEL)
        status = probe_together(target, items + first, kernel_of(count - first), &refused);
    return status;
}
