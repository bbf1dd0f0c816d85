/* Computes the values of a collective once its work-items have arrived. */
#ifndef XL_CHECK_COLLECTIVE_H
#define XL_CHECK_COLLECTIVE_H

#include "fibers/machine.h"

/* `who`: `n` work-items, ascending, in one collective; `size`: of the sub-group or the work-group. A value of
   an absent lane is machine.poison, and is noted. */
void collective_complete(struct item **who, uint32_t n, uint32_t size);

/* The lane (or work-item of the work-group) whose value *who[i] gets; -1: none, or the collective moves no
   values. */
int64_t collective_giver(struct item **who, uint32_t n, uint32_t size, uint32_t i);

#endif
