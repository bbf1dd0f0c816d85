/* share.h - divides a machine's devices among its ranks. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A device that a rank may work on. */
typedef struct tool_offer {
    int node, rank;
    const char *id; /* among the devices of a machine */
    bool taken;     /* set by tool_share_out */
} tool_offer;

/* Each device goes to the first of the ranks that offer it with the fewest devices so far, in the order of
 * the offers. Every rank computes the same.
 */
void tool_share_out(tool_offer *offers, size_t count, int ranks);
