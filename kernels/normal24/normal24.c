/* The table of normal24 (README.md). */
#include "table/algorithm.h"

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16777216, 4294967295.0, "words", "words"),
    XL__CHOICE_PARAM("form", 7, "unorm24|sign25|snorm24|half11|bfloat8|depth_stencil|half3|half3_open",
                     "content of a word; README.md has the layouts"),
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("x", XL_F32), .shape = {"n", "parts"},
     .help =
         "in [0, 1], for signed forms [-1, 1]; clamped; NaN counts as 0; for half3 and half3_open [n, 3]"},
    {XL__INPUT("stencil", XL_U8), .direction = XL__IN_OPTIONAL, .shape = {"n"},
     .used = "form == depth_stencil", .help = "for depth_stencil: the low 8 bits; default 0"},
    {XL__OUTPUT("code", XL_U32), .shape = {"n"}, .help = "the words"},
    {XL__OUTPUT("value", XL_F32), .shape = {"n", "parts"}, .help = "the decoded words"},
};

/* The components of a word if there are 3; otherwise 0, and arrays lack this dimension. */
static const xl__size sizes[] = {{.name = "parts", .is = "form >= half3 ? 3 : 0", .may_drop = true}, {0}};

#define ARGS "x, stencil, code, value, uint n"

static const xl__strategy strategies[] = {
    {XL__KERNEL("add", "adds 1, then tests the sum for 2", "normal24/normal24.cl"), .tuning = "group",
     XL__LAUNCH("normal24_add", ARGS, "blocks(n, group)")},
    {XL__KERNEL("subtract", "adds 1, then subtracts the bits of 1: no test", "normal24/normal24.cl"),
     .tuning = "group", XL__LAUNCH("normal24_subtract", ARGS, "blocks(n, group)")},
    {XL__KERNEL("scale", "scaled and converted to a whole number", "normal24/normal24.cl"), .tuning = "group",
     XL__LAUNCH("normal24_scale", ARGS, "blocks(n, group)")},
    {XL__KERNEL("exact", "from the float's bits by integers only: the reference of --exhaustive",
                "normal24/exact.cl"),
     .tuning = "group", XL__LAUNCH("normal24_exact", ARGS, "blocks(n, group)")},
};

extern const xl__strategy xl__planted_normal24[];

const xl__algorithm xl__algorithm_normal24 = {
    .name = "normal24",
    .help = "stores floats in [0, 1] in 24 bits or fewer",
    XL__LISTS(params, arrays, strategies),
    .planted = xl__planted_normal24,
    .sizes = sizes,
    .shape = {"n"},
    /* In these two forms subtract takes 0.85 to 0.95 of the time of add on a CPU whose compiler does not
       vectorise work-items, otherwise 1.05 to 1.3; other forms are equal. */
    .automatic = "cpu && vectorises == 0 && (form == bfloat8 || form == depth_stencil) ? subtract : add",
    .cost = {.bytes = "n * (4 + 8 * max(1, parts))",
             .operations = "n * max(1, parts) * 4",
             .work_items = "round_up(n, group)",
             .steps = "max(1, parts)"},
};
