/*
 * Abilities of a device besides sub-group operations, tested by caps/able.h. A strategy names an ability in
 * an expression (passes.h): .needs = "progress". It is tested once per device, when such a strategy is
 * planned.
 */
#pragma once

/* X(NAME, word, meaning) progress: a work-group that waits in a loop does not stop one that started before
   it. OpenCL does not promise that. (Its query of forward progress is about sub-groups of one work-group.)
   fair: a work-group that waits stops no other one, not even one that starts later. full_groups: a kernel
   that is compiled for the device's largest work-group runs in it. A driver may report 256 even for these
   (defect D24). */
#define XL__ABILITY_LIST(X)                                                                                  \
    X(XL__PROGRESS, "progress", "work-groups may wait for work-groups that started before them")             \
    X(XL__FAIR, "fair", "work-groups may wait for work-groups that start after them")                        \
    X(XL__FULL_GROUPS, "full_groups", "kernels run in the work-groups that they are compiled for")

typedef enum xl__ability {
#define XL__ABILITY_ENUM(NAME, word, meaning) NAME,
    XL__ABILITY_LIST(XL__ABILITY_ENUM)
#undef XL__ABILITY_ENUM
        XL__ABILITIES
} xl__ability;

const char *xl__ability_name(xl__ability ability);    /* "progress" */
const char *xl__ability_meaning(xl__ability ability); /* in words */
