/* The values of a collective, once the work-items that take part are there. */
#ifndef XL_CHECK_COLLECTIVE_H
#define XL_CHECK_COLLECTIVE_H

#include "fibers/machine.h"

/* The `n` work-items stand in ascending order, and all wait in the same collective; `size` is the number of
 * lanes of the sub-group, or of work-items of the work-group. Writes each one's result. A value of a lane
 * that is not there is machine.poison, and noted. */
void collective_complete(struct item **who, uint32_t n, uint32_t size);

#endif
