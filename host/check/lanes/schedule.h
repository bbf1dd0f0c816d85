/* Runs all work-groups of a launch in the order machine.order. */
#ifndef XL_CHECK_SCHEDULE_H
#define XL_CHECK_SCHEDULE_H

#include <stdbool.h>

#include "fibers/machine.h"

/* Local memory: created (filled with `poison`), or exchanged when another work-group runs. */
struct local_memory {
    void (*begin)(void);
    void (*save)(struct group *group);
    void (*restore)(struct group *group);
};

/* False where the launch failed (machine.stop). */
bool schedule_run(const struct local_memory *local);

#endif
