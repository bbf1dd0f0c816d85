/*
 * Measured choices for a device: strategy, width and tuning that auto takes for each problem.
 *
 * A profile is JSON text from `crosslane tune` (host/tool/bench/tune.h): device, platform, driver, library
 * version, and a list of choices, flat objects of texts and numbers. It is checked as a whole when taken, and
 * read again for each plan.
 */
#pragma once

#include "table/algorithm.h"
#include "device/device_facts.h"
#include "base/text.h"

enum { XL__PROFILE_SETTINGS = 512, XL__PROFILE_REASON = 256, XL__PROFILE_LIMIT = 1 << 24 };

typedef struct xl__choice {
    char algorithm[64], type[8];        /* "histogram", "u32" */
    char problem[XL__PROFILE_SETTINGS]; /* "n=16777216 buckets=256": what was measured */
    char strategy[64], backend[16];     /* backend "none": no sub-groups */
    char tuning[XL__PROFILE_SETTINGS];  /* "copies=4": values other than the strategy's own */
    char date[16];                      /* "2026-11-23" */
    int width;                          /* lanes; 0: no sub-groups */
    double ns;                          /* measured time, over several inputs the geometric mean */
} xl__choice;

/* Specific to device, driver and library version. */
void xl__profile_name(const xl__device_facts *facts, char name[64]);

/* XL_BAD_VALUE: no profile, or unknown names. XL_UNSUPPORTED: of another device, driver or version. `from`
   begins the error's line. */
int xl__profile_check(const char *text, const xl__device_facts *facts, const char *from, xl_error *error);

/* *at is NULL at first. False: no more. */
bool xl__profile_next(const char *text, const char **at, xl__choice *out);

/* For the nearest measured problem: same algorithm, type and choices, integers together within a factor of 4,
   least sum of logarithmic distances. False: none. */
bool xl__profile_find(const char *text, const xl__problem *problem, xl__choice *out);

void xl__profile_write(xl__text *out, const xl__device_facts *facts, const xl__choice *choices, size_t count);
