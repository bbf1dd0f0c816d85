/* crosslane_sg.h in a program with its own kernels, with the library's text and options or only the
   documented options. Expected values follow kernels/sg/README.md. */
#include "support/ops_place.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 128, ROWS = 17, LOG = 16384 };

/* ---- programs ------------------------------------------------------------------------------------- */

static char *read_source(const char *name) {
    char path[1024];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", XL_TEST_SOURCE_DIR, name);
    FILE *const stream = fopen(path, "rb");
    ck_assert_msg(stream != NULL, "%s", path);
    char *const text = calloc(1, 1 << 20);
    ck_assert_ptr_nonnull(text);
    size = fread(text, 1, (1 << 20) - 1, stream);
    fclose(stream);
    ck_assert_uint_gt(size, 0);
    return text;
}

/* NULL, with the log, if the joined texts do not compile. */
static cl_program try_build(const ops_place *place, const char *before, const char *kernel,
                            const char *options, char log[LOG]) {
    cl_int status = CL_SUCCESS;
    const char *parts[3] = {before, xl_header_text(), kernel};
    cl_program program = clCreateProgramWithSource(place->context, 3, parts, NULL, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    if (clBuildProgram(program, 1, &place->id, options, NULL, NULL) == CL_SUCCESS) return program;
    log[0] = '\0';
    clGetProgramBuildInfo(program, place->id, CL_PROGRAM_BUILD_LOG, LOG - 1, log, NULL);
    log[LOG - 1] = '\0';
    clReleaseProgram(program);
    return NULL;
}

static cl_program build(const ops_place *place, const char *before, const char *kernel, const char *options) {
    static char log[LOG];
    cl_program program = try_build(place, before, kernel, options, log);
    ck_assert_msg(program != NULL, "%s: %s: %.3000s", place->device->facts.name, options, log);
    return program;
}

static void run_group(const ops_place *place, cl_program program, const char *name, size_t width,
                      const uint32_t *in, uint32_t count, bool tells_count, uint32_t *out, size_t words) {
    cl_int status[3];
    cl_kernel kernel = clCreateKernel(program, name, &status[0]);
    cl_mem buffers[2] = {
        clCreateBuffer(place->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, count * sizeof *in,
                       (void *)(uintptr_t)in, &status[1]),
        clCreateBuffer(place->context, CL_MEM_READ_WRITE, words * sizeof *out, NULL, &status[2])};
    for (int i = 0; i < 3; i++) ck_assert_int_eq(status[i], CL_SUCCESS);
    cl_uint argument = 0;
    ck_assert_int_eq(clSetKernelArg(kernel, argument++, sizeof(cl_mem), &buffers[0]), CL_SUCCESS);
    if (tells_count) ck_assert_int_eq(clSetKernelArg(kernel, argument++, sizeof count, &count), CL_SUCCESS);
    ck_assert_int_eq(clSetKernelArg(kernel, argument, sizeof(cl_mem), &buffers[1]), CL_SUCCESS);
    ck_assert_int_eq(clEnqueueNDRangeKernel(place->queue, kernel, 1, NULL, &width, &width, 0, NULL, NULL),
                     CL_SUCCESS);
    ck_assert_int_eq(
        clEnqueueReadBuffer(place->queue, buffers[1], CL_TRUE, 0, words * sizeof *out, out, 0, NULL, NULL),
        CL_SUCCESS);
    clReleaseMemObject(buffers[0]);
    clReleaseMemObject(buffers[1]);
    clReleaseKernel(kernel);
}

/* ---- the text ------------------------------------------------------------------------------------- */

AROUND(open_places, close_places);

TEST(test_text_is_the_file) {
    char *const file = read_source("include/crosslane_sg.h");
    ck_assert_str_eq(xl_header_text(), file);
    ck_assert_ptr_null(strstr(file, "#include"));
    ck_assert_str_eq(file + strlen(file) - 1, "\n");
    free(file);
}

/* ---- masks ---------------------------------------------------------------------------------------- */

/* A number of 160 bits, lowest word first: enough for 2^128. */
typedef struct big {
    uint32_t word[5];
} big;

static big big_power(unsigned exponent) {
    big r = {{0}};
    r.word[exponent / 32] = (uint32_t)1 << exponent % 32;
    return r;
}

static big big_minus_one(big a) {
    for (int i = 0; i < 5; i++)
        if (a.word[i]-- != 0) break;
    return a;
}

static uint32_t big_common(big a, big b) {
    uint32_t count = 0;
    for (int i = 0; i < 5; i++)
        for (uint32_t both = a.word[i] & b.word[i]; both != 0; both >>= 1) count += both & 1u;
    return count;
}

static void check_mask(const uint32_t *got, big expected, const char *what, uint32_t i, int width) {
    for (int word = 0; word < 4; word++)
        ck_assert_msg(got[word] == expected.word[word], "%s(%u) at %d lanes: word %d is 0x%08x, not 0x%08x",
                      what, i, width, word, got[word], expected.word[word]);
}

static void check_masks(const ops_place *place, const char *options, int width) {
    const unsigned w = (unsigned)width;
    const uint32_t at[] = {0,  w - 1, w,  w + 1, 2 * w, 31,          32,          33,
                           63, 64,    65, 127,   128,   0x80000000u, 0x80000001u, 0xffffffffu};
    enum { COUNT = sizeof at / sizeof *at };
    uint32_t out[(COUNT + 2) * 16];
    char all[4096 + 256];
    char *const kernel = read_source("tests/library/header/edges.cl");
    snprintf(all, sizeof all, "%s -DEDGE_T=float", options);
    cl_program program = build(place, "", kernel, all);
    run_group(place, program, "masks", (size_t)width, at, COUNT, true, out, (COUNT + 2) * 16);
    clReleaseProgram(program);
    free(kernel);
    big third = {{0}};
    for (unsigned lane = 0; lane < w; lane += 3) third.word[lane / 32] |= (uint32_t)1 << lane % 32;
    for (size_t k = 0; k < COUNT + 2; k++) {
        const uint32_t i = k < COUNT ? at[k] : w; /* "none" is the width */
        const big zero = {{0}}, lane = i < w ? big_power(i) : zero;
        const big below = big_minus_one(big_power(i < w ? i : w));
        const big to = big_minus_one(big_power(i < w ? i + 1 : w));
        const uint32_t *const got = out + 16 * k;
        check_mask(got, lane, "sg_mask_lane", i, width);
        check_mask(got + 4, below, "sg_mask_below", i, width);
        check_mask(got + 8, to, "sg_mask_to", i, width);
        ck_assert_uint_eq(got[12], big_common(third, lane));
        ck_assert_uint_eq(got[13], big_common(third, below));
        ck_assert_uint_eq(got[14], big_common(third, to));
        ck_assert_uint_eq(got[15], i);
    }
}

/* ---- operations at their edges -------------------------------------------------------------------- */

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Starts with 1, 5, 3, NaN; without NaN if `finite`. */
static void fill_values(float *x, int width, bool finite) {
    static const float pattern[8] = {1, 5, 3, NAN, 7, 6, 9, 8};
    for (int lane = 0; lane < width; lane++) {
        x[lane] = pattern[lane % 8] * (lane % 16 < 8 ? 1.0f : -1.0f);
        if (finite && lane % 8 == 3) x[lane] = 4.0f;
    }
}

static float least(const float *x, int from, int to, float none) {
    for (int i = from; i < to; i++)
        if (x[i] < none) none = x[i];
    return none;
}
static float most(const float *x, int from, int to, float none) {
    for (int i = from; i < to; i++)
        if (x[i] > none) none = x[i];
    return none;
}

static uint32_t edge(int k, const float *x, int width, int lane, float infinity) {
    const uint32_t w = (uint32_t)width, l = (uint32_t)lane, own = l * l + 3 * l + 1;
    switch (k) {
    case 0: return 100 + (l + own) % w;
    case 1: return 100 + own % w;
    case 2: return 100 + (l ^ (own % w));
    case 3: return 100 + (own <= l ? l - own : l);
    case 4: return 100 + (l + own < w ? l + own : l);
    case 5: return bits_of(least(x, 0, width, infinity));
    case 6: return bits_of(most(x, 0, width, -infinity));
    case 7: return bits_of(least(x, 0, lane + 1, infinity));
    case 8: return bits_of(most(x, 0, lane + 1, -infinity));
    case 9:
    case 11: return bits_of(least(x, 0, lane, infinity));
    case 10: return bits_of(most(x, 0, lane, -infinity));
    case 12: return bits_of(infinity);
    case 13: return bits_of(-infinity);
    case 14: return UINT32_MAX;
    case 15: return bits_of(1.0f);
    default: return UINT32_MAX;
    }
}

static bool is_extreme(uint32_t bits) {
    return (bits & 0x7fffffffu) == 0x7f800000u || (bits & 0x7fffffffu) == 0x7f7fffffu;
}

/* With "fast" among the options the compiler may assume that there are no NaNs or infinities. */
static void check_edges(const ops_place *place, const char *options, int width, const char *extra) {
    const bool finite = strstr(extra, "fast") != NULL;
    uint32_t in[LANES], out[ROWS * LANES];
    float x[LANES];
    char all[4096 + 256];
    char *const kernel = read_source("tests/library/header/edges.cl");
    fill_values(x, width, finite);
    memcpy(in, x, sizeof in);
    snprintf(all, sizeof all, "%s%s -DEDGE_T=float", options, extra);
    cl_program program = build(place, "", kernel, all);
    run_group(place, program, "edges", (size_t)width, in, (uint32_t)width, false, out,
              (size_t)ROWS * (size_t)width);
    clReleaseProgram(program);
    free(kernel);
    for (int k = 0; k < ROWS; k++)
        for (int lane = 0; lane < width; lane++) {
            const uint32_t expected = edge(k, x, width, lane, INFINITY), got = out[k * width + lane];
            const bool same = got == expected || (finite && is_extreme(expected) && is_extreme(got) &&
                                                  got >> 31 == expected >> 31);
            ck_assert_msg(same, "%s, %s: row %d, lane %d of %d: 0x%08x instead of 0x%08x",
                          place->device->facts.name, all, k, lane, width, got, expected);
        }
}

static bool has_standard(const ops_place *place, const char *standard) {
    cl_int status = CL_SUCCESS;
    const char *text = "__kernel void empty(void) {}\n";
    cl_program program = clCreateProgramWithSource(place->context, 1, &text, NULL, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    status = clBuildProgram(program, 1, &place->id, standard, NULL, NULL);
    clReleaseProgram(program);
    return status == CL_SUCCESS;
}

TEST(test_documented_options_alone) {
    static const char *const standards[] = {"", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"};
    for (int i = 0; i < ops_place_count; i++) {
        int built = 0;
        for (size_t s = 0; s < sizeof standards / sizeof *standards; s++) {
            char options[64];
            if (!has_standard(&ops_places[i], standards[s])) continue;
            snprintf(options, sizeof options, "%s -DSG_WIDTH=8", standards[s]);
            check_edges(&ops_places[i], options, 8, "");
            built++;
        }
        ck_assert_int_ge(built, 2);
    }
}

/* ---- refusals ------------------------------------------------------------------------------------- */

TEST(test_narrow_integers_are_refused) {
    static const char *const types[] = {"char", "uchar", "short", "ushort"};
    static const char *const calls[] = {"sg_scan_exclusive_min(sg, x)",
                                        "sg_reduce_add(sg, x)",
                                        "sg_cluster_scan_exclusive_and(sg, x, 4u)",
                                        "sg_shuffle(sg, x, 0u)",
                                        "sg_rotate(sg, x, 1u)",
                                        "sg_match_any(sg, x) != 0",
                                        "sg_identity_max(NARROW)",
                                        "sg_identity_add(NARROW)",
                                        "sg_segment_reduce_add(sg, x, 1)",
                                        "sg_partition_scan_exclusive_min(sg, x, sg_mask_eq(sg))",
                                        "sg_scan_inclusive_total_or(sg, x, &x)",
                                        "sg_group_reduce_add(sg, x, parts)",
                                        "sg_group_scan_exclusive_total_max(sg, x, parts, &x)"};
    enum { ALWAYS = 8 }; /* calls that always exist; the others need options */
    static char log[LOG];
    char kernel[640], options[4096 + 128];
    xl_header_use use;
    ck_assert_int_eq(xl_header_options(ops_places[0].device, "local", 8, 1, &use, NULL), XL_SUCCESS);
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++)
        for (size_t t = 0; t <= sizeof types / sizeof *types; t++) {
            const bool wide = t == sizeof types / sizeof *types;
            snprintf(options, sizeof options, "%s%s -DNARROW=%s", use.options,
                     c < ALWAYS ? "" : " -DSG_SEGMENTS=1 -DSG_GROUPS=1", wide ? "int" : types[t]);
            snprintf(kernel, sizeof kernel,
                     "SG_KERNEL void narrow(__global NARROW *out SG_PARAMS) {\n    SG_BEGIN(sg);\n"
                     "    __local NARROW parts[SG_GROUP_PARTS];\n    NARROW x = out[get_global_id(0)];\n    "
                     "x = (NARROW)(%s);\n"
                     "    out[get_global_id(0)] = x;\n}\n",
                     calls[c]);
            cl_program program = try_build(&ops_places[0], "", kernel, options, log);
            ck_assert_msg((program != NULL) == wide, "%s of %s: %s", calls[c], wide ? "int" : types[t], log);
            if (program)
                clReleaseProgram(program);
            else
                ck_assert_msg(strstr(log, "no 8- or 16-bit integers: convert to int") != NULL, "%s", log);
        }
}

static void check_missing(const char *options, const char *params, const char *body, const char *told) {
    static char log[LOG];
    char kernel[512];
    snprintf(kernel, sizeof kernel,
             "SG_KERNEL void missing(__global uint *x%s) {\n    __local uint parts[SG_GROUP_PARTS];\n"
             "    SG_BEGIN(sg);\n    parts[0] = 0;\n    %s\n}\n",
             params, body);
    cl_program program = try_build(&ops_places[0], "", kernel, options, log);
    ck_assert_msg(program == NULL, "%s builds with %s", body, options);
    const char *const error = strstr(log, "error");
    const char *const said = strstr(log, told);
    ck_assert_msg(error && said && said < error + strcspn(error, "\n") + 400, "%s: %s", body, log);
    ck_assert_msg(strstr(log, "16-bit") == NULL && strstr(log, "did you mean") == NULL, "%s", log);
}

TEST(test_missing_options_are_reported) {
    static const char *const parts[] = {
        "x[0] = sg_segment_reduce_add(sg, x[0], 1);", "x[0] = sg_mask_count(sg_segment(sg, 1));",
        "float4 v = (float4)(1.0f); v = sg_segment_scan_inclusive_add(sg, v, 1);",
        "x[0] = sg_partition_scan_exclusive_xor(sg, x[0], sg_mask_eq(sg));",
        "uint all; x[0] = sg_scan_exclusive_total_min(sg, x[0], &all);"};
    static const char *const groups[] = {
        "x[0] = sg_group_reduce_max(sg, x[0], parts);",
        "uint all; x[0] = sg_group_scan_exclusive_total_add(sg, x[0], parts, &all);"};
    static const char *const params[] = {"SG_GUARD", "SG_RECORD", "SG_TRACE"};
    char options[128];
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        check_missing("-DSG_WIDTH=8", " SG_PARAMS", parts[i], "-DSG_SEGMENTS=1");
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        check_missing("-DSG_WIDTH=8", " SG_PARAMS", groups[i], "-DSG_GROUPS=1");
    for (size_t i = 0; i < sizeof params / sizeof *params; i++) {
        snprintf(options, sizeof options, "-DSG_WIDTH=8 -D%s=1", params[i]);
        check_missing(options, "", "x[0] = sg_reduce_add(sg, x[0]);", "SG_PARAMS is missing");
    }
}

/* A work-group of 16, and a global size that ends in the middle of one. */
static void check_partial_group(const ops_place *place, const char *options, int width) {
    static const char kernel[] = "SG_KERNEL void ones(__global uint *out SG_PARAMS) {\n    SG_BEGIN(sg);\n"
                                 "    out[get_global_id(0)] = sg_reduce_add(sg, 1u);\n}\n";
    char all[4096 + 256];
    cl_int status[2];
    const size_t local = 16, global = 44;
    snprintf(all, sizeof all, "%s -DSG_GROUP_SIZE=16", options);
    cl_program program = build(place, "", kernel, all);
    cl_kernel ones = clCreateKernel(program, "ones", &status[0]);
    cl_mem out = clCreateBuffer(place->context, CL_MEM_READ_WRITE, 64 * sizeof(cl_uint), NULL, &status[1]);
    ck_assert(status[0] == CL_SUCCESS && status[1] == CL_SUCCESS);
    ck_assert_int_eq(clSetKernelArg(ones, 0, sizeof out, &out), CL_SUCCESS);
    const cl_int launched =
        clEnqueueNDRangeKernel(place->queue, ones, 1, NULL, &global, &local, 0, NULL, NULL);
    clFinish(place->queue);
    ck_assert_msg(launched == CL_INVALID_WORK_GROUP_SIZE,
                  "%s at %d lanes: 44 work-items by 16: status %d: %s", place->device->facts.name, width,
                  launched, all);
    clReleaseMemObject(out);
    clReleaseKernel(ones);
    clReleaseProgram(program);
}

/* ---- names ---------------------------------------------------------------------------------------- */

/* Only the front end, because hundreds of emulated operations take a compiler minutes. */
static void check_names(const ops_place *place, const char *options, int width, const char *extra) {
    char *const names = read_source("tests/library/header/names.h"), *const uses = read_source(
                                                                         "tests/library/header/uses.cl");
    static char log[LOG];
    char all[4096 + 256];
    cl_int status = CL_SUCCESS;
    const char *parts[3] = {names, xl_header_text(), uses};
    snprintf(all, sizeof all, "%s%s", options, extra);
    cl_program program = clCreateProgramWithSource(place->context, 3, parts, NULL, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    status = clCompileProgram(program, 1, &place->id, all, 0, NULL, NULL, NULL, NULL);
    log[0] = '\0';
    clGetProgramBuildInfo(program, place->id, CL_PROGRAM_BUILD_LOG, LOG - 1, log, NULL);
    ck_assert_msg(status == CL_SUCCESS, "%s at %d lanes: %s: %.3000s", place->device->facts.name, width, all,
                  log);
    clReleaseProgram(program);
    free(names);
    free(uses);
}

/* ---- everything, once for each backend and width -------------------------------------------------- */

static void check_target(const ops_place *place, const char *options, int width) {
    check_masks(place, options, width);
    if (width == 4 || width >= 32) check_edges(place, options, width, "");
    if (width == 8 || width == 64) check_edges(place, options, width, " -cl-fast-relaxed-math -Werror");
    if (width <= 16) check_partial_group(place, options, width);
    if (width == 4 || width == 16 || width == 128) check_names(place, options, width, "");
    if (width == 8 || width == 32)
        check_names(place, options, width,
                    " -DSG_TRACE=1 -DSG_RECORD=1 -DSG_GUARD=1 -DSG_SEGMENTS=1 -DSG_GROUPS=1");
}

TEST(test_every_target) {
    int visited = 0;
    for (int i = 0; i < ops_place_count; i++) {
        ops_place *const place = &ops_places[i];
        int widths[16] = {1, 2, 4, 8, 16, 32, 64, 128};
        const int emulated = 8;
        const int count = emulated + (int)xl_native_widths(place->device, NULL, widths + emulated, 8, NULL);
        for (int k = 0; k < count; k++) {
            xl_header_use use;
            xl_error error = {0};
            if ((size_t)widths[k] > place->device->facts.largest_group) continue;
            const char *const backend = k < emulated ? "local" : "auto";
            ck_assert_msg(xl_header_options(place->device, backend, widths[k], 1, &use, &error) == XL_SUCCESS,
                          "%s", error.text);
            ck_assert_int_eq(use.emulated, k < emulated);
            check_target(place, use.options, widths[k]);
            visited++;
        }
    }
    ck_assert_int_gt(visited, 0);
}

TEST(test_names_are_many) {
    char *const names = read_source("tests/library/header/names.h");
    int count = 0;
    for (const char *at = names; (at = strstr(at, "#define ")) != NULL; at++) count++;
    ck_assert_int_ge(count, 60);
    free(names);
}
