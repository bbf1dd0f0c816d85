#include "caps/caps.h"
#include "caps/caps_set.h"
#include "base/calls.h"
#include <stdio.h>
#include <stdlib.h>

xl__caps *xl__caps_make(void) {
    xl__caps *caps = calloc(1, sizeof *caps);
    if (!caps) return NULL;
    caps->lock = xl__os_lock_make();
    if (!caps->lock) {
        free(caps);
        return NULL;
    }
    return caps;
}

void xl__caps_free(xl__caps *caps) {
    if (!caps) return;
    for (xl__caps_set *at = caps->first, *next; at; at = next) {
        next = at->next;
        free(at->list);
        free(at);
    }
    xl__text_free(&caps->source);
    if (caps->queue) clReleaseCommandQueue(caps->queue);
    xl__os_lock_free(caps->lock);
    free(caps);
}

int xl__count_probed(xl_device *device) {
    xl__os_lock_enter(device->caps->lock);
    const int probed = device->caps->probed;
    xl__os_lock_leave(device->caps->lock);
    return probed;
}

/* ---- refused operations --------------------------------------------------------------------------- */

static bool describe(const xl__caps_set *s, const xl__recent *known, size_t *index, char *text, size_t size) {
    if (*index > 0) {
        --*index;
        return false;
    }
    int used = snprintf(text, size, "backend %s at %d lanes", s->target.backend->name, s->target.width);
    if (known && used > 0 && (size_t)used < size)
        used += snprintf(text + used, size - (size_t)used, ", sg_%s of %s", known->op->name,
                         xl__op_type_get(known->type)->name);
    if (used > 0 && (size_t)used < size)
        snprintf(text + used, size - (size_t)used, ": %s", known ? known->result.note : s->why);
    return true;
}

bool xl__caps_left_out(xl_device *device, size_t index, char *text, size_t size) {
    bool found = false;
    xl__os_lock_enter(device->caps->lock);
    for (const xl__caps_set *s = device->caps->first; s && !found; s = s->next) {
        if (s->refused) found = describe(s, NULL, &index, text, size);
        for (size_t i = 0; i < s->count && !found; i++)
            if (s->list[i].refused) found = describe(s, &s->list[i], &index, text, size);
    }
    xl__os_lock_leave(device->caps->lock);
    return found;
}
