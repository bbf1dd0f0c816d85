/* Forward progress: may a work-item, a sub-group or a work-group wait for another? Plain OpenCL C. When one has given
 * up, the others poll no longer.
 * SPDX-License-Identifier: MIT
 *
 * Every waiter polls at most `polls` times, so every launch ends. words[0] counts waiters, words[1] those that gave up;
 * flags start at words[2]. All words are 0 before the launch. With signal = 0 nothing is ever signalled: then every
 * waiter must give up, which shows that the test can fail.
 */
enum { WAITED, GAVE_UP, FLAGS };

#define READ(word) atomic_or((word), 0u)

static void wait_for(volatile __global uint *words, uint flag, uint polls) {
    uint poll = 0;
    while (poll < polls && READ(words + FLAGS + flag) == 0 && READ(words + GAVE_UP) == 0) ++poll;
    atomic_inc(words + WAITED);
    if (READ(words + FLAGS + flag) == 0) atomic_inc(words + GAVE_UP);
}

static void signal_flag(volatile __global uint *words, uint flag, uint signal) {
    if (signal != 0) atomic_xchg(words + FLAGS + flag, 1u);
}

/* Work-item `first` of each work-group waits for work-item `second` of it. In one branch each: a compiler that runs the
 * waiting branch to its end first never gets to the other.
 */
__kernel void progress_items(__global uint *words, uint polls, uint signal, uint first, uint second) {
    const uint id = (uint)get_local_id(0), flag = (uint)get_group_id(0);
    if (id == first)
        wait_for(words, flag, polls);
    else if (id == second)
        signal_flag(words, flag, signal);
}

/* Work-groups wait for the one that started before them: they take numbers in the order in which they start. */
__kernel void progress_started(__global uint *words, uint polls, uint signal, uint tickets, uint unused) {
    volatile __global uint *shared = words;
    if (get_local_id(0) != 0) return;
    const uint ticket = atomic_inc(shared + tickets) + unused;
    if (ticket > 0) wait_for(words, ticket - 1, polls);
    signal_flag(words, ticket, signal);
}

/* All work-groups wait for the one that starts last. */
__kernel void progress_all(__global uint *words, uint polls, uint signal, uint tickets, uint unused) {
    volatile __global uint *shared = words;
    if (get_local_id(0) != 0) return;
    const uint ticket = atomic_inc(shared + tickets) + unused;
    signal_flag(words, ticket, signal);
    if (ticket + 1 < get_num_groups(0)) wait_for(words, (uint)get_num_groups(0) - 1, polls);
}

/* A lock that one work-item at a time holds: the loop leaves after the work is done (`whole`), or as soon as the lock
 * is taken and does the work after the loop. The second form hangs where work-items of a sub-group go on together only.
 */
__kernel void progress_lock(__global uint *words, uint polls, uint signal, uint whole, uint unused) {
    volatile __global uint *lock = words + FLAGS + get_group_id(0);
    uint poll = 0, done = 0;
    atomic_inc(words + WAITED);
    if (whole != 0) {
        while (poll < polls && done == 0) {
            ++poll;
            if (atomic_cmpxchg(lock, 0u, 1u) == 0) {
                done = 1 + unused;
                if (signal != 0) atomic_xchg(lock, 0u);
            }
        }
    } else {
        while (poll < polls && atomic_cmpxchg(lock, 0u, 1u) != 0) ++poll;
        done = poll < polls;
        if (signal != 0 && done != 0) atomic_xchg(lock, 0u);
    }
    if (done == 0) atomic_inc(words + GAVE_UP);
}
