/*
 * Abilities of a device besides sub-group operations. caps/able.h tests an ability once per device, when a
 * strategy that names it (.needs = "progress") is planned.
 */
#pragma once

/* X(NAME, word, meaning) progress: a work-group that waits in a loop does not stop one that started before
   it. OpenCL does not promise that; its query of forward progress is about sub-groups of one work-group.
   fair: a work-group that waits stops no other one, not even one that starts later. full_groups: a kernel
   compiled for the device's largest work-group runs in it, even if the driver reports 256 (defect D24). */
#define XL__ABILITY_LIST(X)                                                                                  \
    X(XL__PROGRESS, "progress", "a work-group may wait for an earlier one")                                  \
    X(XL__FAIR, "fair", "a work-group may wait for a later one")                                             \
    X(XL__FULL_GROUPS, "full_groups", "the required work-group size is respected")

typedef enum xl__ability {
#define XL__ABILITY_ENUM(NAME, word, meaning) NAME,
    XL__ABILITY_LIST(XL__ABILITY_ENUM)
#undef XL__ABILITY_ENUM
        XL__ABILITIES
} xl__ability;

const char *xl__ability_name(xl__ability ability); /* "progress" */
const char *xl__ability_meaning(xl__ability ability);
