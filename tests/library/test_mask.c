/* The reference of the sub-group operations against values by hand, and their table against the layer's text.
 */
#include "support/suite.h"
#include "ops/ops.h"
#include "program/source.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static uint64_t answers[XL__OP_LANES * 4];
static double allowed[XL__OP_LANES * 4];

static void ask(const char *op, xl__op_type type, int width, const uint64_t *bits, const uint32_t *args) {
    const xl__op *found = xl__op_find(op);
    ck_assert_msg(found != NULL, "%s", op);
    const xl__op_case c = {width, type, bits, args};
    xl__op_expect(found, &c, answers, allowed);
}

GROUP("reference of the operations");

TEST(test_ballot_of_128_lanes_has_four_words) {
    uint64_t bits[128] = {0};
    uint32_t args[128] = {0};
    args[0] = args[33] = args[64] = args[127] = 7;
    ask("ballot", XL__OP_UINT, 128, bits, args);
    ck_assert_uint_eq(answers[0], 1);
    ck_assert_uint_eq(answers[1], 2);
    ck_assert_uint_eq(answers[2], 1);
    ck_assert_uint_eq(answers[3], 0x80000000u);
    ask("mask_count", XL__OP_UINT, 128, bits, args);
    ck_assert_uint_eq(answers[5], 4);
    ask("first", XL__OP_UINT, 128, bits, args);
    ck_assert_uint_eq(answers[0], 0);
    ask("last", XL__OP_UINT, 128, bits, args);
    ck_assert_uint_eq(answers[0], 127);
}

TEST(test_counts_around_a_lane) {
    const uint64_t asked[4] = {0, 1, 2, 3};
    const uint32_t args[4] = {1, 0, 1, 1};
    const uint64_t below[4] = {0, 1, 1, 2}, to[4] = {1, 1, 2, 3};
    ask("mask_count_below", XL__OP_UINT, 4, asked, args);
    ck_assert_mem_eq(answers, below, sizeof below);
    ask("mask_count_to", XL__OP_UINT, 4, asked, args);
    ck_assert_mem_eq(answers, to, sizeof to);
}

TEST(test_no_lane_is_the_width) {
    const uint64_t bits[8] = {5, 6, 7, 8, 9, 10, 11, 12};
    const uint32_t args[8] = {0};
    ask("first", XL__OP_UINT, 8, bits, args);
    ck_assert_uint_eq(answers[3], 8);
    ask("last", XL__OP_UINT, 8, bits, args);
    ck_assert_uint_eq(answers[3], 8);
    ask("elect", XL__OP_UINT, 8, bits, args);
    for (int lane = 0; lane < 8; lane++) ck_assert_uint_eq(answers[lane], 0);
    ask("broadcast_last", XL__OP_UINT, 8, bits, args);
    ck_assert_uint_eq(answers[7], 5);
}

TEST(test_lanes_from_the_width_on) {
    const uint64_t asked[4] = {3, 4, 5, 0xffffffffu};
    const uint32_t args[4] = {1, 0, 1, 1};
    const uint64_t bit[4] = {1, 0, 0, 0}, below[4] = {2, 3, 3, 3}, to[4] = {3, 3, 3, 3};
    ask("mask_bit", XL__OP_UINT, 4, asked, args);
    ck_assert_mem_eq(answers, bit, sizeof bit);
    ask("mask_count_below", XL__OP_UINT, 4, asked, args);
    ck_assert_mem_eq(answers, below, sizeof below);
    ask("mask_count_to", XL__OP_UINT, 4, asked, args);
    ck_assert_mem_eq(answers, to, sizeof to);
    ask("mask_lane", XL__OP_UINT, 4, asked, args);
    ck_assert(answers[0] == 8 && answers[4] == 0 && answers[8] == 0 && answers[12] == 0);
    ask("mask_below", XL__OP_UINT, 4, asked, args);
    ck_assert(answers[0] == 7 && answers[4] == 15 && answers[8] == 15 && answers[12] == 15);
}

TEST(test_nan_in_reductions) {
    const double values[8] = {1, 5, 3, (double)NAN, 7, 6, 9, 8};
    const uint32_t args[8] = {0};
    uint64_t bits[8], alone[2] = {xl__op_bits(XL__OP_FLOAT, values[3]), xl__op_bits(XL__OP_FLOAT, values[3])};
    for (int i = 0; i < 8; i++) bits[i] = xl__op_bits(XL__OP_FLOAT, values[i]);
    ask("scan_exclusive_min", XL__OP_FLOAT, 8, bits, args);
    ck_assert_uint_eq(answers[0], 0x7f800000u);
    for (int i = 1; i < 8; i++) ck_assert(xl__op_value(XL__OP_FLOAT, answers[i]) == 1.0);
    ask("reduce_max", XL__OP_FLOAT, 2, alone, args);
    ck_assert_uint_eq(answers[0], 0xff800000u);
    const xl__op *sum = xl__op_find("scan_inclusive_add");
    ask("scan_inclusive_add", XL__OP_FLOAT, 8, bits, args);
    ck_assert(xl__op_value(XL__OP_FLOAT, answers[2]) == 9.0);
    ck_assert(isnan(xl__op_value(XL__OP_FLOAT, answers[7])) && allowed[7] == 0.0);
    ck_assert(xl__op_right(sum, XL__OP_FLOAT, answers[7], 0xffc00001u, allowed[7]));
    ck_assert(!xl__op_right(sum, XL__OP_FLOAT, answers[7], bits[0], allowed[7]));
    ck_assert(!xl__op_right(xl__op_find("shuffle"), XL__OP_FLOAT, answers[7], answers[7] + 1, 0.0));
}

