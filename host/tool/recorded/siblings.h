/*
 * siblings.h - compares devices of the same name and driver, to find a slow one in a rack.
 */
#pragma once

#include "recorded/winners.h"

/* Reports devices that differ from equal ones (name, platform, driver version). rank_test.h compares each
   ok bench row with that of a typical other device: the median one, of two the nearer. A device is named
   if most of its rows differ in one direction, or most rows of an algorithm with at least three. Of two
   devices the slower is named. */
void tool_siblings_tell(const json_t *devices, const json_t *records, tool_teller *tell, void *user);

/* For each file separately, with the rows that `options` and `names` select. */
void tool_siblings_tell_files(const tool_recorded *recorded, const tool_options *options,
                              const tool_words *names, tool_teller *tell, void *user);
