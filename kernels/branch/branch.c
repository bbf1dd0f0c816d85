/* branch.c - the table of branch: a cheap way for most elements, a costly one for the others (README.md). */
#include "algorithm.h"

static const xl__param params[] = {
    {.name = "n",
     .role = XL__RUNTIME,
     .initial = 1048576,
     .most = 4294967295.0,
     .unit = "elements",
     .help = "how many",
     .size = true},
    {.name = "threshold",
     .role = XL__RUNTIME,
     .initial = 42949673,
     .most = 4294967296.0,
     .help = "elements below it are costly; 2^32: all are"},
    {.name = "rounds",
     .role = XL__RUNTIME,
     .initial = 64,
     .most = 1048576,
     .unit = "rounds",
     .help = "what a costly element costs"},
    {.name = "mixed",
     .kind = XL__CHOICE,
     .role = XL__TUNING,
     .most = 1,
     .choices = "branch|select",
     .help = "what lanes do that do not agree: each its way, or all both ways"},
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {.name = "x", .types = {XL_U32}, .shape = {"n"}, .help = "elements"},
    {.name = "y",
     .types = {XL_U32},
     .direction = XL__OUT,
     .shape = {"n"},
     .help = "`rounds` rounds of a hash of those below the threshold, the complement of the others"},
};

static const xl__measure shortcuts[] = {{.name = "shortcuts",
                                         .unit = "sub-groups",
                                         .help = "those that took the cheap way as a whole",
                                         .most = "blocks(n, group) * sub_groups"},
                                        {0}};

#define WAY(kernel_name, before_n, more)                                                                     \
    .passes = (const xl__pass[]) {                                                                           \
        {.kernel = (kernel_name),                                                                            \
         .args = "x, y, " before_n "uint n, ulong threshold, uint rounds" more,                              \
         .groups = "blocks(n, group)"},                                                                      \
            {0},                                                                                             \
    }
#define PARTS ", local uint sub_groups"
#define VOTE(kernel_name, more)                                                                              \
    .source = "branch/branch.cl", .flow = XL__GROUP_UNIFORM, .tuning = "mixed group", .measures = shortcuts, \
    WAY(kernel_name, "measures, ", more)
/* Planted kernels are shown problems that hold elements of both kinds. */
#define BOTH "threshold > 1000000 && threshold < 4293967296"
#define BOTH_WHY "with elements of both kinds"
#define WRONG(kernel_name, more)                                                                             \
    .source = "branch/wrong.cl", .flags = XL__WRONG, .flow = XL__GROUP_UNIFORM, .tuning = "group",           \
    WAY(kernel_name, "", more)

static const xl__strategy strategies[] = {
    {.name = "plain",
     .help = "each lane branches",
     .source = "branch/branch.cl",
     .tuning = "group",
     WAY("branch_plain", "", "")},
    {.name = "select",
     .help = "each lane goes both ways and keeps one result",
     .source = "branch/branch.cl",
     .tuning = "group",
     WAY("branch_select", "", "")},
    {.name = "vote",
     .help = "a sub-group without a costly lane takes the cheap way as a whole",
     .ops = "all ballot",
     VOTE("branch_vote", "")},
    {.name = "vote_group",
     .help = "the same of a work-group",
     .ops = "any ballot",
     VOTE("branch_vote_group", PARTS)},
    {.name = "any",
     .help = "one cheap lane takes all others with it",
     .ops = "any ballot",
     .needs = "lanes > 1 && " BOTH,
     .why = "shows over several lanes, " BOTH_WHY,
     WRONG("branch_any", "")},
    {.name = "first_lane",
     .help = "the first lane decides for all",
     .ops = "broadcast:u32",
     .needs = "lanes > 1 && " BOTH,
     .why = "shows over several lanes, " BOTH_WHY,
     WRONG("branch_first_lane", "")},
    {.name = "all_costly",
     .help = "where not all lanes are cheap, all are taken for costly",
     .ops = "all ballot",
     .needs = "lanes > 1 && " BOTH,
     .why = "shows over several lanes, " BOTH_WHY,
     WRONG("branch_all_costly", "")},
    {.name = "ballot_cut",
     .help = "lanes from 32 on have no vote",
     .ops = "ballot",
     .needs = "lanes > 32 && " BOTH,
     .why = "shows over more than 32 lanes, " BOTH_WHY,
     WRONG("branch_ballot_cut", "")},
    {.name = "one_sub_group",
     .help = "the first sub-group votes for the work-group",
     .ops = "all ballot",
     .needs = "sub_groups > 1 && " BOTH,
     .why = "shows over several sub-groups, " BOTH_WHY,
     WRONG("branch_one_sub_group", PARTS)},
    {.name = "at_threshold",
     .help = "an element at the threshold goes the costly way if a neighbour does",
     .ops = "all ballot",
     .needs = "lanes > 1 && " BOTH,
     .why = "shows over several lanes, " BOTH_WHY,
     WRONG("branch_at_threshold", "")},
};

const xl__algorithm xl__algorithm_branch = {
    .name = "branch",
    .help = "a cheap way for most elements, a costly one for the others",
    XL__LISTS(params, arrays, strategies),
    .shape = {"n"},
};
