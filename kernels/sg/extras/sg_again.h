/* A second include.
 * SPDX-License-Identifier: MIT
 *
 * Operations are compiled with the first include's SG_WIDTH, SG_GROUP_SIZE and SG_BACKEND. Other values would
 * change only SG_KERNEL and SG_BEGIN: emulated results would be wrong.
 */
#if SG_WIDTH != SG_BUILT_WIDTH_
#error                                                                                                       \
    "this header was included before, with another SG_WIDTH: a program has one; build two programs for two widths"
#elif SG_BACKEND != SG_BUILT_BACKEND_
#error                                                                                                       \
    "this header was included before, with another SG_BACKEND: a program has one; build two programs for two backends"
#elif SG_GROUP_SIZE % SG_WIDTH != 0 ||                                                                       \
    SG_GROUP_SIZE / SG_WIDTH !=                                                                              \
        1 * defined(SG_BUILT_COUNT_1_) + 2 * defined(SG_BUILT_COUNT_2_) + 4 * defined(SG_BUILT_COUNT_4_) +   \
            8 * defined(SG_BUILT_COUNT_8_) + 16 * defined(SG_BUILT_COUNT_16_) +                              \
            32 * defined(SG_BUILT_COUNT_32_) + 64 * defined(SG_BUILT_COUNT_64_) +                            \
            128 * defined(SG_BUILT_COUNT_128_) + 256 * defined(SG_BUILT_COUNT_256_) +                        \
            512 * defined(SG_BUILT_COUNT_512_) + 1024 * defined(SG_BUILT_COUNT_1024_) +                      \
            2048 * defined(SG_BUILT_COUNT_2048_) + 4096 * defined(SG_BUILT_COUNT_4096_)
#error                                                                                                       \
    "this header was included before, with another SG_GROUP_SIZE: a program has one; build two programs for two sizes"
#endif
