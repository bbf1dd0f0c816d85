/* Kernels that test abilities of a device other than sub-groups. Plain OpenCL C.
 * SPDX-License-Identifier: MIT
 */

enum { TICKET, GAVE_UP, FLAGS }; /* indices into `words`, which start at 0; flags of the tickets from FLAGS on */

#define READ(word) atomic_or((word), 0u) /* an atomic read sees other work-groups' writes */

/* Tests forward progress. Every work-group takes a ticket, so tickets follow the order in which work-groups start.
 * Then it waits for the previous ticket, at most `polls` times, and signals the next. Every seventh work-group is
 * delayed by some tens of microseconds; the last one waits for all delays and must not report a halt. A work-group
 * that gives up still signals the next, so no other work-group waits and the launch always ends. words[GAVE_UP] is 0
 * if no work-group gave up.
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

#ifndef LARGEST_GROUP
#define LARGEST_GROUP 1
#endif

/* Tests whether a kernel compiled for the largest work-group runs in one: all work-items add their number plus 1 in
 * local memory. words[TICKET] counts work-groups, words[GAVE_UP] those with a wrong sum.
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
    if (polls == 0) words[FLAGS] = 0; /* some compilers remove an argument that is never read */
}
