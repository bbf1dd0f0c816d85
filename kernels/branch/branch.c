/* The table of branch (README.md). */
#include "common/passes_host.h"
#include "table/algorithm.h"

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 1048576, 4294967295.0, "elements", "number of elements"),
    XL__RUNTIME_PARAM("threshold", 42949673, 0, 4294967296.0, NULL,
                      "elements below it are costly; 2^32: all are"),
    XL__RUNTIME_PARAM("rounds", 64, 0, 1048576, "rounds", "rounds of the hash for an expensive element"),
    XL__TUNING_CHOICE(
        "mixed", 1, "branch|select",
        "in mixed sub-groups each lane executes its own case (branch), or all lanes execute both (select)"),
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("x", XL_U32), .shape = {"n"}, .help = "elements"},
    {XL__OUTPUT("y", XL_U32), .shape = {"n"},
     .help = "below the threshold: `rounds` rounds of a hash; otherwise the complement"},
};

/* More shares than elsewhere, because expensive and cheap elements take different times. */
static const xl__size sizes[] = {SHARES_OF("n", "32", "512"), {0}};

#define NUMBERS "uint n, ulong threshold, uint rounds"
#define SHORTCUTS                                                                                            \
    XL__MEASURES({XL__MEASURE("shortcuts", "sub-groups", "sub-groups that executed only the cheap case"),    \
                  .most = "blocks(n, group) * sub_groups"})

static const xl__strategy strategies[] = {
    {XL__KERNEL("plain", "each lane branches", "branch/branch.cl"), .tuning = "group",
     XL__LAUNCH("branch_plain", "x, y, " NUMBERS, "blocks(n, group)")},
    {XL__KERNEL("select", "each lane executes both cases and keeps one result", "branch/branch.cl"),
     .tuning = "group", XL__LAUNCH("branch_select", "x, y, " NUMBERS, "blocks(n, group)")},
    {XL__KERNEL("vote", "a sub-group without an expensive lane executes only the cheap case",
                "branch/branch.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "mixed group", .ops = "all ballot", SHORTCUTS,
     XL__LAUNCH("branch_vote", "x, y, measures, " NUMBERS, "blocks(n, group)")},
    {XL__KERNEL("vote_group", "a work-group without an expensive element executes only the cheap case",
                "branch/branch.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "mixed group", .ops = "any ballot", SHORTCUTS,
     XL__LAUNCH("branch_vote_group", "x, y, measures, " NUMBERS ", local uint sub_groups",
                "blocks(n, group)")},
    {XL__KERNEL("gather",
                "computes cheap elements; lists expensive elements and shares them among the work-group",
                "branch/gather.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", .ops = "ballot broadcast:u32",
     /* Four elements per work-item: PER_ITEM of gather.cl. */
     XL__LAUNCH("branch_gather", "x, y, " NUMBERS ", local uint 4 * group, local uint 1",
                "blocks(n, 4 * group)")},
    {XL__KERNEL("shares", SHARES_HELP("looks at, costly ones by vectors of a list"), "branch/shares.cl"),
     XL__PASSES({SHARES_PASS("branch_shares", "x, y, " NUMBERS ", uint each, local uint 32 + 16")})},
};

/* The cost counts one operation per element, because the number depends on the data. */
extern const xl__strategy xl__planted_branch[];

const xl__algorithm xl__algorithm_branch = {
    .name = "branch",
    .help = "cheap work for most elements, expensive for others",
    XL__LISTS(params, arrays, strategies),
    .planted = xl__planted_branch,
    .sizes = sizes,
    .shape = {"n"},
    /* One GPU of 132 units, one element in a hundred expensive: for 2^22 random elements plain took 43 us,
       gather 14. For runs of 4096 plain took 14 us, gather 17. For fewer elements launches dominate. Two
       cores, a tenth expensive, 250000 random elements, 64 rounds: plain took 1445 us, shares 173, if
       compilers vectorise work-items. Otherwise 2858 and 279. If they vectorise, but half of the elements are
       expensive with 4 rounds, plain took 92 us and shares 114. */
    .automatic = "cpu ? (vectorises && rounds < 12 && threshold > 1000000000 ? plain : shares) : "
                 "n < 1024 * units ? plain : gather",
    .cost = {.bytes = "8 * n",
             .operations = "n",
             .work_items = "strategy == shares ? shares : round_up(n, group)",
             .steps = "(strategy == shares ? each : 1) * (strategy == select || threshold > 0 ? rounds : 1)"},
};
