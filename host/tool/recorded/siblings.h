/*
 * siblings.h - devices of the same name and driver, each beside the others: a slow one in a rack is found
 * this way.
 */
#ifndef TOOL_SIBLINGS_H
#define TOOL_SIBLINGS_H

#include "recorded/winners.h"

/* Tells of each set of equal devices (name, platform and driver version) which of them differ from the
   others. `records`: of any devices; bench rows that are ok count. Each row of a device is compared with the
   same row of a typical other one by the test of rank_test.h: of the others in order of their medians the
   middle one, of two in the middle the one nearer to it. A device is told of where most of its rows differ in
   the same direction, or most of an algorithm's, of which it has three or more. Of two devices the slower one
   is told of. Nothing is told where no two devices are equal. */
void tool_siblings_tell(const json_t *devices, const json_t *records, tool_teller *tell, void *user);

/* The same of each file by itself, of the rows that `options` and `names` want. */
void tool_siblings_tell_files(const tool_recorded *recorded, const tool_options *options,
                              const tool_words *names, tool_teller *tell, void *user);

#endif
