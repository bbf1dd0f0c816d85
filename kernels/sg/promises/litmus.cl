/* Litmus tests: may two work-items see each other's stores in an unexpected order? Plain OpenCL C.
 * SPDX-License-Identifier: MIT
 *
 * After Alglave et al., "GPU concurrency: weak behaviours and programming assumptions" (2015). From Levine et
 * al., "MC Mutants" (2023). Many instances run at the same time, between two halves of the launch.
 *
 *   test               role 0            role 1            unexpected
 *   message passing    x = 1; y = 1      a = y; b = x      a = 1, b = 0
 *   store buffering    x = 1; a = y      y = 1; b = x      a = 0, b = 0
 *   load buffering     a = x; y = 1      b = y; x = 1      a = 1, b = 1
 *   coherence          x = 1             a = x; b = x      a = 1, b = 0
 *
 * Every kernel exists for each method of access, with and without a fence between the two accesses.
 *
 * LITMUS_ATOMICS_2 is 1 if the device has OpenCL 2.0 atomics of device scope with acquire and release.
 * x, y [instances]: 0 before the launch. The place of instance i in y is shuffled.
 * seen [instances]: 2 * a + b of the instance, 4 before the launch; role 0 and role 1 add their parts.
 * met [pairs]: 0 before the launch; counts work-groups that reached a round.
 * Work-groups 2p and 2p + 1 are pair p. instances = pairs * local size * rounds, a power of two.
 */
#define INSTANCES (get_num_groups(0) / 2 * get_local_size(0) * rounds)

#define ANY_FENCE (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define NO_FENCE

#define PLAIN_LOAD(p) (*(p))
#define PLAIN_STORE(p, v) (*(p) = (v))
#define VOLATILE_LOAD(p) (*(volatile LITMUS_SPACE uint *)(p))
#define VOLATILE_STORE(p, v) (*(volatile LITMUS_SPACE uint *)(p) = (v))
#define ATOMIC_LOAD(p) atomic_or((volatile LITMUS_SPACE uint *)(p), 0u)
#define ATOMIC_STORE(p, v) ((void)atomic_xchg((volatile LITMUS_SPACE uint *)(p), (uint)(v)))
#define OLD_FENCE mem_fence(ANY_FENCE);

#define NEW_LOAD(p)                                                                                                    \
    atomic_load_explicit((volatile LITMUS_SPACE atomic_uint *)(p), memory_order_relaxed, memory_scope_device)
#define NEW_STORE(p, v)                                                                                                \
    atomic_store_explicit((volatile LITMUS_SPACE atomic_uint *)(p), (uint)(v), memory_order_relaxed,                   \
                          memory_scope_device)
#define NEW_FENCE atomic_work_item_fence(ANY_FENCE, memory_order_seq_cst, memory_scope_device);

/* Waits until both work-groups of the pair have begun the round, for at most `polls` reads. A pair that fails to meet
 * once never waits again. The barriers order the work-group itself.
 */
static void meet(volatile __global uint *met, __local uint *apart, uint round, uint polls) {
    barrier(ANY_FENCE);
    if (get_local_id(0) == 0) {
        volatile __global uint *counter = met + get_group_id(0) / 2;
        uint poll = 0;
        if (round == 0) *apart = 0;
        atomic_inc(counter);
        while (*apart == 0 && poll < polls && atomic_or(counter, 0u) < 2 * (round + 1)) ++poll;
        if (poll == polls) *apart = 1;
    }
    barrier(ANY_FENCE);
}

/* Role 1 takes its pair's instances in another order than role 0. */
static uint instance_of(uint round, uint role) {
    const uint size = (uint)get_local_size(0), own = (uint)get_local_id(0);
    const uint slot = role == 0 ? own : (own * 5u + 3u + round) % size;
    return (round * ((uint)get_num_groups(0) / 2u) + (uint)get_group_id(0) / 2u) * size + slot;
}

static uint shuffled(uint i, uint instances) {
    return (i * 40503u + 7u) & (instances - 1u);
}

/* Between two work-groups. ROLE_0 and ROLE_1 use X and Y, and may set a and b. */
#define BETWEEN_GROUPS(name, ROLE_0, ROLE_1)                                                                           \
    __kernel void groups_##name(__global uint *x, __global uint *y, __global uint *seen, __global uint *met,           \
                                uint rounds, uint polls) {                                                             \
        __local uint apart;                                                                                            \
        const uint role = (uint)get_group_id(0) & 1u;                                                                  \
        for (uint round = 0; round < rounds; round++) {                                                                \
            const uint i = instance_of(round, role);                                                                   \
            __global uint *const X = x + i, *const Y = y + shuffled(i, (uint)INSTANCES);                               \
            uint a = 0, b = 0;                                                                                         \
            meet(met, &apart, round, polls);                                                                           \
            if (role == 0) {                                                                                           \
                ROLE_0                                                                                                 \
            } else {                                                                                                   \
                ROLE_1                                                                                                 \
            }                                                                                                          \
            atomic_add(seen + i, 2u * a + b);                                                                          \
        }                                                                                                              \
    }

