/* A backend's facts at a width, and their entry in the disk cache. */
#pragma once

#include "table/abilities.h"
#include "caps/caps.h"
#include "base/os.h"

enum { XL__WHY = 256 };

typedef struct xl__recent {
    const xl__op *op;
    xl__op_type type;
    xl__probe_result result;
    bool refused; /* the driver's process died of it */
} xl__recent;

typedef struct xl__caps_set {
    struct xl__caps_set *next;
    xl__target target;
    char key[XL__HASH_TEXT];
    bool tried, usable; /* tried: the later fields are valid */
    int standard;       /* index in backend->standards */
    bool uniform;       /* its compiler takes -cl-uniform-work-group-size */
    int measured;       /* lanes that ran */
    char why[XL__WHY];
    xl__recent *list;
    size_t count, capacity;
    bool changed; /* since it was read from disk */
    bool passing; /* a call failed that may succeed next time: not kept on disk */
    bool refused; /* the driver's process died of it */
    xl__trial ended;
    int ends; /* unwatched processes that ended during this trial */
    int mark;
} xl__caps_set;

typedef struct xl__ability_answer {
    bool known, able;
    char why[XL__WHY]; /* not */
} xl__ability_answer;

struct xl__caps {
    xl__os_lock *lock;
    xl__caps_set *first;
    xl__text source; /* of the probe kernel, expanded when needed */
    cl_command_queue queue;
    xl__ability_answer able[XL__ABILITIES];
    int probed;
};

const xl__recent *xl__set_find(const xl__caps_set *set, const xl__op *op, xl__op_type type);
bool xl__set_add(xl__caps_set *set, const xl__recent *entry); /* false: no memory */

void xl__set_load(const xl_device *device, xl__caps_set *set);
void xl__set_save(const xl_device *device, xl__caps_set *set); /* if something changed */
void xl__set_learn(const xl_device *device, xl__caps_set *set);

/* Some drivers abort the process on an operation. A watching parent (device.h) knows each trial of a native
 * one, and records a crash with xl__caps_refuse. An unwatched process leaves a mark on disk; the third in a
 * row at one operation counts as refused. Later processes skip refused operations until the user asks to
 * forget them.
 */
void xl__set_begin_trial(const xl_device *device, xl__caps_set *set, const xl__op *op, xl__op_type type);
void xl__set_end_trial(const xl_device *device, xl__caps_set *set);
