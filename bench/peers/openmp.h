/* openmp.h - the problems of contest.c as loops with OpenMP. Arrays are as in the algorithms' tables. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Parameters and arrays by their places in the table; lanes, where results depend on them. */
typedef struct openmp_call {
    const double *value;
    void *array[32];
    int lanes;
} openmp_call;

/* openmp.c: u32 counts; influence 1 - d^2 / r^2 and 4 channels; 4 channels */
void openmp_histogram(const openmp_call *call);
void openmp_spheres(const openmp_call *call);
void openmp_lerp(const openmp_call *call);

/* openmp_passes.c: u32 and its sums; what lies below the threshold is kept, in its order; all bits are compared */
void openmp_reduce(const openmp_call *call);
void openmp_scan(const openmp_call *call);
void openmp_compact(const openmp_call *call);
void openmp_expand(const openmp_call *call);
void openmp_match(const openmp_call *call);

/* openmp_pictures.c: box, one channel; direct, to the nearest; one channel; clamped; unorm24 */
void openmp_mips(const openmp_call *call);
void openmp_minmax(const openmp_call *call);
void openmp_quad(const openmp_call *call);
void openmp_lights4(const openmp_call *call);
void openmp_normal24(const openmp_call *call);

int openmp_threads(void);
