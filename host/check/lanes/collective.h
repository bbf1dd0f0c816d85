/* Computes the values of a collective once its work-items have arrived. */
#ifndef XL_CHECK_COLLECTIVE_H
#define XL_CHECK_COLLECTIVE_H

#include "fibers/machine.h"

/* `who` lists `n` work-items in ascending order that wait in the same collective; `size` is the number of
   lanes of the sub-group, or of work-items of the work-group. Writes each result. A value of an absent lane
   is machine.poison, and is noted. */
void collective_complete(struct item **who, uint32_t n, uint32_t size);

#endif
