/* Atomics: one step each, because the worker has one thread. Each counts as an access and orders others. */
#include <string.h>

#include "compile/builtins/codes.h"
#include "memory/hooks.h"
#include "memory/order.h"

static const uint32_t sizes[] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};

static int64_t extended(uint64_t v, uint32_t type) {
    return sizes[type] == 4 ? (int32_t)(uint32_t)v : (int64_t)v;
}

static uint64_t changed(uint32_t op, uint32_t type, uint64_t old, uint64_t value, uint64_t compare) {
    uint64_t mask = sizes[type] == 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * sizes[type]) - 1;
    bool is_signed = type == XLC_INT || type == XLC_LONG;
    uint64_t v = value & mask;
    switch (op) {
    case XLC_ADD: return old + v;
    case XLC_SUB: return old - v;
    case XLC_MIN: return (is_signed ? extended(v, type) < extended(old, type) : v < old) ? v : old;
    case XLC_MAX: return (is_signed ? extended(v, type) > extended(old, type) : v > old) ? v : old;
    case XLC_AND: return old & v;
    case XLC_OR: return old | v;
    case XLC_XOR: return old ^ v;
    case XLC_COMPARE: return old == (compare & mask) ? v : old;
    case XLC_LOAD: return old;
    default: return v;
    }
}

CHECK_HOOK uint64_t xlc_atomic(void *p, uint32_t type, uint32_t op, uint64_t value, uint64_t compare,
                               uint32_t order, uint32_t scope, uint64_t pc);
CHECK_HOOK void xlc_fence(uint32_t flags, uint32_t order, uint32_t scope);

uint64_t xlc_atomic(void *p, uint32_t type, uint32_t op, uint64_t value, uint64_t compare, uint32_t order,
                    uint32_t scope, uint64_t pc) {
    (void)scope;
    bool reads = op != XLC_STORE, writes = op != XLC_LOAD;
    memory_atomic((uintptr_t)p, sizes[type], reads, writes, pc);
    uint64_t old = 0;
    memcpy(&old, p, sizes[type]);
    order_atomic((uintptr_t)p, order, reads, writes);
    if (reads) machine.atomics = true;
    if (writes) {
        uint64_t now = changed(op, type, old, value, compare);
        memcpy(p, &now, sizes[type]);
    }
    return old;
}

void xlc_fence(uint32_t flags, uint32_t order, uint32_t scope) {
    (void)flags;
    (void)scope;
    order_fence(order);
}
