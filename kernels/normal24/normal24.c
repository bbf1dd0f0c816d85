/* normal24.c - the table of normal24: floats in [0, 1] in fewer bits, including 1 (README.md). */
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

/* Components of a word if there are 3; otherwise 0, and arrays do not have this dimension. */
static const xl__size sizes[] = {{.name = "parts", .is = "form >= half3 ? 3 : 0", .may_drop = true}, {0}};

#define PASS(kernel_name)                                                                                    \
    .tuning = "group", XL__LAUNCH(kernel_name, "x, stencil, code, value, uint n", "blocks(n, group)")
#define RIGHT(word, what) XL__KERNEL(word, what, "normal24/normal24.cl"), PASS("normal24_" word)
/* Planted: add with an edit. */
#define CHANGED(word, bug, ...)                                                                              \
    XL__EDITED(word, bug, "normal24/normal24.cl", __VA_ARGS__), PASS("normal24_add")
#define IS_TWO "return sum >= base + 1.0f ?"
#define HAS_ONE .needs = "form != half3_open", .why = "half3_open has no 1 to lose"

static const xl__strategy strategies[] = {
    {RIGHT("add", "adds 1, then tests the sum for 2")},
    {RIGHT("subtract", "adds 1, then subtracts the bits of 1: no test")},
    {RIGHT("scale", "scaled and converted to a whole number")},
    {XL__KERNEL("exact", "from the float's bits by integers only: the reference of --exhaustive",
                "normal24/exact.cl"),
     PASS("normal24_exact")},
    {CHANGED("before", "published: the test for 1 comes before adding; 0x3f7fffff becomes 0",
             {IS_TWO, "return m >= 1.0f ?"})},
    {CHANGED("above_only", "clamps only above 1: -0.3 becomes 0.4, NaN 0.5",
             {"return m > 0.0f ? m : 0.0f;", "return m;"})},
    {CHANGED("cut", "the product is truncated, not rounded",
             {"add_encode(magnitude(x[i * PARTS + c]), bits_of(c))",
              "(uint)(fmin(magnitude(x[i * PARTS + c]), 1.0f) * (float)(1u << bits_of(c)))"})},
    {CHANGED("above_two", "the sum is tested for > 2, not >= 2", {IS_TWO, "return sum > base + 1.0f ?"})},
    {CHANGED("one_lost", "1 decodes to 0", {"if (steps >> bits) return 1.0f;", ""}), HAS_ONE},
};

const xl__algorithm xl__algorithm_normal24 = {
    .name = "normal24",
    .help = "stores floats in [0, 1] in 24 bits or fewer",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .shape = {"n"},
    /* Other forms take equally long. In these two forms subtract takes 0.85 to 0.95 of the time of add on a
       CPU whose compiler does not vectorise work-items, otherwise 1.05 to 1.3. */
    .automatic = "cpu && vectorises == 0 && (form == bfloat8 || form == depth_stencil) ? subtract : add",
    .cost = {.bytes = "n * (4 + 8 * max(1, parts))",
             .operations = "n * max(1, parts) * 4",
             .work_items = "round_up(n, group)",
             .steps = "max(1, parts)"},
};
