/* Mistakes planted in normal24, which verify must find. */
#include "table/algorithm.h"

const xl__strategy xl__planted_normal24[] = {
    {XL__CHANGED("before", "add", "published: the test for 1 comes before adding; 0x3f7fffff becomes 0",
                 {"return sum >= base + 1.0f ?", "return m >= 1.0f ?"})},
    {XL__CHANGED("above_only", "add", "clamps only above 1: -0.3 becomes 0.4, NaN 0.5",
                 {"return m > 0.0f ? m : 0.0f;", "return m;"})},
    {XL__CHANGED("cut", "add", "the product is truncated, not rounded",
                 {"add_encode(magnitude(x[i * PARTS + c]), bits_of(c))",
                  "(uint)(fmin(magnitude(x[i * PARTS + c]), 1.0f) * (float)(1u << bits_of(c)))"})},
    {XL__CHANGED("above_two", "add", "the sum is tested for > 2, not >= 2",
                 {"return sum >= base + 1.0f ?", "return sum > base + 1.0f ?"})},
    {XL__CHANGED("one_lost", "add", "1 decodes to 0", {"if (steps >> bits) return 1.0f;", ""}),
     .needs = "form != half3_open", .why = "half3_open has no 1 to lose"},
    {0},
};
