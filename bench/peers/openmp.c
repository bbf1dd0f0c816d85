/* openmp.c - loops with OpenMP; compiled with -O3 -march=native. */
#include "openmp.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>

int openmp_threads(void) { return omp_get_max_threads(); }

/* A table for each thread, added up at the end. */
void openmp_histogram(const openmp_call *call) {
    const size_t n = (size_t)call->value[0];
    const uint32_t buckets = (uint32_t)call->value[1], *samples = call->array[0];
    uint32_t *counts = call->array[1];
    memset(counts, 0, buckets * sizeof *counts);
#pragma omp parallel
    {
        uint32_t *own = calloc(buckets, sizeof *own);
#pragma omp for nowait schedule(static)
        for (size_t i = 0; i < n; i++)
            if (samples[i] < buckets) own[samples[i]]++;
#pragma omp critical
        for (uint32_t b = 0; b < buckets; b++) counts[b] += own[b];
        free(own);
    }
}

/* Sixteen points at a time, which compilers vectorise. */
enum { BLOCK = 16 };

static void color_block(const float *points, size_t count, const float *spheres, const float *weights,
                        const float *colors, size_t sphere_count, float *result) {
    float x[BLOCK] = {0}, y[BLOCK] = {0}, z[BLOCK] = {0}, c[4][BLOCK] = {{0}};
    for (size_t i = 0; i < count; i++) x[i] = points[3 * i], y[i] = points[3 * i + 1], z[i] = points[3 * i + 2];
    for (size_t s = 0; s < sphere_count; s++) {
        const float *sphere = spheres + 4 * s, *color = colors + 4 * s, weight = weights[s];
        const float sx = sphere[0], sy = sphere[1], sz = sphere[2];
        const float c0 = color[0], c1 = color[1], c2 = color[2], c3 = color[3];
#pragma omp simd
        for (int i = 0; i < BLOCK; i++) {
            const float dx = x[i] - sx, dy = y[i] - sy, dz = z[i] - sz;
            const float q = (dx * dx + dy * dy + dz * dz) * weight;
            const float keep = q < 1.0f ? q : 1.0f, t = 1.0f - keep;
            c[0][i] = c[0][i] * keep + c0 * t;
            c[1][i] = c[1][i] * keep + c1 * t;
            c[2][i] = c[2][i] * keep + c2 * t;
            c[3][i] = c[3][i] * keep + c3 * t;
        }
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 4; k++) result[4 * i + k] = c[k][i];
}

void openmp_spheres(const openmp_call *call) {
    const size_t point_count = (size_t)call->value[0], sphere_count = (size_t)call->value[1];
    const float *points = call->array[0], *spheres = call->array[1], *colors = call->array[2];
    float *result = call->array[3];
    float *weights = malloc((sphere_count ? sphere_count : 1) * sizeof *weights);
    for (size_t s = 0; s < sphere_count; s++) {
        const float r = spheres[4 * s + 3];
        weights[s] = r > 0.0f ? 1.0f / (r * r) : __builtin_inff();
    }
#pragma omp parallel for schedule(static)
    for (size_t first = 0; first < point_count; first += BLOCK) {
        const size_t count = point_count - first < BLOCK ? point_count - first : BLOCK;
        color_block(points + 3 * first, count, spheres, weights, colors, sphere_count, result + 4 * first);
    }
    free(weights);
}

void openmp_lerp(const openmp_call *call) {
    const size_t rows = (size_t)call->value[0], n = (size_t)call->value[1];
    const float *x = call->array[0], *t = call->array[1], *initial = call->array[2];
    float *c = call->array[3];
#pragma omp parallel for schedule(static)
    for (size_t row = 0; row < rows; row++) {
        float color[4];
        memcpy(color, initial + 4 * row, sizeof color);
        for (size_t i = row * n; i < row * n + n; i++)
            for (size_t k = 0; k < 4; k++) color[k] = color[k] * (1.0f - t[i]) + x[4 * i + k] * t[i];
        memcpy(c + 4 * row, color, sizeof color);
    }
}
