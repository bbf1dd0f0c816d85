/* What the host runs to find out what a device can do beside sub-groups. Plain OpenCL C.
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

/* The device's largest work-group. */
#ifndef LARGEST_GROUP
#define LARGEST_GROUP 1
#endif

/* Whether a kernel that is compiled for the largest work-group runs in one: all its work-items add their number, counted
 * from 1, in local memory. words[TICKET] is the number of work-groups, words[GAVE_UP] of those with another sum.
 */
__kernel __attribute__((reqd_work_group_size(LARGEST_GROUP, 1, 1))) void ability_full_groups(__global uint *words,
                                                                                             uint polls) {
    __local uint sum;
    const uint id = (uint)get_local_id(0);
    if (id == 0) sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, id + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id != 0) return;
    if (sum != (uint)LARGEST_GROUP * (LARGEST_GROUP + 1) / 2) atomic_inc(words + GAVE_UP);
    atomic_inc(words + TICKET);
    if (polls == 0) words[FLAGS] = 0; /* an argument that nobody reads is left out by some compilers */
}
