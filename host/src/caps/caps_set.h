/*
 * caps_set.h - what is known of a backend at a width, and its entry in the disk cache. Part of caps.c.
 */
#ifndef XL_CAPS_SET_H
#define XL_CAPS_SET_H

#include "table/abilities.h"
#include "caps/caps.h"
#include "base/os.h"

enum { XL__WHY = 256 };

typedef struct xl__known {
    const xl__op *op;
    xl__op_type type;
    xl__probe_result result;
    bool refused; /* no answer: the driver's process died of it before */
} xl__known;

typedef struct xl__caps_set {
    struct xl__caps_set *next;
    xl__target target;
    char key[XL__HASH_TEXT];
    bool tried, usable; /* tried: the fields from here on mean something */
    int standard;       /* of backend->standards, the one that builds */
    bool uniform;       /* that compiler takes -cl-uniform-work-group-size */
    int measured;       /* lanes that ran */
    char why[XL__WHY];
    xl__known *list;
    size_t count, capacity;
    bool changed; /* since it was read from disk */
    bool passing; /* a call failed that may not fail again: nothing of this is kept on disk */
    bool refused; /* usable is no answer: the driver's process died of it before */
    xl__trial ended;
    int ends; /* how often a process that nobody watched has ended while it tried that; 0 = never */
    int mark;
} xl__caps_set;

/* What is known of an ability; zeroed: nothing. */
typedef struct xl__ability_answer {
    bool known, able;
    char why[XL__WHY]; /* not */
} xl__ability_answer;

struct xl__caps {
    xl__os_lock *lock;
    xl__caps_set *first;
    xl__text source; /* of the probe kernel, expanded at the first need */
    cl_command_queue queue;
    xl__ability_answer able[XL__ABILITIES];
    int probed; /* operations that were run to find something out */
};

const xl__known *xl__set_find(const xl__caps_set *set, const xl__op *op, xl__op_type type);
bool xl__set_add(xl__caps_set *set, const xl__known *entry); /* false: no memory */

void xl__set_load(const xl_device *device, xl__caps_set *set);
void xl__set_save(const xl_device *device, xl__caps_set *set); /* where something changed */
/* Takes what another process of the run has found out and written meanwhile. */
void xl__set_learn(const xl_device *device, xl__caps_set *set);

/* Some drivers abort the process when they compile or run what they cannot. Who knows of it is the parent
   process, if there is one that watches (device.h): it is told before a native operation is tried and after
   it, and notes a true death with xl__caps_refuse; a process that was interrupted leaves nothing behind. A
   program that nobody watches leaves a mark on disk, and only the third in a row at one operation counts as
   the driver's refusal. What was refused is left alone by later processes, until someone asks to forget it.
 */
void xl__set_begin_trial(const xl_device *device, xl__caps_set *set, const xl__op *op, xl__op_type type);
void xl__set_end_trial(const xl_device *device, xl__caps_set *set);

#endif
