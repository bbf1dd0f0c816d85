/* branch.c - the table of branch: a cheap case for most elements, an expensive one for the others
   (README.md). */
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

/* More shares than elsewhere, because shares of expensive and of cheap elements take different times. */
static const xl__size sizes[] = {SHARES_OF("n", "32", "512"), {0}};

#define NUMBERS "uint n, ulong threshold, uint rounds"
#define PARTS ", local uint sub_groups"
#define RIGHT(word, what) XL__KERNEL(word, what, "branch/branch.cl")
#define ALONE(kernel_name) .tuning = "group", XL__LAUNCH(kernel_name, "x, y, " NUMBERS, "blocks(n, group)")
#define VOTE(kernel_name, more)                                                                              \
    .flow = XL__GROUP_UNIFORM, .tuning = "mixed group",                                                      \
    XL__MEASURES({XL__MEASURE("shortcuts", "sub-groups", "sub-groups that executed only the cheap case"),    \
                  .most = "blocks(n, group) * sub_groups"}),                                                 \
    XL__LAUNCH(kernel_name, "x, y, measures, " NUMBERS more, "blocks(n, group)")
/* Four elements per work-item, PER_ITEM of gather.cl. */
#define GATHER(kernel_name)                                                                                  \
    .tuning = "group",                                                                                       \
    XL__LAUNCH(kernel_name, "x, y, " NUMBERS ", local uint 4 * group, local uint 1", "blocks(n, 4 * group)")
#define BY_SHARES                                                                                            \
    XL__PASSES({SHARES_PASS("branch_shares", "x, y, " NUMBERS ", uint each, local uint 32 + 16")})
/* Planted: a correct kernel with an edit. */
#define CHANGED(word, bug, kernel_name, more, ...)                                                           \
    XL__EDITED(word, bug, "branch/branch.cl", __VA_ARGS__), .edited_in = (kernel_name),                      \
                                                            VOTE(kernel_name, more)
#define VOTES "sg_all(sg, !costly)"
#define MIXED "branch_mixed(v, costly, rounds)"
/* Planted kernels run on problems with elements of both kinds. */
#define SHOWS(condition, where)                                                                              \
    .needs = condition " && threshold > 1000000 && threshold < 4293967296",                                  \
    .why = "shows over " where ", with elements of both kinds"

static const xl__strategy strategies[] = {
    {RIGHT("plain", "each lane branches"), ALONE("branch_plain")},
    {RIGHT("select", "each lane executes both cases and keeps one result"), ALONE("branch_select")},
    {RIGHT("vote", "a sub-group without an expensive lane executes only the cheap case"), .ops = "all ballot",
     VOTE("branch_vote", "")},
    {RIGHT("vote_group", "a work-group without an expensive element executes only the cheap case"),
     .ops = "any ballot", VOTE("branch_vote_group", PARTS)},
    {XL__KERNEL("gather",
                "computes cheap elements; lists expensive elements and shares them among the work-group",
                "branch/gather.cl"),
     .flow = XL__GROUP_UNIFORM, .ops = "ballot broadcast:u32", GATHER("branch_gather")},
    {XL__KERNEL("shares", SHARES_HELP("looks at, costly ones by vectors of a list"), "branch/shares.cl"),
     BY_SHARES},
    {CHANGED("any", "one cheap lane makes all others cheap", "branch_vote", "",
             {VOTES, "sg_any(sg, !costly)"}),
     .ops = "any ballot", SHOWS("lanes > 1", "several lanes")},
    {CHANGED("first_lane", "the first lane decides for all", "branch_vote", "",
             {VOTES, "(int)sg_broadcast(sg, (uint)!costly, 0u)"}),
     .ops = "broadcast:u32", SHOWS("lanes > 1", "several lanes")},
    {CHANGED("all_costly", "if not all lanes are cheap, all count as expensive", "branch_vote", "",
             {MIXED, "branch_costly(v, rounds)"}),
     .ops = "all ballot", SHOWS("lanes > 1", "several lanes")},
    {CHANGED("ballot_cut", "lanes from 32 on have no vote", "branch_vote", "",
             {VOTES, "sg_mask_words(sg_ballot(sg, costly)).s0 == 0"}),
     .ops = "ballot", SHOWS("lanes > 32", "more than 32 lanes")},
    {CHANGED("one_sub_group", "the first sub-group votes for the work-group", "branch_vote_group", PARTS,
             {"const int all_cheap = sg_group_all(sg, !costly, parts);",
              "const int vote = sg_all(sg, !costly); if (get_local_id(0) == 0) parts[0] = (uint)vote; "
              "sg_group_barrier_local(sg); const int all_cheap = (int)parts[0];"}),
     .ops = "all ballot", SHOWS("sub_groups > 1", "several sub-groups")},
    {CHANGED("at_threshold", "an element at the threshold is expensive if a neighbour is", "branch_vote", "",
             {MIXED, "branch_mixed(v, v <= threshold, rounds)"}),
     .ops = "all ballot", SHOWS("lanes > 1", "several lanes")},
    {XL__EDITED("one_each", "each work-item processes one expensive element of the list, the rest is lost",
                "branch/gather.cl",
                {"for (uint j = item; j < listed[0]; j += SG_GROUP_SIZE)",
                 "for (uint j = item; j < min(listed[0], (uint)SG_GROUP_SIZE); j += SG_GROUP_SIZE)"}),
     .needs = "threshold > 1000000000 && threshold < 4293967296 && n > 4 * group",
     .why = "shows if more elements are expensive than a work-group has work-items",
     .flow = XL__GROUP_UNIFORM, .ops = "ballot broadcast:u32", GATHER("branch_gather")},
    {XL__EDITED("full_lists", "the elements of the last, incomplete list are lost", "branch/shares.cl",
                {"if (listed > 0) compute", "if (listed >= LISTED) compute"}),
     .needs = "threshold > 1000000 && threshold < 4293967296", .why = "shows with elements of both kinds",
     BY_SHARES},
};

/* The number of operations depends on the data: the cost counts one per element. A lane of `select` always
   does all rounds. */
const xl__algorithm xl__algorithm_branch = {
    .name = "branch",
    .help = "cheap work for most elements, expensive for others",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .shape = {"n"},
    /* One GPU of 132 units, one element in a hundred expensive: for 2^22 random elements plain took 43 us,
       gather 14; for runs of 4096 plain took 14 us, gather 17. For fewer elements launches dominate. Two
       cores, a tenth expensive, 250000 random elements, 64 rounds: plain took 1445 us, shares 173, if
       compilers vectorise work-items; otherwise 2858 and 279. If they vectorise, but half of the
       elements are expensive with 4 rounds, plain took 92 us and shares 114. */
    .automatic = "cpu ? (vectorises && rounds < 12 && threshold > 1000000000 ? plain : shares) : "
                 "n < 4096 * units || rounds < 16 ? plain : gather",
    .cost = {.bytes = "8 * n",
             .operations = "n",
             .work_items = "strategy == shares ? shares : round_up(n, group)",
             .steps = "(strategy == shares ? each : 1) * (strategy == select || threshold > 0 ? rounds : 1)"},
};
