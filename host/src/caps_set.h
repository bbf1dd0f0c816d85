/*
 * caps_set.h - what is known of a backend at a width, and its entry in the disk cache. Part of caps.c.
 */
#ifndef XL_CAPS_SET_H
#define XL_CAPS_SET_H

#include "caps.h"

enum { XL__WHY = 256 };

typedef struct xl__known {
    const xl__op *op;
    xl__op_type type;
    xl__probe_result result;
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
} xl__caps_set;

const xl__known *xl__set_find(const xl__caps_set *set, const xl__op *op, xl__op_type type);
bool xl__set_add(xl__caps_set *set, const xl__known *entry); /* false: no memory */

void xl__set_load(const xl_device *device, xl__caps_set *set);
void xl__set_save(const xl_device *device, xl__caps_set *set); /* where something changed */

/* Some drivers abort the process when they compile or run what they cannot. So a note is left on disk before
   a native operation is tried and taken away after it: xl__set_load takes a note whose process is gone for a
   refusal, and the next process gets on without that operation, or without the backend. */
void xl__set_note(const xl_device *device, const xl__caps_set *set, const xl__op *op, xl__op_type type);
void xl__set_drop_note(const xl_device *device, const xl__caps_set *set);

#endif
