/* What random structured programs record: the host writes them after this text
 * (host/tool/promises/branch_text.c).
 * SPDX-License-Identifier: MIT
 */
#include "sg/promises/together.h"

/* The place of a lane's next record; its records are `stride` apart. [statement, turns of the loops around
 * it, mask of the lanes that are here together].
 */
typedef struct seen_at {
    __global uint4 *next;
    uint stride;
} seen_at;

#define SEE(node, turns) see(seen, node, turns)
static void see(seen_at *seen, uint node, uint turns) {
    const ulong mask = together();
    *seen->next = (uint4)(node, turns, (uint)mask, (uint)(mask >> 32));
    seen->next += seen->stride;
}

/* The same in a condition, whose value it returns. */
#define SEEN_IF(node, turns, value) seen_if(seen, node, turns, value)
static int seen_if(seen_at *seen, uint node, uint turns, int value) {
    see(seen, node, turns);
    return value;
}
