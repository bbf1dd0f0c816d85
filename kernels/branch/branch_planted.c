/* Mistakes planted in branch, which verify must find. */
#include "table/algorithm.h"

/* Elements of both kinds. */
#define MIXED "threshold > 1000000 && threshold < 4293967296"

const xl__strategy xl__planted_branch[] = {
    {XL__CHANGED("any", "vote", "one cheap lane makes all others cheap",
                 {"sg_all(sg, !costly)", "sg_any(sg, !costly)"}),
     .edited_in = "branch_vote", .ops = "any ballot", .needs = "lanes > 1 && " MIXED,
     .why = "shows over several lanes, with elements of both kinds"},
    {XL__CHANGED("first_lane", "vote", "the first lane decides for all",
                 {"sg_all(sg, !costly)", "(int)sg_broadcast(sg, (uint)!costly, 0u)"}),
     .edited_in = "branch_vote", .ops = "broadcast:u32", .needs = "lanes > 1 && " MIXED,
     .why = "shows over several lanes, with elements of both kinds"},
    {XL__CHANGED("all_costly", "vote", "if not all lanes are cheap, all count as expensive",
                 {"branch_mixed(v, costly, rounds)", "branch_costly(v, rounds)"}),
     .edited_in = "branch_vote", .needs = "lanes > 1 && " MIXED,
     .why = "shows over several lanes, with elements of both kinds"},
    {XL__CHANGED("ballot_cut", "vote", "lanes from 32 on have no vote",
                 {"sg_all(sg, !costly)", "sg_mask_words(sg_ballot(sg, costly)).s0 == 0"}),
     .edited_in = "branch_vote", .ops = "ballot", .needs = "lanes > 32 && " MIXED,
     .why = "shows over more than 32 lanes, with elements of both kinds"},
    {XL__CHANGED("one_sub_group", "vote_group", "the first sub-group votes for the work-group",
                 {"const int all_cheap = sg_group_all(sg, !costly, parts);",
                  "const int vote = sg_all(sg, !costly); if (get_local_id(0) == 0) parts[0] = (uint)vote; "
                  "sg_group_barrier_local(sg); const int all_cheap = (int)parts[0];"}),
     .edited_in = "branch_vote_group", .ops = "all ballot", .needs = "sub_groups > 1 && " MIXED,
     .why = "shows over several sub-groups, with elements of both kinds"},
    {XL__CHANGED("at_threshold", "vote", "an element at the threshold is expensive if a neighbour is",
                 {"branch_mixed(v, costly, rounds)", "branch_mixed(v, v <= threshold, rounds)"}),
     .edited_in = "branch_vote", .needs = "lanes > 1 && " MIXED,
     .why = "shows over several lanes, with elements of both kinds"},
    {XL__CHANGED("one_each", "gather",
                 "each work-item processes one expensive element of the list, the rest is lost",
                 {"for (uint j = item; j < listed[0]; j += SG_GROUP_SIZE)",
                  "for (uint j = item; j < min(listed[0], (uint)SG_GROUP_SIZE); j += SG_GROUP_SIZE)"}),
     .needs = "threshold > 1000000000 && threshold < 4293967296 && n > 4 * group",
     .why = "shows if more elements are expensive than a work-group has work-items"},
    {XL__CHANGED("full_lists", "shares", "the elements of the last, incomplete list are lost",
                 {"if (listed > 0) compute", "if (listed >= LISTED) compute"}),
     .needs = MIXED, .why = "shows with elements of both kinds"},
    {0},
};
