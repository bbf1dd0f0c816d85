/* Meeting points: which lanes have to be there, what happens when they cannot, and who goes on. */
#ifndef XL_CHECK_MEET_H
#define XL_CHECK_MEET_H

#include "fibers/machine.h"

/* Lets the lanes of a sub-group go on that can: false where none did. `spinning`: its ready lanes only wait
 * for memory, so nobody else will come. */
bool meet_sub_group(struct group *group, uint32_t sub_group, bool spinning);

/* The same for the whole work-group, once no sub-group can go on by itself. */
bool meet_group(struct group *group);

#endif
