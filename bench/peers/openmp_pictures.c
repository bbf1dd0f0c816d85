/* openmp_pictures.c - loops over pixels and points with OpenMP; compiled with -O3 -march=native. */
#include "openmp.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- mips: box, one channel ----------------------------------------------------------------------------------- */

static size_t halved(size_t n) { return n > 1 ? n / 2 : 1; }

/* Rows a, b, c, of length n, with their weights. */
static void mips_row(const float *restrict a, const float *restrict b, const float *restrict c, float wa, float wb,
                     float wc, size_t n, float *restrict to) {
    const size_t m = halved(n);
    if (n == 1) {
        to[0] = a[0] * wa + b[0] * wb + c[0] * wc;
    } else if (n % 2 == 0) {
#pragma omp simd
        for (size_t x = 0; x < m; x++)
            to[x] = 0.5f * ((a[2 * x] + a[2 * x + 1]) * wa + (b[2 * x] + b[2 * x + 1]) * wb +
                            (c[2 * x] + c[2 * x + 1]) * wc);
    } else {
        const float unit = 1.0f / (float)n, middle = (float)m * unit;
#pragma omp simd
        for (size_t x = 0; x < m; x++) {
            const float left = (float)(m - x) * unit, right = (float)(x + 1) * unit;
            const float v0 = a[2 * x] * wa + b[2 * x] * wb + c[2 * x] * wc,
                        v1 = a[2 * x + 1] * wa + b[2 * x + 1] * wb + c[2 * x + 1] * wc,
                        v2 = a[2 * x + 2] * wa + b[2 * x + 2] * wb + c[2 * x + 2] * wc;
            to[x] = v0 * left + v1 * middle + v2 * right;
        }
    }
}

/* Joins two rows if the height is even, else three, weighted as in mips.h. */
static void mips_line(const float *from, size_t width, size_t height, size_t y, float *to) {
    const float *a = from + 2 * y * width;
    const size_t m = halved(height);
    if (height == 1) {
        mips_row(a, a, a, 1.0f, 0.0f, 0.0f, width, to);
    } else if (height % 2 == 0 && width % 2 == 0) {
        const float *restrict b = a + width;
#pragma omp simd
        for (size_t x = 0; x < width / 2; x++)
            to[x] = 0.25f * ((a[2 * x] + a[2 * x + 1]) + (b[2 * x] + b[2 * x + 1]));
    } else if (height % 2 == 0) {
        mips_row(a, a + width, a, 0.5f, 0.5f, 0.0f, width, to);
    } else {
        const float unit = 1.0f / (float)height;
        mips_row(a, a + width, a + 2 * width, (float)(m - y) * unit, (float)m * unit, (float)(y + 1) * unit, width, to);
    }
}

void openmp_mips(const openmp_call *call) {
    size_t width = (size_t)call->value[0], height = (size_t)call->value[1];
    const float *from = call->array[0];
    float *to = call->array[1];
    while (width * height > 1) {
        const size_t rows = halved(height), columns = halved(width);
#pragma omp parallel for schedule(static) if (rows * columns > 16384)
        for (size_t y = 0; y < rows; y++) mips_line(from, width, height, y, to + y * columns);
        from = to;
        to += rows * columns;
        width = columns;
        height = rows;
    }
}

/* ---- minmax: two codes of 16 bits, to the nearest ---------------------------------------------------------------- */

enum { TILE = 16, TOP = 65535 };

/* What each code stands for. */
static const float *unit_table(void) {
    static float table[TOP + 1];
    if (table[TOP] != 1.0f)
        for (int c = 0; c <= TOP; c++) table[c] = (float)c * (float)(1.0 / TOP);
    return table;
}

static uint32_t nearest_code(const float *table, float x) {
    uint32_t c = (uint32_t)(x * (float)TOP);
    while (c > 0 && table[c] > x) c--;
    while (c < TOP && table[c + 1] <= x) c++;
    return c < TOP && table[c + 1] - x < x - table[c] ? c + 1 : c;
}

