/* Findings of the current launch, in the worker. */
#ifndef XL_CHECK_COLLECT_H
#define XL_CHECK_COLLECT_H

#include "fibers/machine.h"

/* `item` may be NULL. Returns NULL if the same kind at the same places exists, or there are too many. The
   caller writes the text. */
struct check_finding *collect_finding(enum check_kind kind, const struct item *item,
                                      const struct check_place *place, uint32_t places);

void collect_lane(struct check_finding *finding, uint32_t lane);

/* "lanes 0-3 and 7": the marked lanes. */
const char *collect_lanes(const struct check_finding *finding, char text[], size_t bytes);

#endif
