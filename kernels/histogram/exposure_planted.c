/* Mistakes planted in exposure, which verify must find. */
#include "exposure_host.h"

static int dark_shows(xl__prepare *p) {
    if (xl__exposure_cut(p->problem, EXPOSURE_DARK) == 0)
        return xl__fail(p->error, XL_UNSUPPORTED, "shows if a share of the darkest is left out");
    return XL_SUCCESS;
}

const xl__strategy xl__planted_exposure[] = {
    {XL__CHANGED("dark_kept", "local", "the darkest pixels are not left out",
                 {"const uint from = max(at, dark)", "const uint from = at"}),
     .shows = dark_shows},
    {XL__CHANGED(
        "lower_edge", "local", "a bucket stands for its lower edge, not for its middle",
        {"sum += (ulong)both * (2 * b + 1);\n        at += counts[b];\n    }\n    SG_SHOW(sg, \"own\", own);",
         "sum += (ulong)both * (2 * b);\n        at += counts[b];\n    }\n    SG_SHOW(sg, \"own\", own);"})},
    {XL__CHANGED("own_twice", "local", "a lane's own pixels count as darker ones",
                 {"sg_scan_exclusive_add(sg, own)", "sg_scan_inclusive_add(sg, own)"})},
    {XL__CHANGED("range_only", "local", "pixels outside the range of the buckets are not counted",
                 {"return key < (uint)FIRST_KEY ? 0u : key > (uint)LAST_KEY ? BUCKETS - 1u : bucket_of",
                  "return key < (uint)FIRST_KEY || key > (uint)LAST_KEY ? NO_BUCKET : bucket_of"})},
    {XL__CHANGED("nan_counted", "local", "NaN counts as a dark pixel",
                 {"return NO_BUCKET;\n    const uint key = key_of(luminance)",
                  "return 0u;\n    const uint key = key_of(luminance)"})},
    {XL__CHANGED("alpha_exposed", "local", "alpha is multiplied too",
                 {"const bool alpha = CHANNELS % 2 == 0 &&", "const bool alpha = false &&"}),
     .needs = "channels == 2 || channels == 4", .why = "shows if there is an alpha channel"},
    {0},
};
