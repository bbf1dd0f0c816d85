#pragma once

#include "crosslane_normal24.h"
#include "support/place.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const normal24_forms[] = {"unorm24", "sign25",        "snorm24", "half11",
                                             "bfloat8", "depth_stencil", "half3",   "half3_open"};

/* Returns how many values it decoded. */
static inline int normal24_host(int form, const float *x, uint8_t stencil, uint32_t *code, float *value) {
    switch (form) {
    case 0: *code = xl_unorm24_encode(*x), *value = xl_unorm24_decode(*code); return 1;
    case 1: *code = xl_sign25_encode(*x), *value = xl_sign25_decode(*code); return 1;
    case 2: *code = xl_snorm24_encode(*x), *value = xl_snorm24_decode(*code); return 1;
    case 3: *code = xl_half11_encode(*x), *value = xl_half11_decode(*code); return 1;
    case 4: *code = xl_bfloat8_encode(*x), *value = xl_bfloat8_decode(*code); return 1;
    case 5:
        *code = xl_depth_stencil_encode(*x, stencil), *value = xl_depth_stencil_decode(*code);
        ck_assert_uint_eq(xl_depth_stencil_stencil(*code), stencil);
        return 1;
    case 6: *code = xl_half3_encode(x[0], x[1], x[2]), xl_half3_decode(*code, value); return 3;
    default: *code = xl_half3_open_encode(x[0], x[1], x[2]), xl_half3_open_decode(*code, value); return 3;
    }
}

/* Encodes `words` words from the bits x; compares code and value. */
static inline void normal24_compare(xl_plan *plan, int form, const uint32_t *x, size_t words, cl_mem *buffers,
                                    uint32_t *code, uint32_t *value) {
    const int parts = form >= 6 ? 3 : 1;
    uint8_t *const stencil = (uint8_t *)(value + 3 * words);
    for (size_t i = 0; i < words; i++) stencil[i] = (uint8_t)(i * 7);
    const xl_array arrays[] = {
        {"x", buffers[0], 0}, {"code", buffers[1], 0}, {"value", buffers[2], 0}, {"stencil", buffers[3], 0}};
    const xl_launch launch = {.queue = place.queue, .arrays = arrays, .array_count = form == 5 ? 4 : 3};
    const size_t bytes = words * sizeof(uint32_t), all = bytes * (size_t)parts;
    xl_error error = {0};
    cl_int status = clEnqueueWriteBuffer(place.queue, buffers[0], CL_TRUE, 0, all, x, 0, NULL, NULL);
    status |= clEnqueueWriteBuffer(place.queue, buffers[3], CL_TRUE, 0, words, stencil, 0, NULL, NULL);
    ck_assert_int_eq(status, CL_SUCCESS);
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    status = clEnqueueReadBuffer(place.queue, buffers[1], CL_TRUE, 0, bytes, code, 0, NULL, NULL);
    status |= clEnqueueReadBuffer(place.queue, buffers[2], CL_TRUE, 0, all, value, 0, NULL, NULL);
    ck_assert_int_eq(status, CL_SUCCESS);
    for (size_t i = 0; i < words; i++) {
        float in[3], out[3];
        uint32_t word = 0;
        memcpy(in, x + i * (size_t)parts, sizeof(float) * (size_t)parts);
        const int values = normal24_host(form, in, stencil[i], &word, out);
        const bool same =
            word == code[i] && memcmp(out, value + i * (size_t)parts, sizeof(float) * (size_t)values) == 0;
        if (!same)
            ck_abort_msg("%s of %#x: %#x by the header, %#x by the kernel", normal24_forms[form],
                         x[i * (size_t)parts], word, code[i]);
    }
}

static inline void normal24_walk(int form, uint64_t first, uint64_t step) {
    enum { WORDS = 1 << 18 };
    const int parts = form >= 6 ? 3 : 1;
    char settings[64];
    snprintf(settings, sizeof settings, "n=%d form=%s", WORDS, normal24_forms[form]);
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {.algorithm = "normal24", .strategy = "add", .settings = settings};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    uint32_t *const x = calloc(3 * WORDS, 4), *const code = calloc(WORDS, 4),
                    *const value = calloc(4 * WORDS, 4);
    ck_assert(x && code && value);
    cl_mem buffers[4];
    for (int b = 0; b < 4; b++) buffers[b] = sample_buffer(&place, 3 * WORDS, NULL);
    for (uint64_t bits = first; bits <= UINT32_MAX; bits += step * WORDS) {
        for (uint64_t i = 0; i < WORDS; i++)
            for (int c = 0; c < parts; c++)
                x[i * (uint64_t)parts + (uint64_t)c] =
                    (uint32_t)(bits + i * step) ^ (c == 1 ? 0x80000000U : 0);
        normal24_compare(plan, form, x, WORDS, buffers, code, value);
    }
    for (int b = 0; b < 4; b++) clReleaseMemObject(buffers[b]);
    free(x);
    free(code);
    free(value);
    xl_plan_free(plan);
}
