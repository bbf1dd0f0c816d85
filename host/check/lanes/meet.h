/* Decides which lanes a meeting point needs, and which lanes continue. */
#ifndef XL_CHECK_MEET_H
#define XL_CHECK_MEET_H

#include "fibers/machine.h"

/* Continues lanes that can; false: none can. `spinning`: ready lanes only wait for memory, so no other lane
   will arrive. */
bool meet_sub_group(struct group *group, uint32_t sub_group, bool spinning);

/* The same for the whole work-group, once no sub-group can continue by itself. */
bool meet_group(struct group *group);

#endif
