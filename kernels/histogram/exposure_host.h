/* The settings of exposure. */
#pragma once

#include "histogram_host.h"

enum {
    EXPOSURE_WIDTH,
    EXPOSURE_HEIGHT,
    EXPOSURE_CHANNELS,
    EXPOSURE_BUCKETS,
    EXPOSURE_LOG_LEAST,
    EXPOSURE_LOG_MOST,
    EXPOSURE_DARK,
    EXPOSURE_BRIGHT,
    EXPOSURE_KEY
};

static inline histogram_range xl__exposure_range(const xl__problem *problem) {
    return (histogram_range){.type = XL_F32,
                             .function = HISTOGRAM_LOG,
                             .from = {problem->value[EXPOSURE_LOG_LEAST], 0.0},
                             .to = {problem->value[EXPOSURE_LOG_MOST], 0.0},
                             .buckets = (uint32_t)problem->value[EXPOSURE_BUCKETS]};
}

/* A share of the pixels, in 2^-32. */
static inline uint64_t xl__exposure_cut(const xl__problem *problem, int share) {
    return (uint64_t)(problem->value[share] * 0x1p32 + 0.5);
}

/* log2 of the exposure is start - step * (mean of 2 b + 1 over the kept pixels, b their buckets). */
static inline double xl__exposure_step(const xl__problem *problem) {
    return (problem->value[EXPOSURE_LOG_MOST] - problem->value[EXPOSURE_LOG_LEAST]) /
           (2.0 * problem->value[EXPOSURE_BUCKETS]);
}
double xl__exposure_start(const xl__problem *problem);
