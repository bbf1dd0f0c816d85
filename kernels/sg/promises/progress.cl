/* Forward progress within a work-group: may a work-item or a sub-group wait for another? Plain OpenCL C.
 * common/abilities.cl has the kernels for work-groups.
 * SPDX-License-Identifier: MIT
 *
 * Every waiter polls at most `polls` times, or until another has given up. words[0] counts waiters, words[1] waiters
 * that gave up; flags start at words[2]. All words are 0 before the launch. With signal = 0 nothing is ever signalled:
 * then every waiter must give up, which shows that the test can fail.
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

/* Work-item `first` of each work-group waits for work-item `second`, in one branch each: a compiler that first runs the
 * waiting branch to its end never gets to the other.
 */
__kernel void progress_items(__global uint *words, uint polls, uint signal, uint first, uint second) {
    const uint id = (uint)get_local_id(0), flag = (uint)get_group_id(0);
    if (id == first)
        wait_for(words, flag, polls);
    else if (id == second)
        signal_flag(words, flag, signal);
}

/* A lock. The loop ends after the work (`whole`), or when the lock is taken, before the work. The second form hangs if
 * work-items of a sub-group only go on together.
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
