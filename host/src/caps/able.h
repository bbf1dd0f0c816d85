/* Tests abilities (table/abilities.h) by running; cached on disk. */
#pragma once

#include "table/abilities.h"
#include "table/algorithm.h"

/* why[] (may be NULL) gets why not. A device that fails, stops waiting or crashed in the trial lacks the
 * ability. No work-group waits forever.
 */
bool xl__has_ability(xl_device *device, xl__ability ability, char *why, size_t size);

typedef struct xl__ability_count {
    unsigned groups; /* work-groups of a launch */
    double seconds;  /* launches repeat for so long, unless one goes wrong */
    bool mutant;     /* a trial that must go wrong, which shows that trials can */
    long long tries, broken;
} xl__ability_count;

/* Counts tries of the ability, and those that went wrong. */
int xl__count_ability(xl_device *device, xl__ability ability, xl__ability_count *count, xl_error *error);

/* xl__has_ability for tables' functions, noted in the problem for expressions. */
bool xl__able(xl__problem *problem, xl__ability ability);