TEST(test_moves_at_the_ends) {
    const uint64_t bits[4] = {10, 11, 12, 13};
    const uint32_t two[4] = {2, 2, 2, 2};
    const uint64_t up[4] = {10, 11, 10, 11}, down[4] = {12, 13, 12, 13}, rotated[4] = {12, 13, 10, 11};
    ask("shuffle_up", XL__OP_UINT, 4, bits, two);
    ck_assert_mem_eq(answers, up, sizeof up);
    ask("shuffle_down", XL__OP_UINT, 4, bits, two);
    ck_assert_mem_eq(answers, down, sizeof down);
    ask("rotate", XL__OP_UINT, 4, bits, two);
    ck_assert_mem_eq(answers, rotated, sizeof rotated);
    const uint64_t x[4] = {11, 10, 13, 12}, y[4] = {12, 13, 10, 11}, diagonal[4] = {13, 12, 11, 10};
    ask("quad_swap_x", XL__OP_UINT, 4, bits, two);
    ck_assert_mem_eq(answers, x, sizeof x);
    ask("quad_swap_y", XL__OP_UINT, 4, bits, two);
    ck_assert_mem_eq(answers, y, sizeof y);
    ask("quad_swap_diagonal", XL__OP_UINT, 4, bits, two);
    ck_assert_mem_eq(answers, diagonal, sizeof diagonal);
}

TEST(test_integers_wrap_and_compare_by_sign) {
    const uint64_t bits[4] = {0xffffffffu, 2, 0x80000000u, 3};
    const uint32_t args[4] = {2, 2, 2, 2};
    ask("reduce_add", XL__OP_INT, 4, bits, args);
    ck_assert_uint_eq(answers[0], 0x80000004u);
    ask("reduce_min", XL__OP_INT, 4, bits, args);
    ck_assert_uint_eq(answers[0], 0x80000000u);
    ask("reduce_min", XL__OP_UINT, 4, bits, args);
    ck_assert_uint_eq(answers[0], 2);
    ask("scan_exclusive_max", XL__OP_INT, 4, bits, args);
    ck_assert_uint_eq(answers[0], 0x80000000u);
    ck_assert_uint_eq(answers[1], 0xffffffffu);
    ck_assert_uint_eq(answers[2], 2);
    ask("cluster_scan_exclusive_mul", XL__OP_LONG, 4, bits, args);
    ck_assert_uint_eq(answers[0], 1);
    ck_assert_uint_eq(answers[1], 0xffffffffu);
    ck_assert_uint_eq(answers[2], 1);
    ck_assert_uint_eq(answers[3], 0x80000000u);
}

TEST(test_float_products_with_a_zero) {
    uint64_t bits[4];
    const double values[4] = {0.5, 0.0, 3.0, 0.1};
    for (int i = 0; i < 4; i++) bits[i] = xl__op_bits(XL__OP_FLOAT, values[i]);
    const uint32_t args[4] = {0};
    ask("scan_exclusive_mul", XL__OP_FLOAT, 4, bits, args);
    ck_assert(xl__op_value(XL__OP_FLOAT, answers[0]) == 1.0);
    ck_assert(xl__op_value(XL__OP_FLOAT, answers[1]) == 0.5);
    ck_assert(xl__op_value(XL__OP_FLOAT, answers[2]) == 0.0);
    ck_assert(xl__op_value(XL__OP_FLOAT, answers[3]) == 0.0);
    ck_assert(allowed[3] == 0.0);
}

TEST(test_tolerance_is_zero_where_sums_are_exact) {
    uint64_t whole[8], broken[8];
    const uint32_t args[8] = {0};
    for (int i = 0; i < 8; i++) {
        whole[i] = xl__op_bits(XL__OP_HALF, (double)i);
        broken[i] = xl__op_bits(XL__OP_HALF, 0.25 + i);
    }
    const xl__op *sum = xl__op_find("reduce_add");
    ask("reduce_add", XL__OP_HALF, 8, whole, args);
    ck_assert(allowed[0] == 0.0);
    ck_assert(xl__op_value(XL__OP_HALF, answers[0]) == 28.0);
    ck_assert(!xl__op_right(sum, XL__OP_HALF, answers[0], xl__op_bits(XL__OP_HALF, 27.0), allowed[0]));
    ask("reduce_add", XL__OP_HALF, 8, broken, args);
    ck_assert(allowed[0] > 0.0 &&
              allowed[0] < 0.5); /* below the smallest term, so that a lost lane is found */
}

