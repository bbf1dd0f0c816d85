/* All 2^32 floats in the form unorm24, every 61st in the others, by crosslane_normal24.h and the kernels.
   ctest label: full. */
#include "normal24_words.h"
#include "support/suite.h"

static void open_here(void) {
    sample_open(&place, NULL);
}

AROUND(open_here, close_place);

EACH_TEST(every_float, normal24_forms) {
    normal24_walk(_i, 0, _i == 0 ? 1 : 61);
}
