/* The sub-group layer on every device: a few operations, wrong native forms, the width record, the trace, the
   header as one file. */
#include "support/ops_sweep.h"
#include "support/suite.h"
#include "program/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a few operations ----------------------------------------------------------------------------- */

/* One operation of each implementation method, at two of the widths. */
static bool is_in_quick_level(const xl__op *op, size_t op_index, xl__op_type type, int turn) {
    static const char *const few[] = {"shuffle:f32x3",
                                      "shuffle_up:i64",
                                      "shuffle_xor:u32",
                                      "rotate:u32",
                                      "ballot:u32",
                                      "last:u32",
                                      "match_any:u32",
                                      "all_equal:f32",
                                      "reduce_add:f32x4",
                                      "scan_inclusive_min:f32",
                                      "scan_exclusive_mul:f32",
                                      "cluster_reduce_xor:u64",
                                      "cluster_scan_exclusive_mul:f64",
                                      "quad_swap_diagonal:f32x2",
                                      "broadcast_last:f32",
                                      "mask_count_to:u32",
                                      "mask_lane:u32",
                                      "mask_nth:u32",
                                      "segment_scan_exclusive_min:f32",
                                      "partition_scan_exclusive_add:f32x3",
                                      "partition_reduce_xor:u64",
                                      "scan_exclusive_total_mul:f32",
                                      "barrier_local:u32"};
    char name[64];
    (void)op_index;
    snprintf(name, sizeof name, "%s:%s", op->name, xl__op_type_get(type)->name);
    for (size_t i = 0; i < sizeof few / sizeof *few; i++)
        if (strcmp(few[i], name) == 0) return (i + (size_t)turn) % 5 < 2;
    return false;
}

GROUP("chosen operations on every device");

TEST(test_chosen_operations_are_right) {
    static const int widths[] = {8, 64, 1, 2, 32, 0};
    ops_sweep(widths, is_in_quick_level);
}

/* ---- planted faults ------------------------------------------------------------------------------- */

/* Probes the emulation with a text before the source, whose native forms `offers` names. */
static xl__probe_result probe_planted(const char *op, xl__op_type type, unsigned offers, const char *prefix,
                                      const char *options) {
    ops_place *place = &ops_places[0];
    place->prefix = prefix;
    place->options = options;
    xl__probe_target target =
        ops_target(place, xl__local_backend(), xl__local_backend()->standards[0], 8, 8, "");
    target.offers = offers;
    xl__probe_result r;
    ck_assert_int_eq(xl__probe_op(&target, xl__op_find(op), type, &r), XL_SUCCESS);
    place->prefix = place->options = NULL;
    return r;
}

GROUP("planted faults, width record, trace");
AROUND(open_places, close_places);

TEST(test_wrong_final_form_is_rejected) {
    const xl__probe_result r =
        probe_planted("scan_exclusive_mul", XL__OP_FLOAT, 0, NULL, "-DSG_PLANT_WRONG_IDENTITY=1");
    ck_assert(!r.right);
    ck_assert_int_eq(r.lane, 0);
    ck_assert_msg(strncmp(r.expected, "1 ", 2) == 0, "%s", r.expected);
    ck_assert_msg(strncmp(r.got, "0 ", 2) == 0, "%s", r.got);
    ck_assert(probe_planted("scan_exclusive_mul", XL__OP_FLOAT, 0, NULL, NULL).right);
}

/* Returns the operations that a batch answered, as bits. */
static unsigned batch_planted(const char *prefix, const char *options) {
    static const char *const names[] = {"reduce_add", "scan_exclusive_mul", "mask_count"};
    ops_place *place = &ops_places[0];
    xl__probe_item items[3];
    unsigned answered = 0;
    place->prefix = prefix;
    place->options = options;
    const xl__probe_target target =
        ops_target(place, xl__local_backend(), xl__local_backend()->standards[0], 8, 8, "");
    for (int i = 0; i < 3; i++)
        items[i] = (xl__probe_item){.op = xl__op_find(names[i]), .type = i == 1 ? XL__OP_FLOAT : XL__OP_UINT};
    ck_assert_int_eq(xl__probe_batch(&target, items, 3), XL_SUCCESS);
    for (int i = 0; i < 3; i++) {
        if (!items[i].answered) continue;
        answered |= 1u << i;
        ck_assert(items[i].result.right);
        ck_assert_int_eq(items[i].result.status, XL__PROBE_EMULATED);
    }
    place->prefix = place->options = NULL;
    return answered;
}

