/* Table entries of shared passes: offsets.cl, look-back (lookback.h), shares for a CPU's cores. */
#pragma once

#include "table/algorithm.h"

/* The passes after a count per tile of "tiles": positions, and the sum in the output `total`. OFFSETS_COUNTS
   counts an array of numbers. Strategies add the operations: .ops = "ballot " OFFSETS_OPS. */
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

/* `words` words by which the work-groups of one launch communicate. A run that may keep state finds the
   previous run's words; for any other run a fill clears them first. STATES_LAUNCH: the passes of a kernel
   with the arguments `before`, the words, `behind`. */
#define STATES_AREAS(words)                                                                                  \
    {.name = "states", .type = "uint", .count = (words)}, {                                                  \
        .name = "kept_states", .type = "uint", .count = (words), .kept = true                                \
    }
#define STATES_LAUNCH(kernel_name, before, behind, how_many)                                                 \
    {.fill = "states", .when = "kept == 0"},                                                                 \
        {XL__PASS(kernel_name, before ", states, " behind, how_many), .when = "kept == 0"}, {                \
        XL__PASS(kernel_name, before ", kept_states, " behind, how_many), .when = "kept"                     \
    }

/* A look-back over "tiles": for each tile a word per 16 bits of a value, after the four words of the head
   (lookback.h). */
#define LOOKBACK_WHY "needs work-groups that may wait for earlier ones (crosslane devices)"
#define LOOKBACK_STATES(value_bytes) STATES_AREAS("4 + tiles * (" value_bytes ") / 2")
#define LOOKBACK_LAUNCH(kernel_name, before, behind) STATES_LAUNCH(kernel_name, before, behind, "tiles")
#define LOOKBACK_FALLBACKS                                                                                   \
    XL__MEASURE("fallbacks", "tiles", "tiles that a work-group read again instead of waiting"), .varies = true

/* A count on the device (algorithm.h): parameter, arrays (the first named by the algorithm), size, area,
   first pass. Later kernels use at most `most` elements, usually "n". */
#define COUNTED_PARAM                                                                                        \
    XL__CHOICE_PARAM("counted", 2, "none|u32|u64",                                                           \
                     "type of the array that holds the element count, if only the device knows it")
#define COUNTED_ARRAYS(name)                                                                                 \
    {XL__INPUT(name, XL_U32, XL_U64), .direction = XL__IN_OPTIONAL, .typed_by = "counted",                   \
     .shape = {"has_count"}, .help = "number of elements; only the first n are used"},                       \
    {                                                                                                        \
        XL__OUTPUT("status", XL_U32, XL_U64), .typed_by = "counted", .shape = {"has_count"},                 \
                                              .help = "1 if the count is above n, so only n elements were "  \
                                                      "used; otherwise 0; empty without a count"             \
    }
#define COUNTED_SIZE                                                                                         \
    { .name = "has_count", .is = "counted == none ? 0 : 1" }
#define COUNTED_AREA                                                                                         \
    { .name = "count_now", .type = "ulong", .count = "has_count" }
#define COUNTED_TAKE(name, most)                                                                             \
    {                                                                                                        \
        XL__PASS("common/counted.cl:counted_take", name ", status, count_now, ulong n, ulong " most, "1"),   \
            .group = "1", .when = "counted != none"                                                          \
    }

/* Shares of n (or `elements`) consecutive elements for CPUs: a few per core, each of at least `least`. A
   share is a work-group of one work-item with `each` elements in whole vectors. SHARES_HELP: the text of
   list; `does` is like "counts, then writes". */
#define SHARES_HELP(does) "a few work-items per core, each with a run of elements that it " does ": for CPUs"
#define SHARES SHARES_OF("n", "4", "16")
#define SHARES_OF(elements, per_core, least)                                                                 \
    {.name = "each", .is = "max(" least ", round_up(blocks(" elements ", " per_core " * units), 16))"}, {    \
        .name = "shares", .is = "max(1, blocks(" elements ", each))"                                         \
    }
#define SHARES_PASS(kernel_name, arguments) XL__PASS(kernel_name, arguments, "shares"), .group = "1"
