/* An algorithm's planted mistakes (xl__algorithm.planted), as whole strategies. */
#pragma once

#include "table/algorithm.h"

int xl__planted_count(const xl__algorithm *algorithm);

int xl__find_planted(const xl__algorithm *algorithm, const char *name); /* -1: none */

/* Number `i`, from 0, with the fields of the right strategy that it names. */
xl__strategy xl__planted_strategy(const xl__algorithm *algorithm, int i);
