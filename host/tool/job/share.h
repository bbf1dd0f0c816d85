/*
 * share.h - which rank works on which device, where several see the same ones.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A device that a rank sees and may work on. */
typedef struct tool_offer {
    int node, rank;
    const char *id; /* tells the devices of a machine apart */
    bool taken;     /* set by tool_share_out */
} tool_offer;

/* Each device of each machine is taken by one of the ranks that offer it: in the order of the offers, by
   the rank that has taken the fewest until then, the first of those. Every rank that has the same offers
   comes to the same answer. */
void tool_share_out(tool_offer *offers, size_t count, int ranks);
