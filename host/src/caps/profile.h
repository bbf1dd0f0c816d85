/*
 * profile.h - what was measured on a device: which strategy, width and tuning auto takes for which problem.
 *
 * A profile is JSON text: an object that names the device, its platform, its driver and the library's
 * version, and a list of choices, flat objects of texts and numbers. `crosslane tune` makes it
 * (host/tool/bench/tune.h). Everything here works on the text: it is checked whole when it is taken, and read
 * again when a plan asks.
 */
#ifndef XL_PROFILE_H
#define XL_PROFILE_H

#include "table/algorithm.h"
#include "device/device_facts.h"
#include "base/text.h"

enum { XL__PROFILE_SETTINGS = 512, XL__PROFILE_REASON = 256, XL__PROFILE_LIMIT = 1 << 24 };

typedef struct xl__choice {
    char algorithm[64], type[8];        /* "histogram", "u32" */
    char problem[XL__PROFILE_SETTINGS]; /* "n=16777216 buckets=256": what was measured */
    char strategy[64], backend[16];     /* backend "none": no sub-groups */
    char tuning[XL__PROFILE_SETTINGS];  /* "copies=4": what differs from the strategy's own choice */
    char date[16];                      /* "2026-11-23" */
    int width;                          /* lanes; 0: no sub-groups */
    double ns;                          /* the time measured, of several inputs the geometric mean */
} xl__choice;

/* The name of the device's profile in a cache folder: of the same device, driver and library version alone.
 */
void xl__profile_name(const xl__device_facts *facts, char name[64]);

/* XL_BAD_VALUE: not what a profile is, or it names what the library does not have. XL_UNSUPPORTED: right, but
   of another device, driver or version. `from` begins the error's line: the file's name. */
int xl__profile_check(const char *text, const xl__device_facts *facts, const char *from, xl_error *error);

/* The choices of a text that passed the check, one after the other: *at is NULL at first. False: no more. */
bool xl__profile_next(const char *text, const char **at, xl__choice *out);

/* The choice for the measured problem next to this one: of the same algorithm, type and choices of the
   problem, each whole number within a factor of 4, the sum of their distances (of logarithms) the least.
   False: there is none. */
bool xl__profile_find(const char *text, const xl__problem *problem, xl__choice *out);

/* The text of a profile. */
void xl__profile_write(xl__text *out, const xl__device_facts *facts, const xl__choice *choices, size_t count);

/* Whether a file that is built in is a profile, by its name. */
bool xl__is_profile(const char *name);

/* Of profiles that come with the library the device's own, built in; else NULL. */
const char *xl__profile_shipped(const xl__device_facts *facts);

#endif
