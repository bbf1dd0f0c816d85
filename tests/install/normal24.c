/* Only crosslane_normal24.h, in C99 and in C++11: decoding and encoding leave some words unchanged. */
#include <crosslane_normal24.h>

int main(void) {
    const float below_one = 1.0F - 1.0F / 16777216.0F, halves[3] = {-1.0F, 0.5F, 0.25F};
    float values[3];
    uint32_t code;
    if (xl_unorm24_encode(below_one) != 8388608U || xl_unorm24_encode(-0.3F) != 0U) return 1;
    if (xl_sign25_encode(-0.5F) != (4194304U | 1U << 24) || xl_snorm24_encode(1.0F) != 4194304U) return 2;
    if (xl_half11_encode(0.5F) != 512U || xl_bfloat8_encode(2.0F) != 128U) return 3;
    if (xl_depth_stencil_encode(1.0F, 200) != 0x800000C8U) return 4;
    if (xl_depth_stencil_stencil(0x800000C8U) != 200 || xl_depth_stencil_decode(0x800000C8U) < 1.0F) return 5;
    xl_half3_decode(xl_half3_encode(halves[0], halves[1], halves[2]), values);
    if (memcmp(values, halves, sizeof values) != 0) return 6;
    xl_half3_open_decode(xl_half3_open_encode(0.0F, halves[1], halves[2]), values);
    if (memcmp(values + 1, halves + 1, 2 * sizeof *values) != 0) return 7;
    for (code = 0; code <= 8388608U; code++)
        if (xl_unorm24_encode(xl_unorm24_decode(code)) != code) return 8;
    for (code = 0; code <= 1024U; code++)
        if (xl_half11_encode(xl_half11_decode(code)) != code) return 9;
    for (code = 0; code <= 128U; code++)
        if (xl_bfloat8_encode(xl_bfloat8_decode(code)) != code) return 10;
    return xl_sign25_decode(1U << 24) < 0.0F || xl_snorm24_decode(4194304U) < 1.0F;
}
