/* A tile's depths and codes, for the references of minmax and tilelights. */
#pragma once

#include "base/number.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum { DIRECT, RATIO, WORD }; /* encodings */

/* Two float products, rounded one after the other. */
static inline double stands_for(uint32_t c, int bits, double scale) {
    const float unit = (float)c * (float)(1.0 / (ldexp(1.0, bits) - 1.0));
    return (double)(unit * (float)scale);
}

/* DOWN: the last code whose value is at most x. UP: the first code whose value
   is at least x. NEAR: the nearer of the two. */
typedef enum way { DOWN, UP, NEAR } way;
static inline uint32_t find_code(double x, int bits, double scale, way rounding) {
    uint32_t c = 0;
    for (int bit = bits - 1; bit >= 0; bit--)
        if (stands_for(c | UINT32_C(1) << bit, bits, scale) <= x) c |= UINT32_C(1) << bit;
    const double low = stands_for(c, bits, scale);
    if (c + 1 == UINT32_C(1) << bits || rounding == DOWN) return c;
    if (rounding == UP) return c + (low < x);
    return c + (stands_for(c + 1, bits, scale) - x < x - low);
}

typedef struct tile_ends {
    bool clear;
    double least, most;
} tile_ends;

/* In a row and column of tiles of `across` x `down` pixels. */
static inline tile_ends ends_of(const float *depth, size_t width, size_t height, size_t across, size_t down,
                                size_t tile) {
    const size_t columns = xl__blocks(width, across), column = tile % columns, row = tile / columns;
    tile_ends ends = {.clear = true};
    for (size_t y = row * down; y < (row + 1) * down && y < height; y++)
        for (size_t x = column * across; x < (column + 1) * across && x < width; x++) {
            const double d = (double)depth[y * width + x];
            if (!(d >= 0.0 && d <= 1.0)) continue;
            ends.least = ends.clear ? d : fmin(ends.least, d);
            ends.most = ends.clear ? d : fmax(ends.most, d);
            ends.clear = false;
        }
    return ends;
}

typedef struct tile_code {
    uint32_t low, high;
    double least, most; /* what they decode to; of a clear tile 1 and 0 */
} tile_code;

static inline tile_code code_of(tile_ends ends, int encoding, bool nearest) {
    const int low_bits = encoding == WORD ? 15 : 16, high_bits = 32 - low_bits;
    tile_code code = {.low = (UINT32_C(1) << low_bits) - 1};
    double scale = 1.0;
    if (!ends.clear) {
        code.high = find_code(ends.most, high_bits, 1.0, encoding == DIRECT && nearest ? NEAR : UP);
        if (encoding != DIRECT) scale = stands_for(code.high, high_bits, 1.0);
        code.low = scale == 0.0 ? 0 : find_code(ends.least, low_bits, scale, nearest ? NEAR : DOWN);
    }
    code.least = stands_for(code.low, low_bits, scale);
    code.most = stands_for(code.high, high_bits, 1.0);
    return code;
}
