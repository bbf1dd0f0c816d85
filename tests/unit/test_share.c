/* Devices assigned to ranks. */
#include "support/suite.h"
#include "job/share.h"
#include <string.h>

enum { MOST = 64 };

/* The ranks of a node see the same devices "0", "1", ... */
static size_t add_node(tool_offer *offers, size_t count, int node, int first, int end, int devices) {
    static const char *const ids[] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    for (int rank = first; rank < end; rank++)
        for (int d = 0; d < devices; d++)
            offers[count++] = (tool_offer){.node = node, .rank = rank, .id = ids[d]};
    return count;
}

static int load_of(const tool_offer *offers, size_t count, int rank) {
    int load = 0;
    for (size_t i = 0; i < count; i++) load += offers[i].rank == rank && offers[i].taken;
    return load;
}

static void expect_once(const tool_offer *offers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int taken = 0;
        for (size_t k = 0; k < count; k++)
            taken += offers[k].taken && offers[k].node == offers[i].node &&
                     strcmp(offers[k].id, offers[i].id) == 0;
        ck_assert_int_eq(taken, 1);
    }
}

TEST(each_once_and_evenly) {
    for (int ranks = 1; ranks <= 7; ranks++)
        for (int devices = 1; devices <= 8; devices++) {
            tool_offer offers[MOST];
            const size_t count = add_node(offers, 0, 1, 0, ranks, devices);
            tool_share_out(offers, count, ranks);
            expect_once(offers, count);
            for (int r = 0; r < ranks; r++) {
                const int load = load_of(offers, count, r);
                ck_assert_msg(load == devices / ranks || load == (devices + ranks - 1) / ranks, "%d of %d",
                              load, devices);
            }
        }
}

TEST(nodes_do_not_mix) {
    tool_offer offers[MOST];
    size_t count = add_node(offers, 0, 1, 0, 2, 3);
    count = add_node(offers, count, 2, 2, 3, 3);
    tool_share_out(offers, count, 3);
    expect_once(offers, count);
    ck_assert_int_eq(load_of(offers, count, 2), 3);
}

TEST(a_rank_gets_the_device_that_only_it_sees) {
    tool_offer offers[] = {{1, 0, "a", false}, {1, 1, "b", false}, {1, 1, "a", false}, {1, 2, "c", false}};
    tool_share_out(offers, 4, 3);
    expect_once(offers, 4);
    ck_assert(offers[0].taken && offers[1].taken && offers[3].taken);
}
