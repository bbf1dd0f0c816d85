/* passes_host.h - what tables say of the passes that several algorithms share: offsets.cl, and a look-back
 * (lookback.h). */
#ifndef PASSES_HOST_H
#define PASSES_HOST_H

#include "table/algorithm.h"

/* What is counted in each of "tiles" becomes the place where the tile begins, and the output `total` their
   sum: the passes behind that which counts. OFFSETS_COUNTS: it counts an array of numbers. A strategy that
   has these passes names what they need beside its own: .ops = "ballot " OFFSETS_OPS. */
#define OFFSETS_OPS "scan_exclusive_add:u32 shuffle_up:u32"
#define OFFSETS_COUNTS_OPS "reduce_add:u32 shuffle_xor:u32 " OFFSETS_OPS
#define OFFSETS_AREA                                                                                         \
    { .name = "offsets", .type = "uint", .count = "max(1, tiles)" }
#define OFFSETS_COUNTS(array, elements)                                                                      \
    {                                                                                                        \
        XL__PASS("common/offsets.cl:offsets_counts",                                                         \
                 array ", offsets, uint " elements ", local uint sub_groups", "tiles")                       \
    }
#define OFFSETS_FROM_COUNTS(total)                                                                           \
    {                                                                                                        \
        XL__PASS("common/offsets.cl:offsets_from_counts",                                                    \
                 "offsets, " total ", uint tiles, local uint sub_groups", "1")                               \
    }

/* A look-back over "tiles". The states are a ticket, then of each tile a word for every 16 bits of a value; a
   fill makes them 0. */
#define LOOKBACK_WHY "needs work-groups that may wait for earlier ones (crosslane devices)"
#define LOOKBACK_STATES(value_bytes)                                                                         \
    { .name = "states", .type = "uint", .count = "1 + tiles * (" value_bytes ") / 2" }
#define LOOKBACK_FALLBACKS                                                                                   \
    XL__MEASURE("fallbacks", "tiles", "tiles that a work-group read again in place of waiting for them")

#endif
