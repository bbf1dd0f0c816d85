/*
 * share.h - which rank works on which device, where several see the same ones.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A device that a rank sees and may work on. */
typedef struct tool_offer {
    int node, rank;
    const char *id; /* distinguishes the devices of a machine */
    bool taken;     /* set by tool_share_out */
} tool_offer;

/* Assigns each device of each machine to one of the ranks that offer it: in the order of the offers, to the
 * rank with the fewest devices so far, the first of equals. Every rank with the same offers computes the same
 * result. */
void tool_share_out(tool_offer *offers, size_t count, int ranks);