/* The minima and maxima of every column of pixels as vectors, then of the tiles. */
static void minmax_tiles(const float *depth, size_t width, size_t height, size_t first_row, float *least, float *most,
                         const float *table, uint32_t *code, float *bounds) {
    const size_t last = first_row + TILE < height ? first_row + TILE : height;
    for (size_t x = 0; x < width; x++) least[x] = 2.0f, most[x] = -1.0f;
    for (size_t y = first_row; y < last; y++) {
        const float *row = depth + y * width;
#pragma omp simd
        for (size_t x = 0; x < width; x++) {
            const float d = row[x];
            const bool there = d >= 0.0f && d <= 1.0f;
            const float low = there ? d : 2.0f, high = there ? d : -1.0f;
            least[x] = low < least[x] ? low : least[x];
            most[x] = high > most[x] ? high : most[x];
        }
    }
    for (size_t x = 0, tile = 0; x < width; x += TILE, tile++) {
        const size_t end = x + TILE < width ? x + TILE : width;
        float low = 2.0f, high = -1.0f;
#pragma omp simd reduction(min : low) reduction(max : high)
        for (size_t i = x; i < end; i++) {
            low = least[i] < low ? least[i] : low;
            high = most[i] > high ? most[i] : high;
        }
        const uint32_t l = high < 0.0f ? TOP : nearest_code(table, low), h = high < 0.0f ? 0 : nearest_code(table, high);
        code[tile] = l | h << 16;
        bounds[2 * tile] = table[l];
        bounds[2 * tile + 1] = table[h];
    }
}

void openmp_minmax(const openmp_call *call) {
    const size_t width = (size_t)call->value[0], height = (size_t)call->value[1];
    const size_t across = (width + TILE - 1) / TILE;
    const float *depth = call->array[0], *table = unit_table();
    uint32_t *code = call->array[1];
    float *bounds = call->array[2];
#pragma omp parallel
    {
        float *ends = malloc((width ? 2 * width : 1) * sizeof *ends);
#pragma omp for schedule(static)
        for (size_t y = 0; y < height; y += TILE)
            minmax_tiles(depth, width, height, y, ends, ends + width, table, code + y / TILE * across,
                         bounds + 2 * (y / TILE) * across);
        free(ends);
    }
}

/* ---- quad: one channel -------------------------------------------------------------------------------------------- */

typedef struct quad_rows {
    const float *a, *b; /* rows 2y and 2y + 1 of the picture; the last odd row twice */
    float *ddx[2], *ddy[2], *diagonal[2], *sums;
} quad_rows;

/* Without the last column of an odd width. */
static void quad_line(const quad_rows *r, size_t quads) {
    const float *restrict a = r->a, *restrict b = r->b;
    for (int row = 0; row < 2; row++) {
        float *restrict ddx = r->ddx[row], *restrict ddy = r->ddy[row], *restrict diagonal = r->diagonal[row];
        const float *restrict own = row ? b : a;
#pragma omp simd
        for (size_t x = 0; x < quads; x++) {
            const float dx = own[2 * x + 1] - own[2 * x], dy0 = b[2 * x] - a[2 * x], dy1 = b[2 * x + 1] - a[2 * x + 1];
            const float falling = b[2 * x + 1] - a[2 * x], rising = b[2 * x] - a[2 * x + 1];
            ddx[2 * x] = dx;
            ddx[2 * x + 1] = dx;
            ddy[2 * x] = dy0;
            ddy[2 * x + 1] = dy1;
            diagonal[2 * x] = row ? rising : falling;
            diagonal[2 * x + 1] = row ? falling : rising;
        }
    }
    float *restrict sums = r->sums;
#pragma omp simd
    for (size_t x = 0; x < quads; x++) sums[x] = (a[2 * x] + a[2 * x + 1]) + (b[2 * x] + b[2 * x + 1]);
}