TEST(test_a_batch_answers_right_operations) {
    ck_assert_uint_eq(batch_planted(NULL, NULL), 7);
    ck_assert_uint_eq(batch_planted(NULL, "-DSG_PLANT_WRONG_IDENTITY=1"), 5);
    ck_assert_uint_eq(batch_planted("#error no program\n", NULL), 0);
}

/* Refuses a program with the operation `refused`. */
static const char refused[] = "sg_mask_bit";
static xl__probe_build *builds;

static int build_without(void *user, const char *text, const char *options, cl_program *out, char *log,
                         size_t log_size) {
    char line[64];
    snprintf(line, sizeof line, "#define PROBE_OP %s\n", refused);
    if (!strstr(text, line)) return builds(user, text, options, out, log, log_size);
    snprintf(log, log_size, "%s is unknown", refused);
    return CL_BUILD_PROGRAM_FAILURE;
}

TEST(test_a_refused_operation_hides_no_other_kernel) {
    enum { TWO_KERNELS = XL__PROBE_KERNEL + 4 };
    xl__probe_item items[TWO_KERNELS];
    xl__probe_target target =
        ops_target(&ops_places[0], xl__local_backend(), xl__local_backend()->standards[0], 8, 8, "");
    int count = 0;
    for (size_t i = 0; i < xl__op_count && count < TWO_KERNELS; i++)
        if (strncmp(xl__ops[i].name, "mask_", 5) == 0)
            items[count++] = (xl__probe_item){.op = &xl__ops[i], .type = XL__OP_UINT};
    ck_assert_int_eq(count, TWO_KERNELS);
    ck_assert_str_eq(items[TWO_KERNELS - 1].op->name, refused + 3);
    builds = target.build;
    target.build = build_without;
    ck_assert_int_eq(xl__probe_batch(&target, items, TWO_KERNELS), XL_SUCCESS);
    for (int i = 0; i < TWO_KERNELS; i++) ck_assert_int_eq(items[i].answered, i < XL__PROBE_KERNEL);
}

TEST(test_lying_native_form_is_demoted) {
    const xl__probe_result r =
        probe_planted("any", XL__OP_UINT, XL__BY_STANDARD, "#define SG_N_ANY(p) 1\n", NULL);
    ck_assert_int_eq(r.status, XL__PROBE_DEMOTED);
    ck_assert(r.right); /* the derived form */
    ck_assert_str_eq(r.expected, "0");
    ck_assert_str_eq(r.got, "1");
    ck_assert_str_eq(r.native_macro, "");
    ck_assert_int_eq(r.width_measured, 8);
}

TEST(test_missing_native_form_is_absent) {
    const xl__probe_result r = probe_planted("all", XL__OP_UINT, XL__BY_STANDARD,
                                             "#define SG_N_ALL(p) there_is_no_such_function(p)\n", NULL);
    ck_assert_int_eq(r.status, XL__PROBE_ABSENT);
    ck_assert(r.right);
    ck_assert_str_eq(r.native_macro, "");
}

TEST(test_right_native_form_is_taken) {
    const xl__probe_result r =
        probe_planted("any", XL__OP_UINT, XL__BY_STANDARD,
                      "#define SG_N_ANY(p) !sg_mask_none(sg_ballot(sg_ctx, p))\n", NULL);
    ck_assert_int_eq(r.status, XL__PROBE_NATIVE);
    ck_assert(r.right);
    ck_assert_str_eq(r.native_macro, "SG_NATIVE_ANY");
}

TEST(test_wrong_width_is_reported) {
    const xl__probe_result r =
        probe_planted("lane", XL__OP_UINT, XL__BY_STANDARD, NULL, "-DSG_PLANT_WRONG_WIDTH=1");
    ck_assert(r.right);
    ck_assert_int_eq(r.width_measured, 16);
}

TEST(test_impossible_questions_are_refused) {
    xl__probe_target target =
        ops_target(&ops_places[0], xl__local_backend(), xl__local_backend()->standards[0], 2, 2, "");
    xl__probe_result r;
    ck_assert_int_eq(xl__probe_op(&target, xl__op_find("quad_swap_x"), XL__OP_UINT, &r), XL_BAD_VALUE);
    ck_assert_int_eq(xl__probe_op(&target, xl__op_find("reduce_and"), XL__OP_FLOAT, &r), XL_BAD_VALUE);
    target.group_size = 3;
    ck_assert_int_eq(xl__probe_op(&target, xl__op_find("any"), XL__OP_UINT, &r), XL_BAD_VALUE);
}

