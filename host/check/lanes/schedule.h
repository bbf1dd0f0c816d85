/* All work-groups of a launch, in the order that machine.order says. */
#ifndef XL_CHECK_SCHEDULE_H
#define XL_CHECK_SCHEDULE_H

#include <stdbool.h>

#include "fibers/machine.h"

/* A work-group's own local memory: set up (a fresh one begins with `poison`), or exchanged when another one
 * runs. */
struct local_memory {
    void (*begin)(void);
    void (*save)(struct group *group);
    void (*restore)(struct group *group);
};

/* False where the launch failed (machine.stop). */
bool schedule_run(const struct local_memory *local);

#endif
