/* crosslane_normal24.h against the kernels: about a million floats in every form, and the ends. */
#include "normal24_words.h"
#include "support/suite.h"

static void open_here(void) {
    sample_open(&place, NULL);
}

AROUND(open_here, close_place);

EACH_TEST(words_are_the_kernels, normal24_forms) {
    normal24_walk(_i, 0, 4099);
    normal24_walk(_i, UINT32_MAX - 100, 1); /* NaN */
    normal24_walk(_i, 1, 16384 * 8 - 1);
}

/* Floats around 1 and halfway between steps. */
TEST(ends_and_ties) {
    static const struct {
        float x;
        uint32_t unorm24;
    } known[] = {{0.0F, 0},       {1.0F, 8388608}, {0.5F, 4194304}, {-0.3F, 0},
                 {2.0F, 8388608}, {0x1p-24F, 0},   {0x1.8p-23F, 2}, {0x1.fffffep-1F, 8388608}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        ck_assert_uint_eq(xl_unorm24_encode(known[k].x), known[k].unorm24);
    ck_assert_float_eq(xl_unorm24_decode(8388608), 1.0F);
    ck_assert_float_eq(xl_unorm24_decode(2), 0x1p-22F);
}
