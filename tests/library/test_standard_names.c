/* The names of sub-group functions that crosslane_sg.h provides (SG_STANDARD_NAMES=1). */
#include "support/ops_place.h"
#include "support/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 36, MOST = 256, TEXT = 1 << 16 };

AROUND(open_places, close_places);

static cl_program build(const ops_place *place, const char *options) {
    static char kernel[TEXT], log[TEXT];
    cl_int status = CL_SUCCESS;
    FILE *const file = fopen(XL_TEST_SOURCE_DIR "/tests/library/header/standard.cl", "rb");
    ck_assert_ptr_nonnull(file);
    kernel[fread(kernel, 1, TEXT - 1, file)] = '\0';
    fclose(file);
    const char *const parts[] = {"#define SG_STANDARD_NAMES 1\n", xl_header_text(), kernel};
    cl_program program =
        clCreateProgramWithSource(place->context, 3, (const char **)(uintptr_t)parts, NULL, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    if (clBuildProgram(program, 1, &place->id, options, NULL, NULL) == CL_SUCCESS) return program;
    clGetProgramBuildInfo(program, place->id, CL_PROGRAM_BUILD_LOG, TEXT - 1, log, NULL);
    ck_abort_msg("%s: %s: %.3000s", place->device->facts.name, options, log);
    return NULL;
}

static void run(const ops_place *place, cl_program program, const uint32_t *in, uint32_t *out, size_t items) {
    const size_t shape[2] = {4, items / 4}, bytes = ROWS * items * sizeof *out;
    cl_int status[3];
    cl_kernel kernel = clCreateKernel(program, "standard", &status[0]);
    cl_mem from = clCreateBuffer(place->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, items * sizeof *in,
                                 (void *)(uintptr_t)in, &status[1]);
    cl_mem to = clCreateBuffer(place->context, CL_MEM_READ_WRITE, bytes, NULL, &status[2]);
    for (int i = 0; i < 3; i++) ck_assert_int_eq(status[i], CL_SUCCESS);
    ck_assert_int_eq(clSetKernelArg(kernel, 0, sizeof from, &from), CL_SUCCESS);
    ck_assert_int_eq(clSetKernelArg(kernel, 1, sizeof to, &to), CL_SUCCESS);
    ck_assert_int_eq(clEnqueueNDRangeKernel(place->queue, kernel, 2, NULL, shape, shape, 0, NULL, NULL),
                     CL_SUCCESS);
    ck_assert_int_eq(clEnqueueReadBuffer(place->queue, to, CL_TRUE, 0, bytes, out, 0, NULL, NULL),
                     CL_SUCCESS);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clReleaseKernel(kernel);
}

/* Lanes from `from` to before `to` whose value is divisible by 3. */
static uint32_t thirds(const uint32_t *v, uint32_t from, uint32_t to) {
    uint32_t count = 0;
    for (uint32_t i = from; i < to; i++) count += v[i] % 3 == 0;
    return count;
}

static uint32_t sum(const uint32_t *v, uint32_t from, uint32_t to) {
    uint32_t all = 0;
    for (uint32_t i = from; i < to; i++) all += v[i];
    return all;
}

static uint32_t least(const uint32_t *v, uint32_t w) {
    uint32_t all = v[0];
    for (uint32_t i = 1; i < w; i++) all = v[i] < all ? v[i] : all;
    return all;
}

static uint32_t most(const uint32_t *v, uint32_t w) {
    uint32_t all = 0;
    for (uint32_t i = 0; i < w; i++) all = v[i] > all ? v[i] : all;
    return all;
}

/* The identity is that of the narrow type. */
static uint32_t narrow(int k, const uint32_t *v, uint32_t w, uint32_t lane) {
    int all = k == 6 ? INT8_MAX : 0;
    if (k == 5) return (uint8_t)sum(v, 0, w);
    for (uint32_t i = 0; i < lane; i++) {
        const int other = k == 6 ? (int8_t)v[i] : (uint16_t)v[i];
        all = (k == 6 ? other < all : other > all) ? other : all;
    }
    return (uint32_t)all;
}

/* `v`: the values of the lane's sub-group; `in`: of the work-group of `items`. */
static uint32_t expected(int k, const uint32_t *in, const uint32_t *v, uint32_t w, uint32_t lane,
                         uint32_t items) {
    const uint32_t own = v[lane], id = (uint32_t)(v - in) / w, quad = lane & ~3u;
    switch (k) {
    case 0: return 2 * w;
    case 1: return 2 * (items / w);
    case 2: return id;
    case 3: return lane;
    case 4: return v[1];
    case 5:
    case 6:
    case 7: return narrow(k, v, w, lane);
    case 8: return v[(lane + own) % w];
    case 9: return v[lane ^ 3];
    case 10: return lane > 0 ? v[lane - 1] : own;
    case 11: return lane + 1 < w ? v[lane + 1] : own;
    case 12: return lane + 3 < w ? v[lane + 3] : v[lane + 3 - w] + 1000;
    case 13: return lane >= 3 ? v[lane - 3] : v[lane + w - 3] + 1000;
    case 14: return thirds(v, 0, w);
    case 15: return thirds(v, 0, lane + 1);
    case 16: return thirds(v, 0, lane);
    case 17:
    case 18: return 2;
    case 19: return (own % 3 == 0 ? 1u : 0u) + (v[1] % 3 == 0 ? 2u : 0u);
    case 20: return lane + 1000 * (w - lane);
    case 21: return lane + 1 + 1000 * (w - lane - 1);
    case 22: return lane < 32 ? (uint32_t)1 << lane : 0;
    case 23: return 1 + 4;
    case 24: return (uint16_t)(8 * v[2]);
    case 25: return v[1] + 15 + v[lane ^ 1] + 3;
    case 26: return v[2];
    case 27: return sum(v, quad, quad + 4) + (v[lane] ^ v[lane ^ 1]);
    case 28: return v[(lane + 1) % w];
    case 29: return lane == 0 ? 1u : 0u;
    case 30: return v[0];
    case 31: return sum(v, 0, lane + 1);
    case 32: return least(v, w) + most(v, w);
    case 33: return 2 * w <= items ? in[lane + w] : own;
    case 34: return 1;
    default: return own + 7;
    }
}

static const char others[] = " -Dlo=@ -Dhi=@ -Di=@ -Dn=@ -Df=@ -DT=@ -DN=@ -Ds0=@ -Ds1=@";

static void check_part(const ops_place *place, const char *given, const xl_header_use *use, uint32_t items,
                       int part) {
    static const int first[] = {0, 14, 24, ROWS};
    static uint32_t in[MOST], out[ROWS * MOST];
    const uint32_t w = (uint32_t)use->width;
    char options[4096 + 192];
    snprintf(options, sizeof options, "%s -DPART=%d%s", given, part, others);
    for (uint32_t i = 0; i < items; i++) in[i] = (i * i * 7 + 3 * i + 1) % 9973;
    cl_program program = build(place, options);
    run(place, program, in, out, items);
    clReleaseProgram(program);
    for (int k = first[part]; k < first[part + 1]; k++)
        for (uint32_t i = 0; i < items; i++) {
            const uint32_t wants = expected(k, in, in + i / w * w, w, i % w, items),
                           got = out[(uint32_t)k * items + i];
            ck_assert_msg(got == wants, "%s, backend %s, %u lanes: row %d, item %u: %u instead of %u",
                          place->device->facts.name, use->backend, w, k, i, got, wants);
        }
}

static void check(const ops_place *place, const char *backend, int width, int groups) {
    char options[4096 + 64];
    xl_header_use use;
    xl_error error = {.text = ""};
    const uint32_t items = (uint32_t)(width * groups);
    ck_assert_msg(xl_header_options(place->device, backend, width, 1, &use, &error) == XL_SUCCESS, "%s",
                  error.text);
    snprintf(options, sizeof options, "%s -DSG_GROUP_SIZE=%u", use.options, items);
    for (int part = 0; part < 3; part++) check_part(place, options, &use, items, part);
}

TEST(test_emulated_names) {
    for (int i = 0; i < ops_place_count; i++) {
        check(&ops_places[i], "local", 4, 2);
        check(&ops_places[i], "local", 16, 3);
        check(&ops_places[i], "local", 64, 1);
    }
}
