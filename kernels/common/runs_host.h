/* Table entries of algorithms whose elements become runs of outputs in one pass (runs.h).
 * SPDX-License-Identifier: MIT
 */
#ifndef RUNS_HOST_H_INCLUDED
#define RUNS_HOST_H_INCLUDED

#include "common/passes_host.h"

/* One item keeps all units of a large GPU busy at 2^16 elements (expand: 9 us, against 14 us with four
 * items). At 2^20 four items are faster: 29 us, against 36 us. */
static double runs_settle_items(const xl__problem *problem, double asked) {
    return xl__fit_units(problem, asked, 4.0);
}

/* Place it after the parameter "group". */
#define RUNS_ITEMS_PARAM                                                                                     \
    {                                                                                                        \
        XL__NUMBER(XL__TUNING, "items", 0, 0, 16, NULL, "elements per work-item; 0 = chosen"),               \
            .settle = runs_settle_items                                                                      \
    }

/* One pass over "parts" tiles; `values`: local memory for the runs' sources. */
#define RUNS_SIZE                                                                                            \
    { .name = "parts", .is = "blocks(n, group * items)" }
#define RUNS_STATES STATES_AREAS("4 + parts * 2")
#define RUNS_OPS "scan_exclusive_add:u32 scan_inclusive_add:u32 reduce_max:u32 shuffle_up:u32 broadcast:u32"
#define RUNS_LOOK_BACK                                                                                       \
    .flow = XL__GROUP_UNIFORM, .tuning = "items group", .ops = RUNS_OPS, .defines = "ON_CPU=cpu",            \
    XL__MEASURES({LOOKBACK_FALLBACKS})
#define RUNS_LAUNCH(kernel_name, before, behind, values)                                                     \
    STATES_LAUNCH(kernel_name, before,                                                                       \
                  behind ", uint 4096, local uint 2 * sub_groups, local uint group * items, " values         \
                         ", local uint 1",                                                                   \
                  "parts")

#endif
