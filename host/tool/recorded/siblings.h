/* siblings.h - finds a slow device among equal ones in a rack. */
#pragma once

#include "recorded/winners.h"

/* Compares devices of equal name, platform and driver version: each ok bench row with that of a typical other
   device (the median one, of two the nearer) by rank_test.h. Names a device if most of its rows differ in one
   direction, or most rows of an algorithm with at least three. Of two devices it names the slower. */
void tool_siblings_tell(const json_t *devices, const json_t *records, tool_teller *tell, void *user);

/* For each file separately. */
void tool_siblings_tell_files(const tool_recorded *recorded, const tool_options *options,
                              const tool_words *names, tool_teller *tell, void *user);
