/* Tests abilities of a device other than sub-groups. Plain OpenCL C.
 * SPDX-License-Identifier: MIT
 */

enum { TICKET, GAVE_UP, FLAGS }; /* indices into `words`, which start at 0; flags of the tickets from FLAGS on */

#define READ(word) atomic_or((word), 0u) /* an atomic read sees other work-groups' writes */

/* Polls at most `polls` times, until the flag is set or a work-group has given up. words[GAVE_UP] counts waits in
 * vain. */
static void wait_for(volatile __global uint *words, uint flag, uint polls) {
    uint poll = 0;
    while (poll < polls && READ(words + FLAGS + flag) == 0 && READ(words + GAVE_UP) == 0) ++poll;
    if (READ(words + FLAGS + flag) == 0) atomic_inc(words + GAVE_UP);
}

static void signal_flag(volatile __global uint *words, uint flag, uint right) {
    if (right != 0) atomic_xchg(words + FLAGS + flag, 1u);
}

/* Tests forward progress. Every work-group takes a ticket, so tickets are in the order of starts, waits for the previous
 * ticket, then signals the next. Every seventh is delayed by some tens of microseconds; the last waits for all delays
 * and must not report a halt. A work-group that gives up still signals the next, so the launch always ends. right = 0:
 * nothing is signalled, so every waiter must give up, which shows that the test can fail.
 */
__kernel void ability_progress(__global uint *words, uint polls, uint right) {
    if (get_local_id(0) != 0) return;
    volatile __global uint *shared = words;
    const uint ticket = atomic_inc(shared + TICKET);
    if (ticket > 0) wait_for(shared, ticket - 1, polls);
    uint late = ticket % 7 == 3 ? 64 : 0;
    while (late > 0 && READ(shared + GAVE_UP) == 0) --late;
    signal_flag(shared, ticket, right);
}

/* The same, but all work-groups wait for the one that starts last. */
__kernel void ability_fair(__global uint *words, uint polls, uint right) {
    if (get_local_id(0) != 0) return;
    volatile __global uint *shared = words;
    const uint ticket = atomic_inc(shared + TICKET), last = (uint)get_num_groups(0) - 1;
    signal_flag(shared, ticket, right);
    if (ticket < last) wait_for(shared, last, polls);
}

#ifndef LARGEST_GROUP
#define LARGEST_GROUP 1
#endif

/* A kernel compiled for the largest work-group runs in one: all work-items add their number plus 1 in local memory.
 * words[TICKET] counts work-groups, words[GAVE_UP] those with a wrong sum. right = 0: the last work-item adds nothing.
 */
__kernel __attribute__((reqd_work_group_size(LARGEST_GROUP, 1, 1))) void ability_full_groups(__global uint *words, uint polls, uint right) {
    __local uint sum;
    const uint id = (uint)get_local_id(0);
    if (id == 0) sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (right != 0 || id + 1 < LARGEST_GROUP) atomic_add(&sum, id + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id != 0) return;
    if (sum != (uint)LARGEST_GROUP * (LARGEST_GROUP + 1) / 2) atomic_inc(words + GAVE_UP);
    atomic_inc(words + TICKET);
    if (polls == 0) words[FLAGS] = 0; /* some compilers remove an argument that is never read */
}