/* ---- trace ---------------------------------------------------------------------------------------- */

static const char trace_kernel[] = "\n"
                                   "SG_KERNEL void show(__global uint *out SG_PARAMS) {\n"
                                   "    SG_BEGIN(sg);\n"
                                   "    const uint lane = sg_lane(sg);\n"
                                   "    SG_SHOW(sg, \"lane\", lane);\n"
                                   "    SG_SHOW(sg, \"a name of 20 letter\", (float2)((float)lane, 0.5f));\n"
                                   "    out[get_global_id(0)] = lane;\n"
                                   "}\n";

static void run_kernel(ops_place *place, cl_program program, const char *name, size_t items, cl_mem *buffers,
                       cl_uint count) {
    cl_int status = CL_SUCCESS;
    const size_t local = 4;
    cl_kernel kernel = clCreateKernel(program, name, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    for (cl_uint i = 0; i < count; i++)
        ck_assert_int_eq(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]), CL_SUCCESS);
    ck_assert_int_eq(clEnqueueNDRangeKernel(place->queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL),
                     CL_SUCCESS);
    ck_assert_int_eq(clFinish(place->queue), CL_SUCCESS);
    clReleaseKernel(kernel);
}

TEST(test_trace_records_lane_values) {
    enum { ITEMS = 8, CAPACITY = 12, WORDS = XL__TRACE_HEADER_WORDS + CAPACITY * 12 };
    ck_assert_uint_eq(sizeof(xl__trace_record), 12 * sizeof(uint32_t));
    ops_place *place = &ops_places[0];
    uint32_t trace[WORDS + 1] = {0, CAPACITY};
    trace[WORDS] = 0x5a5a5a5au; /* after the last record */
    xl__text text = {0};
    xl_error error = {0};
    ck_assert_int_eq(xl__expand_source(NULL, "sg/sg.h", &text, &error), XL_SUCCESS);
    xl__text_format(&text, "#line 1 \"show.cl\"%s", trace_kernel);
    cl_program program = ops_build_text(place, text.data, "-DSG_BACKEND=SG_LOCAL -DSG_WIDTH=4 -DSG_TRACE=1");
    xl__text_free(&text);
    cl_int status[2];
    cl_mem buffers[2] = {
        clCreateBuffer(place->context, CL_MEM_READ_WRITE, ITEMS * sizeof(cl_uint), NULL, &status[0]),
        clCreateBuffer(place->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof trace, trace,
                       &status[1])};
    ck_assert(status[0] == CL_SUCCESS && status[1] == CL_SUCCESS);
    run_kernel(place, program, "show", ITEMS, buffers, 2);
    ck_assert_int_eq(
        clEnqueueReadBuffer(place->queue, buffers[1], CL_TRUE, 0, sizeof trace, trace, 0, NULL, NULL),
        CL_SUCCESS);
    clReleaseMemObject(buffers[0]);
    clReleaseMemObject(buffers[1]);
    clReleaseProgram(program);

    ck_assert_uint_eq(trace[0], 2 * ITEMS); /* the counter continues past the capacity */
    ck_assert_uint_eq(trace[WORDS], 0x5a5a5a5au);
    int named = 0;
    for (int i = 0; i < CAPACITY; i++) {
        xl__trace_record r;
        memcpy(&r, trace + XL__TRACE_HEADER_WORDS + i * 12, sizeof r);
        const uint32_t lane = r.global_id % 4;
        ck_assert_uint_eq(r.lane, lane);
        if (r.line == 4) {
            ck_assert_uint_eq(r.type, XL__OP_UINT | 1u << 8);
            ck_assert_str_eq(r.name, "lane");
            ck_assert_uint_eq(r.value[0], lane);
        } else {
            ck_assert_uint_eq(r.line, 5);
            ck_assert_uint_eq(r.type, XL__OP_FLOAT | 2u << 8);
            ck_assert_mem_eq(r.name, "a name of 20 let", 16);
            ck_assert(xl__op_value(XL__OP_FLOAT, r.value[0]) == (double)lane);
            ck_assert(xl__op_value(XL__OP_FLOAT, r.value[1]) == 0.5);
        }
        named++;
    }
    ck_assert_int_eq(named, CAPACITY);
}