/* The problem has even sides. */
void openmp_quad(const openmp_call *call) {
    const size_t width = (size_t)call->value[0], height = (size_t)call->value[1];
    const float *image = call->array[0];
    float *ddx = call->array[1], *ddy = call->array[2], *diagonal = call->array[3], *sums = call->array[4];
#pragma omp parallel for schedule(static)
    for (size_t y = 0; y < height / 2; y++) {
        const size_t upper = 2 * y * width, lower = upper + width;
        const quad_rows rows = {image + upper,
                                image + lower,
                                {ddx + upper, ddx + lower},
                                {ddy + upper, ddy + lower},
                                {diagonal + upper, diagonal + lower},
                                sums + y * (width / 2)};
        quad_line(&rows, width / 2);
    }
}

/* ---- lights4: clamped --------------------------------------------------------------------------------------------- */

enum { BLOCK = 16 }; /* points at a time, which compilers vectorise */

static void light_block(const float *points, size_t count, const float *lights, const float *falls, size_t light_count,
                        float *result) {
    float x[BLOCK] = {0}, y[BLOCK] = {0}, z[BLOCK] = {0}, sum[3][BLOCK] = {{0}};
    for (size_t i = 0; i < count; i++) x[i] = points[3 * i], y[i] = points[3 * i + 1], z[i] = points[3 * i + 2];
    for (size_t j = 0; j < light_count; j++) {
        const float lx = lights[4 * j], ly = lights[4 * j + 1], lz = lights[4 * j + 2];
        const float area = lights[4 * j + 3] * lights[4 * j + 3];
        const float red = falls[3 * j], green = falls[3 * j + 1], blue = falls[3 * j + 2];
#pragma omp simd
        for (int i = 0; i < BLOCK; i++) {
            const float dx = x[i] - lx, dy = y[i] - ly, dz = z[i] - lz;
            const float beyond = dx * dx - area + dy * dy + dz * dz, rest = beyond < 0.0f ? beyond : 0.0f;
            sum[0][i] += rest * red;
            sum[1][i] += rest * green;
            sum[2][i] += rest * blue;
        }
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 3; k++) result[3 * i + k] = sum[k][i];
}

void openmp_lights4(const openmp_call *call) {
    const size_t point_count = (size_t)call->value[0], light_count = (size_t)call->value[1];
    const float *points = call->array[0], *lights = call->array[1], *colors = call->array[2];
    float *result = call->array[3], *falls = malloc((light_count ? 3 * light_count : 1) * sizeof *falls);
    for (size_t j = 0; j < light_count; j++)
        for (size_t k = 0; k < 3; k++)
            falls[3 * j + k] = -colors[3 * j + k] / (lights[4 * j + 3] * lights[4 * j + 3]);
#pragma omp parallel for schedule(static)
    for (size_t first = 0; first < point_count; first += BLOCK) {
        const size_t count = point_count - first < BLOCK ? point_count - first : BLOCK;
        light_block(points + 3 * first, count, lights, falls, light_count, result + 3 * first);
    }
    free(falls);
}

/* ---- normal24: unorm24 -------------------------------------------------------------------------------------------- */

typedef union float_bits {
    float f;
    uint32_t u;
} float_bits;

void openmp_normal24(const openmp_call *call) {
    const size_t n = (size_t)call->value[0];
    const float *restrict x = call->array[0];
    uint32_t *restrict code = call->array[2];
    float *restrict value = call->array[3];
#pragma omp parallel for simd schedule(static)
    for (size_t i = 0; i < n; i++) {
        const float above = x[i] > 0.0f ? x[i] : 0.0f, m = above < 1.0f ? above : 1.0f;
        const float_bits sum = {.f = m + 1.0f};
        const uint32_t steps = sum.u - 0x3f800000u;
        const float_bits back = {.u = 0x3f800000u + steps};
        code[i] = steps;
        value[i] = back.f - 1.0f;
    }
}
