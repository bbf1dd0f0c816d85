/*
 * able.h - whether a device has an ability (table/abilities.h): found out by running, kept in the disk cache.
 */
#ifndef XL_ABLE_H
#define XL_ABLE_H

#include "table/abilities.h"
#include "table/algorithm.h"

/* Whether the device has it; why not into why[] (may be NULL). A device that fails, gives up waiting or has
   died of the trial before lacks it. The trial is bounded: no work-group waits for ever. */
bool xl__has_ability(xl_device *device, xl__ability ability, char *why, size_t size);

/* The same for a problem: for the functions of tables, and for expressions, which see what is noted in it. */
bool xl__able(xl__problem *problem, xl__ability ability);

#endif
