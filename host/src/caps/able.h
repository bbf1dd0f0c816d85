/*
 * able.h - whether a device has an ability (table/abilities.h): tested by running, cached on disk.
 */
#pragma once

#include "table/abilities.h"
#include "table/algorithm.h"

/* True if the device has the ability; why[] (may be NULL) gets why not. A device that fails, stops waiting or
 * crashed in the trial lacks it. The trial is bounded: no work-group waits forever. */
bool xl__has_ability(xl_device *device, xl__ability ability, char *why, size_t size);

/* The same for tables' functions, noted in the problem for expressions. */
bool xl__able(xl__problem *problem, xl__ability ability);
