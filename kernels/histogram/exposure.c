/* exposure.c - the table of exposure: a picture exposed by its histogram of luminance (README.md). */
#include "exposure_host.h"
#include <math.h>

#define MOST_SIDE 65535.0 /* the number of pixels fits into 32 bits */
#define EXPONENT .kind = XL__REAL, .least = -64, .most = 64
#define SHARE .kind = XL__REAL, .least = 0, .most = 1

static const xl__param params[] = {
    XL__SIZE_PARAM("width", 1920, MOST_SIDE, "pixels", "of the picture"),
    XL__SIZE_PARAM("height", 1080, MOST_SIDE, "pixels", "of the picture"),
    XL__PROBLEM_PARAM("channels", 3, 1, 4, NULL, "1 grey, 3 colour; 2 and 4: the last one is alpha"),
    XL__PROBLEM_PARAM("buckets", 256, 2, 4096, "buckets", "of the histogram"),
    {.name = "log_least", EXPONENT, .initial = -10, .help = "log2 of the luminance where buckets begin"},
    {.name = "log_most", EXPONENT, .initial = 2, .help = "log2 of the luminance where buckets end"},
    {.name = "dark", SHARE, .initial = 0.5, .help = "share of the pixels that is left out as darkest"},
    {.name = "bright", SHARE, .initial = 0.02, .help = "share of the pixels that is left out as brightest"},
    {.name = "key",
     .kind = XL__REAL,
     .least = 0x1p-16,
     .most = 0x1p16,
     .initial = 0.18,
     .help = "luminance that the mean of the rest gets"},
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

static int prepare_dark(xl__prepare *p) {
    if (xl__exposure_cut(p->problem, EXPOSURE_DARK) == 0)
        return xl__fail(p->error, XL_UNSUPPORTED, "shows if a share of the darkest is left out");
    return prepare(p);
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
#define LOOP                                                                                                 \
    { .kernel = "histogram_exposure_loop", .args = "counts, factor, float start, float step", .items = "1" }
#define LANES                                                                                                \
    { XL__PASS("histogram_exposure_lanes", "counts, factor, float start, float step", "1") }
#define APPLY                                                                                                \
    {                                                                                                        \
        .kernel = "histogram_exposure_apply", .args = "image, factor, exposed, ulong pixels * channels",     \
        .items = "pixels * channels"                                                                         \
    }
#define LOCAL ", local uint buckets"
#define COMMON .tuning = "group", .defines = "SAMPLE_BITS=32, SAMPLE_FLOAT=1, FUNCTION=2"
#define BY_LANES(more)                                                                                       \
    .flow = XL__GROUP_UNIFORM,                                                                               \
    .ops = "scan_exclusive_add:u32 shuffle_up:u32 reduce_add:u32 shuffle_xor:u32" more
#define RIGHT(word, what) .prepare = prepare, COMMON, XL__KERNEL(word, what, "histogram/exposure.cl")
/* Planted: local with an edit. */
#define EDITED(word, bug, ...)                                                                               \
    COMMON, XL__EDITED(word, bug, "histogram/exposure.cl", __VA_ARGS__), BY_LANES(""),                       \
        XL__PASSES(COUNT("histogram_exposure_local", LOCAL), LANES, APPLY)

#define CHANGED(...) .prepare = prepare, EDITED(__VA_ARGS__)

static const xl__strategy strategies[] = {
    {RIGHT("global", "counts in global memory; one work-item finds the exposure"),
     XL__PASSES(COUNT("histogram_exposure_global", ""), LOOP, APPLY)},
    {RIGHT("local", "work-groups count in local memory; a sub-group finds the exposure by a scan"),
     BY_LANES(""), XL__PASSES(COUNT("histogram_exposure_local", LOCAL), LANES, APPLY)},
    {RIGHT("match", "lanes with the same bucket add once; a sub-group finds the exposure by a scan"),
     BY_LANES(" ballot"), XL__PASSES(COUNT("histogram_exposure_match", ""), LANES, APPLY)},
    {.prepare = prepare_dark,
     EDITED("dark_kept", "the darkest pixels are not left out",
            {"const uint from = max(at, dark)", "const uint from = at"})},
    {CHANGED(
        "lower_edge", "a bucket stands for its lower edge, not for its middle",
        {"sum += (ulong)both * (2 * b + 1);\n        at += counts[b];\n    }\n    SG_SHOW(sg, \"own\", own);",
         "sum += (ulong)both * (2 * b);\n        at += counts[b];\n    }\n    SG_SHOW(sg, \"own\", own);"})},
    {CHANGED("own_twice", "a lane's own pixels count as darker ones",
             {"sg_scan_exclusive_add(sg, own)", "sg_scan_inclusive_add(sg, own)"})},
    {CHANGED("range_only", "pixels outside the range of the buckets are not counted",
             {"return key < (uint)FIRST_KEY ? 0u : key > (uint)LAST_KEY ? BUCKETS - 1u : bucket_of",
              "return key < (uint)FIRST_KEY || key > (uint)LAST_KEY ? NO_BUCKET : bucket_of"})},
    {CHANGED("nan_counted", "NaN counts as a dark pixel",
             {"return NO_BUCKET;\n    const uint key = key_of(luminance)",
              "return 0u;\n    const uint key = key_of(luminance)"})},
    {CHANGED("alpha_exposed", "alpha is multiplied too",
             {"const bool alpha = CHANNELS % 2 == 0 &&", "const bool alpha = false &&"}),
     .needs = "channels == 2 || channels == 4", .why = "shows if there is an alpha channel"},
};

const xl__algorithm xl__algorithm_exposure = {
    .name = "exposure",
    .folder = "histogram",
    .help = "exposes a picture by its histogram of luminance",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .shape = {"width", "height"},
    .automatic = "local",
    .check = check,
    .cost = {.bytes = "8 * pixels * channels",
             .operations = "pixels * (channels + 5)",
             .work_items = "pixels > 0 ? count_groups * group : 0",
             .steps = "blocks(pixels, max(1, count_groups * group))"},
};
