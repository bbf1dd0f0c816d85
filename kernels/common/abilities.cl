/* What the host runs to find out whether work-groups may wait for each other. Plain OpenCL C.
 * SPDX-License-Identifier: MIT
 */

enum { TICKET, GAVE_UP, FLAGS }; /* places in `words`, which are 0 at the start; flags of the tickets from FLAGS on */

#define READ(word) atomic_or((word), 0u) /* what another work-group writes is read by an atomic too */

/* Every work-group takes a ticket, so that tickets are in the order in which work-groups start. Then it waits for the
 * one before it, at most `polls` times, and tells the one behind it. Each seventh is late on purpose, by some tens of
 * microseconds: the last one waits for all of them together, and must not take that for a halt. One that gives up
 * tells the next one all the same, and then nobody waits any more: the launch ends whatever the device does.
 * words[GAVE_UP] is 0 when nobody had to give up.
 */
__kernel void ability_progress(__global uint *words, uint polls) {
    if (get_local_id(0) != 0) return;
    volatile __global uint *shared = words;
    const uint ticket = atomic_inc(shared + TICKET);
    if (ticket > 0) {
        uint poll = 0;
        while (poll < polls && READ(shared + FLAGS + ticket - 1) == 0 && READ(shared + GAVE_UP) == 0) ++poll;
        if (READ(shared + FLAGS + ticket - 1) == 0) atomic_inc(shared + GAVE_UP);
    }
    uint late = ticket % 7 == 3 ? 64 : 0;
    while (late > 0 && READ(shared + GAVE_UP) == 0) --late;
    atomic_xchg(shared + FLAGS + ticket, 1u);
}
