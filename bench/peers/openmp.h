/*
 * openmp.h - what a C programmer would write in place of the library: loops with OpenMP, arrays as in the
 * algorithms' tables (kernels/NAME/README.md).
 */
#ifndef PEERS_OPENMP_H
#define PEERS_OPENMP_H

#include <stddef.h>
#include <stdint.h>

/* counts[buckets] of samples[n]; samples at or above `buckets` are not counted. */
void openmp_histogram(const uint32_t *samples, size_t n, uint32_t buckets, uint32_t *counts);

/* result[points][4]; the influence is 1 - d^2 / r^2, not below 0, and 0 for a radius that is not above 0. */
void openmp_spheres(const float *points, size_t point_count, const float *spheres, const float *colors,
                    size_t sphere_count, float *result);

/* c[rows][4], from initial[rows][4]. */
void openmp_lerp(const float *x, const float *t, const float *initial, size_t rows, size_t n, float *c);

int openmp_threads(void);

#endif
