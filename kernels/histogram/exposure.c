/* The table of exposure (README.md). */
#include "exposure_host.h"
#include <math.h>

#define MOST_SIDE 65535.0    /* the number of pixels fits into 32 bits */
#define MOST_SHARE 0x3ffp-10 /* some pixels are left */

static const xl__param params[] = {
    XL__SIZE_PARAM("width", 1920, MOST_SIDE, "pixels", "of the picture"),
    XL__SIZE_PARAM("height", 1080, MOST_SIDE, "pixels", "of the picture"),
    XL__PROBLEM_PARAM("channels", 3, 1, 4, NULL, "1 grey, 3 colour; 2 and 4: the last one is alpha"),
    XL__PROBLEM_PARAM("buckets", 256, 2, 4096, "buckets", "of the histogram"),
    {XL__NUMBER(XL__PROBLEM, "log_least", -10, -64, 63, NULL, "log2 of the luminance where buckets begin"),
     .kind = XL__REAL},
    {XL__NUMBER(XL__PROBLEM, "log_most", 2, -63, 64, NULL, "log2 of the luminance where buckets end"),
     .kind = XL__REAL},
    {XL__NUMBER(XL__PROBLEM, "dark", 0.5, 0, MOST_SHARE, NULL,
                "share of the pixels that is left out as darkest"),
     .kind = XL__REAL},
    {XL__NUMBER(XL__PROBLEM, "bright", 0.02, 0, MOST_SHARE, NULL,
                "share of the pixels that is left out as brightest"),
     .kind = XL__REAL},
    {XL__NUMBER(XL__PROBLEM, "key", 0.18, 0x1p-16, 0x1p16, NULL, "luminance that the mean of the rest gets"),
     .kind = XL__REAL},
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("image", XL_F32), .shape = {"height", "width", "channels"}, .picture = XL__PIXELS,
     .help = "the picture, linear"},
    {XL__OUTPUT("exposed", XL_F32), .shape = {"height", "width", "channels"}, .picture = XL__PIXELS,
     .help = "the picture times the exposure; alpha as it was"},
    {XL__OUTPUT("factor", XL_F32), .shape = {"1"}, .help = "the exposure"},
    {XL__OUTPUT("counts", XL_U32), .shape = {"buckets"}, .help = "pixels in each bucket of log2 luminance"},
};

static int check(xl__problem *problem, xl_error *error) {
    const double *const value = problem->value;
    if (!(value[EXPOSURE_LOG_MOST] - value[EXPOSURE_LOG_LEAST] >= 0.01))
        return xl__fail(error, XL_BAD_VALUE, "exposure: log_most=%g is less than 0.01 above log_least=%g",
                        value[EXPOSURE_LOG_MOST], value[EXPOSURE_LOG_LEAST]);
    if (xl__exposure_cut(problem, EXPOSURE_DARK) + xl__exposure_cut(problem, EXPOSURE_BRIGHT) >= UINT64_C(1)
                                                                                                     << 32)
        return xl__fail(error, XL_BAD_VALUE,
                        "exposure: dark=%g and bright=%g leave no pixels; lower one of them",
                        value[EXPOSURE_DARK], value[EXPOSURE_BRIGHT]);
    return XL_SUCCESS;
}

static int make_edges(const xl__problem *problem, void *data, size_t bytes, xl_error *error) {
    const histogram_range range = xl__exposure_range(problem);
    return xl__histogram_make_edges(&range, data, bytes, error);
}

static int prepare(xl__prepare *p) {
    const histogram_range range = xl__exposure_range(p->problem);
    xl__histogram_define(p, &range);
    xl__define(p, "DARK_CUT", (long long)xl__exposure_cut(p->problem, EXPOSURE_DARK));
    xl__define(p, "BRIGHT_CUT", (long long)xl__exposure_cut(p->problem, EXPOSURE_BRIGHT));
    return XL_SUCCESS;
}

double xl__exposure_start(const xl__problem *problem) {
    return log2(problem->value[EXPOSURE_KEY]) - problem->value[EXPOSURE_LOG_LEAST];
}

static const xl__size sizes[] = {
    {.name = "pixels", .is = "width * height"},
    {.name = "start", .real = xl__exposure_start},
    {.name = "step", .real = xl__exposure_step},
    /* Enough work-groups to fill the device, limited by the work. */
    {.name = "count_groups", .is = "min(blocks(pixels, group), (cpu ? 4 : max(1, 2048 / group)) * units)"},
    {0},
};

static const xl__area areas[] = {
    {.name = "edges", .type = "uint", .count = "buckets + 1", .make = make_edges}, {0}};

#define COUNT(kernel_name, local_args)                                                                       \
    {.fill = "counts"}, {                                                                                    \
        XL__PASS(kernel_name, "image, counts, edges, uint pixels" local_args, "count_groups")                \
    }
#define COMMON .prepare = prepare, .tuning = "group", .defines = "SAMPLE_BITS=32, SAMPLE_FLOAT=1, FUNCTION=2"
#define LANES                                                                                                \
    { XL__PASS("histogram_exposure_lanes", "counts, factor, float start, float step", "1") }
#define APPLY                                                                                                \
    {                                                                                                        \
        .kernel = "histogram_exposure_apply", .args = "image, factor, exposed, ulong pixels * channels",     \
        .items = "pixels * channels"                                                                         \
    }
#define LANES_OPS "scan_exclusive_add:u32 shuffle_up:u32 reduce_add:u32 shuffle_xor:u32"

static const xl__strategy strategies[] = {
    {XL__KERNEL("global", "counts in global memory; one work-item finds the exposure",
                "histogram/exposure.cl"),
     COMMON,
     XL__PASSES(COUNT("histogram_exposure_global", ""),
                {.kernel = "histogram_exposure_loop",
                 .args = "counts, factor, float start, float step",
                 .items = "1"},
                APPLY)},
    {XL__KERNEL("local", "work-groups count in local memory; a sub-group finds the exposure by a scan",
                "histogram/exposure.cl"),
     COMMON, .flow = XL__GROUP_UNIFORM, .ops = LANES_OPS,
     XL__PASSES(COUNT("histogram_exposure_local", ", local uint buckets"), LANES, APPLY)},
    {XL__KERNEL("match", "lanes with the same bucket add once; a sub-group finds the exposure by a scan",
                "histogram/exposure.cl"),
     COMMON, .flow = XL__GROUP_UNIFORM, .ops = LANES_OPS " ballot",
     XL__PASSES(COUNT("histogram_exposure_match", ""), LANES, APPLY)},
};

extern const xl__strategy xl__planted_exposure[];

const xl__algorithm xl__algorithm_exposure = {
    .name = "exposure",
    .folder = "histogram",
    .help = "exposes a picture by its histogram of luminance",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_exposure,
    .shape = {"width", "height"},
    .automatic = "local",
    .check = check,
    .cost = {.bytes = "8 * pixels * channels",
             .operations = "pixels * (channels + 5)",
             .work_items = "pixels > 0 ? count_groups * group : 0",
             .steps = "blocks(pixels, max(1, count_groups * group))"},
};
