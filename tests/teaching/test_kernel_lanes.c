/* Numbers of lanes that a kernel's text has as constants. */
#include "hints/kernel_lanes.h"
#include "support/suite.h"
#include <stdio.h>

static const struct {
    const char *value, *text;
    unsigned lanes; /* 0: none */
} kernels[] = {
    {"i % 32", "% 32", 32},
    {"i / 64u", "/ 64u", 64},
    {"sg_lane(sg) & 31", "& 31", 32},
    {"lane == 31", "== 31", 32},
    {"(i + 1) % 16", "% 16", 16},
    {"i % 8", "", 0},
    {"i % SG_WIDTH", "", 0},
    {"x[i] % 32", "", 0},
    {"i % 33", "", 0},
    {"i + 32", "", 0},
    {"0 /* i % 32 */", "", 0},
    {"get_group_id(0) * 32", "* 32", 32},
    {"sg_ballot(sg, 1) == 0xffffffffu", "== 0xffffffffu", 32},
};

EACH_TEST(a_number_of_lanes, kernels) {
    char text[256];
    tool_fixed_lanes found = {.lanes = 0};
    snprintf(text, sizeof text,
             "SG_KERNEL void other(uint n) { y[0] = n %% 64; }\nSG_KERNEL void mine(uint n) {\n"
             "y[i] = %s;\n}\n",
             kernels[_i].value);
    const bool is = tool_kernel_lanes(text, "mine", 8, &found);
    ck_assert_msg(is == (kernels[_i].lanes > 0) && found.lanes == kernels[_i].lanes, "%u: %s", found.lanes,
                  text);
    ck_assert_str_eq(found.text, kernels[_i].text);
    if (is) ck_assert_uint_eq(found.line, 3);
}
