#include "text/os_memory.h"
#include "job/share.h"
#include <stdlib.h>
#include <string.h>

static bool same_device(const tool_offer *a, const tool_offer *b) {
    return a->node == b->node && strcmp(a->id, b->id) == 0;
}

/* Offers of one machine are in any order. */
void tool_share_out(tool_offer *offers, size_t count, int ranks) {
    int *const load = tool_need(calloc((size_t)ranks, sizeof *load));
    for (size_t i = 0; i < count; i++) {
        tool_offer *least = &offers[i];
        bool seen = false;
        for (size_t k = 0; k < i && !seen; k++) seen = same_device(&offers[k], &offers[i]);
        for (size_t k = i + 1; k < count && !seen; k++)
            if (same_device(&offers[k], &offers[i]) && load[offers[k].rank] < load[least->rank])
                least = &offers[k];
        if (seen) continue;
        least->taken = true;
        load[least->rank]++;
    }
    free(load);
}
