/* Inputs and reference of exposure. */
#include "../common/fused_host.h"
#include "../common/rounding_host.h"
#include "cases/case.h"
#include "cases/inputs.h"
#include "exposure_host.h"
#include <math.h>
#include <stdlib.h>

enum { IMAGE, EXPOSED, FACTOR, COUNTS }; /* indices in the table */

/* scene: a dark room with a bright window. dark: all below the range. flat: one luminance. special: NaN,
   infinities, negative values, tiny values. bits: any bit pattern. edges: grey values on edges of buckets and
   next to them. */
static uint32_t image_bits(const tool_element *e) {
    const double *const value = e->problem->value;
    const uint64_t channels = (uint64_t)value[EXPOSURE_CHANNELS], pixel = e->i / channels;
    const uint64_t width = (uint64_t)value[EXPOSURE_WIDTH], x = pixel % (width ? width : 1);
    const uint32_t any = tool_any(e, 0), whole = tool_random_at(e->seed, 1, pixel);
    const float unit = (float)(any >> 8) * 0x1p-24F;
    if (tool_is(e, "bits")) return any;
    if (tool_is(e, "flat")) return xl__float_bits(0.25F);
    if (tool_is(e, "dark")) return xl__float_bits(unit * 0x1p-80F);
    if (tool_is(e, "special") && any % 3 == 0) return tool_special_bits(XL_F32, 0, any >> 2);
    if (tool_is(e, "edges")) {
        const histogram_range range = xl__exposure_range(e->problem);
        const uint64_t key = xl__histogram_edge(&range, whole % (range.buckets + 1)) + whole / 65536 % 3 - 1;
        return xl__float_bits(xl__key_float((uint32_t)key));
    }
    const float light =
        4 * x > 3 * width ? 2.0F + 2.0F * unit : 0.02F + 0.1F * (float)(whole >> 8) * 0x1p-24F;
    return xl__float_bits(light * (0.5F + 0.5F * unit));
}

/* ---- reference -------------------------------------------------------------------------------- */

static float without_tiny(float v) {
    return fabsf(v) < 0x1p-100F ? 0.0F : v;
}

/* As the kernels define it: three rounded steps. */
static float luminance_of(const float *pixel, size_t channels) {
    if (channels < 3) return pixel[0];
    const float blue = without_tiny(pixel[2]) * 0.0722F;
    return fused_float(without_tiny(pixel[0]), 0.2126F, fused_float(without_tiny(pixel[1]), 0.7152F, blue));
}

/* The last edge at or below the luminance; the ends take what lies outside. */
static uint32_t search_bucket(const uint64_t *edges, uint32_t buckets, float luminance) {
    const uint32_t key = xl__float_key(luminance);
    uint32_t low = 0, high = buckets - 1;
    while (low < high) {
        const uint32_t middle = high - (high - low) / 2;
        if (edges[middle] <= key)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* Computes the mean over the kept pixels in double, with the errors of the kernels' floats. */
static rounded exposure_of(const xl__problem *problem, const uint32_t *counts) {
    uint64_t total = 0, at = 0, kept = 0, sum = 0;
    const uint32_t buckets = (uint32_t)problem->value[EXPOSURE_BUCKETS];
    for (uint32_t b = 0; b < buckets; b++) total += counts[b];
    const uint64_t dark = total * xl__exposure_cut(problem, EXPOSURE_DARK) >> 32;
    const uint64_t end = total - (total * xl__exposure_cut(problem, EXPOSURE_BRIGHT) >> 32);
    for (uint32_t b = 0; b < buckets; at += counts[b++]) {
        const uint64_t from = at > dark ? at : dark, to = at + counts[b] < end ? at + counts[b] : end;
        kept += to > from ? to - from : 0;
        sum += to > from ? (to - from) * (2 * b + 1) : 0;
    }
    if (kept == 0) return (rounded){1.0, 0.0};
    const rounded mean =
        rounded_divide(rounded_result((double)sum, 0.0, 1.0), rounded_result((double)kept, 0.0, 1.0));
    const rounded step = rounded_result(xl__exposure_step(problem), 0.0, 1.0),
                  start = rounded_result(xl__exposure_start(problem), 0.0, 1.0);
    const rounded exponent = rounded_subtract(start, rounded_multiply(mean, step));
    const double value = exp2(exponent.value);
    return rounded_result(value, value * expm1(0.6932 * exponent.error), 6.0); /* exp2: 3 ulp */
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const histogram_range range = xl__exposure_range(problem);
    const size_t channels = (size_t)problem->value[EXPOSURE_CHANNELS], values = data->elements[IMAGE];
    const float *const image = data->in[IMAGE].data;
    uint32_t *const counts = data->expected[COUNTS].exact;
    uint64_t *const edges = calloc(range.buckets + 1u, sizeof *edges);
    if (!edges) return xl__fail(error, XL_NO_MEMORY, "exposure: no memory for the reference");
    for (uint32_t b = 0; b <= range.buckets; b++) edges[b] = xl__histogram_edge(&range, b);
    for (size_t i = 0; i + channels <= values; i += channels) {
        const float luminance = luminance_of(image + i, channels);
        if (!isnan(luminance)) counts[search_bucket(edges, range.buckets, luminance)]++;
    }
    free(edges);
    const rounded factor = exposure_of(problem, counts);
    rounded_expect(factor, data->expected[FACTOR].value, data->expected[FACTOR].allowed);
    for (size_t i = 0; i < values; i++) {
        const bool alpha = channels % 2 == 0 && i % channels == channels - 1;
        const bool finite = isfinite(image[i]);
        rounded out = {(double)image[i], alpha && fabsf(image[i]) < FLT_MIN ? (double)FLT_MIN : 0.0};
        if (!alpha && finite) out = rounded_multiply(rounded_result((double)image[i], 0.0, 0.0), factor);
        tool_expect_near(&data->expected[EXPOSED], i, out.value, finite ? rounded_bound(out) : 0.0);
    }
    return XL_SUCCESS;
}

const tool_case tool_case_exposure = {
    .algorithm = &xl__algorithm_exposure,
    .distributions = TOOL_TEXTS("scene"),
    .edges = TOOL_TEXTS("special", "bits", "flat", "dark", "edges"),
    .verify_base = "width=43 height=29",
    .verify_settings = TOOL_TEXTS("", "channels=4 buckets=65 log_least=-6 log_most=6 dark=0.1 bright=0.3",
                                  "channels=1 buckets=1000 dark=0 bright=0",
                                  "channels=2 buckets=2 dark=0.9 bright=0.05 key=0.5"),
    .bench_settings = TOOL_TEXTS("width=1920 height=1080", "width=3840 height=2160"),
    .inputs = (const tool_input[]){{"image", .bits = image_bits}, {0}},
    .reference = reference,
};
