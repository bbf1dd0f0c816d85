/* The branch at which lanes of a sub-group parted. Each work-item keeps the blocks that it ran since it last
   met others. */
#ifndef XL_CHECK_PARTING_H
#define XL_CHECK_PARTING_H

#include "fibers/machine.h"

void parting_begin(uint32_t flight, struct item *item);

/* The work-items have met: their trails begin again. */
void parting_met(struct item *const *who, uint32_t n);

/* False: not known. */
bool parting_find(const struct item *one, const struct item *other, struct check_place *place);

#endif
