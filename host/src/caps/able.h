/*
 * able.h - whether a device has an ability (table/abilities.h): tested by running, cached on disk.
 */
#pragma once

#include "table/abilities.h"
#include "table/algorithm.h"

/* Whether the device has it; why[] (may be NULL) gets why not. A device that fails, gives up waiting or has
   died of the trial before lacks it. The trial is bounded: no work-group waits forever. */
bool xl__has_ability(xl_device *device, xl__ability ability, char *why, size_t size);

/* The same for tables' functions, noted in the problem for expressions. */
bool xl__able(xl__problem *problem, xl__ability ability);