TEST(test_bits_are_compared) {
    const uint64_t nan = xl__op_bits(XL__OP_FLOAT, (double)NAN);
    const uint64_t same[2] = {nan, nan};
    const uint64_t zeros[2] = {xl__op_bits(XL__OP_FLOAT, 0.0), xl__op_bits(XL__OP_FLOAT, -0.0)};
    const uint32_t args[2] = {0};
    ask("all_equal", XL__OP_FLOAT, 2, same, args);
    ck_assert_uint_eq(answers[0], 1);
    ask("all_equal", XL__OP_FLOAT, 2, zeros, args);
    ck_assert_uint_eq(answers[0], 0);
    ask("match_any", XL__OP_FLOAT, 2, zeros, args);
    ck_assert_uint_eq(answers[0], 1);
    ck_assert_uint_eq(answers[4], 2);
    /* The zero of a sum may have either sign; a moved zero keeps its sign. */
    ck_assert(xl__op_right(xl__op_find("reduce_add"), XL__OP_FLOAT, zeros[0], zeros[1], 0.0));
    ck_assert(!xl__op_right(xl__op_find("shuffle"), XL__OP_FLOAT, zeros[0], zeros[1], 0.0));
    ck_assert(!xl__op_right(xl__op_find("reduce_add"), XL__OP_FLOAT, zeros[0], nan, 1.0));
}

TEST(test_half_conversion_keeps_all_values) {
    for (uint64_t bits = 0; bits < 0x10000; bits++) {
        const double value = xl__op_value(XL__OP_HALF, bits);
        if (isnan(value))
            ck_assert(isnan(xl__op_value(XL__OP_HALF, xl__op_bits(XL__OP_HALF, value))));
        else
            ck_assert_uint_eq(xl__op_bits(XL__OP_HALF, value), bits);
    }
    ck_assert_uint_eq(xl__op_bits(XL__OP_HALF, 2049.0), 0x6800); /* halfway, to even */
    ck_assert_uint_eq(xl__op_bits(XL__OP_HALF, 2051.0), 0x6802);
    ck_assert_uint_eq(xl__op_bits(XL__OP_HALF, 65519.0), 0x7bff);
    ck_assert_uint_eq(xl__op_bits(XL__OP_HALF, 65520.0), 0x7c00);
    ck_assert_uint_eq(xl__op_bits(XL__OP_HALF, ldexp(1.0, -25)), 0);
    ck_assert_uint_eq(xl__op_bits(XL__OP_HALF, ldexp(1.5, -25)), 1);
}

GROUP("table of the operations");

TEST(test_every_native_macro_has_a_default) {
    const xl__embedded_file *const file = xl__find_embedded("sg/backends/sg_none.h");
    ck_assert_ptr_nonnull(file);
    int macros = 0;
    for (size_t i = 0; i < xl__op_count; i++)
        for (int type = 0; type < XL__OP_TYPES; type++) {
            char macro[64], line[80];
            if (!xl__op_takes(&xl__ops[i], (xl__op_type)type) ||
                !xl__op_native_macro(&xl__ops[i], (xl__op_type)type, macro, sizeof macro))
                continue;
            snprintf(line, sizeof line, "#ifndef %s\n", macro);
            ck_assert_msg(strstr(file->text, line) != NULL, "%s", macro);
            macros++;
        }
    ck_assert_int_gt(macros, 100);
}

TEST(test_names_are_unique_and_documented) {
    for (size_t i = 0; i < xl__op_count; i++) {
        ck_assert_ptr_eq(xl__op_find(xl__ops[i].name), &xl__ops[i]);
        ck_assert_uint_ne(xl__ops[i].types, 0);
    }
    ck_assert_ptr_null(xl__op_find("shuffl"));
    xl__op_type type;
    ck_assert(xl__op_type_find("f32x4", &type) && type == XL__OP_FLOAT4);
    ck_assert(!xl__op_type_find("f32x5", &type));
}

TEST(test_native_options_are_short_where_all_is_native) {
    unsigned native[256] = {0};
    const unsigned present = (1u << XL__OP_TYPES) - 1;
    ck_assert_uint_le(xl__op_count, 256);
    xl__text options = {0};
    for (size_t i = 0; i < xl__op_count; i++) {
        if (strcmp(xl__ops[i].name, "reduce_add") == 0) native[i] = xl__ops[i].types;
        if (strcmp(xl__ops[i].name, "reduce_min") == 0) native[i] = 1u << XL__OP_INT | 1u << XL__OP_FLOAT;
        if (strcmp(xl__ops[i].name, "shuffle") == 0) native[i] = xl__ops[i].types;
        if (strcmp(xl__ops[i].name, "ballot") == 0) native[i] = xl__ops[i].types;
    }
    xl__op_native_options(native, present, &options);
    ck_assert_str_eq(options.data, " -DSG_NATIVE_SHUFFLE_UINT=1 -DSG_NATIVE_BALLOT=1 -DSG_NATIVE_REDUCE_ADD=1"
                                   " -DSG_NATIVE_REDUCE_MIN_INT=1 -DSG_NATIVE_REDUCE_MIN_FLOAT=1");
    xl__text_free(&options);
}