/* Between the two halves of a work-group, in local memory. The same arrays; `met` is not used. */
enum { LITMUS_LOCAL = 256 };
#define WITHIN_GROUP(name, ROLE_0, ROLE_1)                                                                             \
    __kernel void local_##name(__global uint *x, __global uint *y, __global uint *seen, __global uint *met,            \
                               uint rounds, uint polls) {                                                              \
        __local uint xs[LITMUS_LOCAL], ys[LITMUS_LOCAL];                                                               \
        const uint size = (uint)get_local_size(0), half_size = size / 2u, id = (uint)get_local_id(0);                  \
        const uint role = id >= half_size, own = id % half_size;                                                       \
        for (uint round = 0; round < rounds; round++) {                                                                \
            const uint slot = role == 0 ? own : (own * 5u + 3u + round) % half_size;                                   \
            const uint i = (round * (uint)get_num_groups(0) + (uint)get_group_id(0)) * half_size + slot;               \
            __local uint *const X = xs + slot, *const Y = ys + (slot * 13u + 7u) % half_size;                          \
            uint a = 0, b = 0;                                                                                         \
            barrier(ANY_FENCE);                                                                                        \
            if (role == 0) xs[own] = 0, ys[own] = 0;                                                                   \
            barrier(ANY_FENCE);                                                                                        \
            if (role == 0) {                                                                                           \
                ROLE_0                                                                                                 \
            } else {                                                                                                   \
                ROLE_1                                                                                                 \
            }                                                                                                          \
            atomic_add(seen + i, 2u * a + b);                                                                          \
            if (polls == UINT_MAX) x[0] = y[0] = met[0] = 0; /* keeps the unused arguments */                          \
        }                                                                                                              \
    }

#define TESTS(FORM, method, LOAD, STORE, FENCE)                                                                        \
    FORM(message_##method, STORE(X, 1); FENCE STORE(Y, 1);, a = LOAD(Y); FENCE b = LOAD(X);)                           \
    FORM(store_##method, STORE(X, 1); FENCE a = LOAD(Y);, STORE(Y, 1); FENCE b = LOAD(X);)                             \
    FORM(load_##method, a = LOAD(X); FENCE STORE(Y, 1);, b = LOAD(Y); FENCE STORE(X, 1);)                              \
    FORM(coherence_##method, STORE(X, 1);, a = LOAD(X); FENCE b = LOAD(X);)

/* The vendor's fence for the whole device; mem_fence orders a work-group at most. */
#ifdef __NV_CL_C_VERSION
#define LITMUS_VENDOR_FENCE 1
#define VENDOR_FENCE __asm__ volatile("membar.gl;" : : : "memory");
#else
#define LITMUS_VENDOR_FENCE 0
#endif

/* Old atomics and mem_fence promise no order in OpenCL 1.2: their results are unexpected at most. With new atomics and
 * fences OpenCL 2.0 forbids the result.
 */
#define EVERY_METHOD(FORM)                                                                                             \
    TESTS(FORM, plain, PLAIN_LOAD, PLAIN_STORE, NO_FENCE)                                                              \
    TESTS(FORM, volatile, VOLATILE_LOAD, VOLATILE_STORE, NO_FENCE)                                                     \
    TESTS(FORM, atomic, ATOMIC_LOAD, ATOMIC_STORE, NO_FENCE)                                                           \
    TESTS(FORM, atomic_fence, ATOMIC_LOAD, ATOMIC_STORE, OLD_FENCE)
#define EVERY_NEW_METHOD(FORM)                                                                                         \
    TESTS(FORM, relaxed, NEW_LOAD, NEW_STORE, NO_FENCE)                                                                \
    TESTS(FORM, relaxed_fence, NEW_LOAD, NEW_STORE, NEW_FENCE)

#define LITMUS_SPACE __global
EVERY_METHOD(BETWEEN_GROUPS)
#if LITMUS_ATOMICS_2
EVERY_NEW_METHOD(BETWEEN_GROUPS)
#endif
#if LITMUS_VENDOR_FENCE
TESTS(BETWEEN_GROUPS, vendor_fence, ATOMIC_LOAD, ATOMIC_STORE, VENDOR_FENCE)
#endif

#undef LITMUS_SPACE
#define LITMUS_SPACE __local
EVERY_METHOD(WITHIN_GROUP)
#if LITMUS_ATOMICS_2
EVERY_NEW_METHOD(WITHIN_GROUP)
#endif
