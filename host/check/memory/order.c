/* Happened-before. Within a work-group an access with a smaller tick than the last barrier's is ordered.
 * Across work-groups a work-item knows what it acquired: bounds of ticks by group, and by single work-items.
 */
#include "memory/order.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOCAL_FENCE = 1,
    GLOBAL_FENCE = 2,
    RELAXED = 0,
    ACQUIRE = 2,
    RELEASE = 3,
    ENTRIES = 64,
    PLACES = 1 << 14
};

/* Ids first to first + count - 1, up to tick. */
struct entry {
    uint32_t first, count, tick;
};

/* Shared and constant once published; `uses` counts the references. */
struct know {
    uint32_t uses, entries;
    struct entry entry[ENTRIES];
    uint32_t bound[]; /* by group: accesses with a smaller tick are known */
};

struct published {
    uintptr_t address;
    struct know *know;
};

static struct published places[PLACES];

static struct know *hold(struct know *k) {
    if (k) ++k->uses;
    return k;
}

static void drop(struct know **k) {
    if (*k && --(*k)->uses == 0) free(*k); /* NOLINT(clang-analyzer-unix.Malloc) does not see the counts */
    *k = NULL;
}

static struct know *fresh(const struct know *from) {
    size_t bytes = sizeof(struct know) + machine.group_count * sizeof(uint32_t);
    struct know *k = malloc(bytes);
    if (!k) machine_fail(CHECK_FAILED, "no memory for the order of accesses");
    if (from)
        memcpy(k, from, bytes);
    else
        memset(k, 0, bytes);
    k->uses = 1;
    return k;
}

static uint64_t group_of(uint32_t id) {
    return (id - 1) / machine.group_items;
}

static void add_entry(struct know *k, struct entry e) {
    for (uint32_t i = 0; i < k->entries; ++i)
        if (k->entry[i].first == e.first && k->entry[i].count == e.count) {
            if (k->entry[i].tick < e.tick) k->entry[i].tick = e.tick;
            return;
        }
    if (k->entries ==
        ENTRIES) { /* too many entries: the oldest now covers its whole group, which can only hide races */
        uint64_t g = group_of(k->entry[0].first);
        if (k->bound[g] <= k->entry[0].tick) k->bound[g] = k->entry[0].tick + 1;
        memmove(k->entry, k->entry + 1, (ENTRIES - 1) * sizeof *k->entry);
        --k->entries;
    }
    k->entry[k->entries++] = e;
}

static void learn(struct know **into, struct know *more) {
    if (!more || *into == more) return;
    if (!*into) {
        *into = hold(more);
        return;
    }
    struct know *k = fresh(*into);
    for (uint64_t g = 0; g < machine.group_count; ++g)
        if (k->bound[g] < more->bound[g]) k->bound[g] = more->bound[g];
    for (uint32_t i = 0; i < more->entries; ++i) add_entry(k, more->entry[i]);
    drop(into);
    *into = k;
}

static bool knows(const struct know *k, const struct access *a, uint64_t group) {
    if (!k) return false;
    if (a->tick < k->bound[group]) return true;
    for (uint32_t i = 0; i < k->entries; ++i)
        if (a->item - k->entry[i].first < k->entry[i].count && a->tick <= k->entry[i].tick) return true;
    return false;
}

bool order_happened_before(const struct access *a, enum region_kind kind) {
    const struct item *me = machine.item;
    const struct group *g = me->group;
    if (a->item == me->id) return true;
    uint32_t index = a->item - g->first_id;
    int space = kind == REGION_LOCAL ? 0 : 1;
    if (index < g->items) {
        if (a->tick < g->barrier_tick[space]) return true;
        uint32_t sub = index / machine.request->width;
        if (sub == me->sub_group && a->tick < g->sub_tick[space][sub]) return true;
    }
    if (!me->know && !g->know) return false;
    uint64_t group = group_of(a->item);
    return knows(me->know, a, group) || knows(g->know, a, group);
}

/* All that the work-item may publish now. */
static struct know *all_known(struct item *me) {
    struct group *g = me->group;
    struct know *k = fresh(g->know);
    learn(&k, me->know);
    uint32_t bound = g->barrier_tick[0] > g->barrier_tick[1] ? g->barrier_tick[0] : g->barrier_tick[1];
    if (k->bound[g->linear] < bound) k->bound[g->linear] = bound;
    uint32_t sub = g->sub_tick[0][me->sub_group], other = g->sub_tick[1][me->sub_group],
             width = machine.request->width;
    if (other > sub) sub = other;
    if (sub > 0) add_entry(k, (struct entry){g->first_id + me->sub_group * width, width, sub - 1});
    add_entry(k, (struct entry){me->id, 1, g->tick});
    ++g->tick;
    return k;
}

/* A barrier with a global fence publishes earlier accesses by later relaxed atomics. */
static struct know *barrier_known(struct group *g) {
    if (!g->released) {
        g->released = fresh(g->know);
        if (g->released->bound[g->linear] < g->barrier_tick[1])
            g->released->bound[g->linear] = g->barrier_tick[1];
    }
    return g->released;
}

static struct published *place_of(uintptr_t address, bool make) {
    for (uint32_t i = (uint32_t)((uint64_t)address * 0x9E3779B97F4A7C15u >> 50), tries = 0; tries < PLACES;
         i = (i + 1) % PLACES, ++tries) {
        if (places[i].address == address) return &places[i];
        if (places[i].address == 0) {
            if (!make) return NULL;
            places[i].address = address;
            return &places[i];
        }
    }
    return NULL;
}

void order_atomic(uintptr_t address, uint32_t order, bool reads, bool writes) {
    struct item *me = machine.item;
    bool acquires = reads && order >= ACQUIRE && order != RELEASE, releases = writes && order >= RELEASE;
    if (reads) {
        struct published *p = place_of(address, false);
        if (p && p->know) learn(acquires ? &me->know : &me->pending, p->know);
    }
    if (!writes || (!releases && !me->fence && !me->group->barrier_tick[1])) return;
    struct published *p = place_of(address, true);
    if (!p) return;
    struct know *k = releases ? all_known(me) : hold(me->fence ? me->fence : barrier_known(me->group));
    learn(&p->know, k);
    drop(&k);
}

void order_fence(uint32_t order) {
    struct item *me = machine.item;
    if (order == RELAXED) return;
    if (order != RELEASE && me->pending) {
        learn(&me->know, me->pending);
        drop(&me->pending);
    }
    if (order >= RELEASE) {
        drop(&me->fence);
        me->fence = all_known(me);
    }
}

void order_barrier(struct group *group, uint32_t flags) {
    ++group->tick;
    for (int space = 0; space < 2; ++space)
        if (flags & (space ? GLOBAL_FENCE : LOCAL_FENCE)) group->barrier_tick[space] = group->tick;
    for (uint32_t i = 0; i < group->items; ++i) {
        struct item *item = &group->item[i];
        if (item->pending) learn(&item->know, item->pending);
        drop(&item->pending);
        if (item->know) learn(&group->know, item->know);
        drop(&item->know);
    }
    for (uint32_t i = 0; i < group->items; ++i) drop(&group->item[i].fence);
    if (flags & GLOBAL_FENCE) drop(&group->released);
}

void order_sub_barrier(struct group *group, uint32_t sub_group, uint32_t flags) {
    ++group->tick;
    for (int space = 0; space < 2; ++space)
        if (flags & (space ? GLOBAL_FENCE : LOCAL_FENCE)) group->sub_tick[space][sub_group] = group->tick;
    struct know *k = NULL;
    uint32_t width = machine.request->width, first = sub_group * width;
    for (uint32_t i = first; i < first + width && i < group->items; ++i) learn(&k, group->item[i].know);
    for (uint32_t i = first; k && i < first + width && i < group->items; ++i) {
        drop(&group->item[i].know);
        group->item[i].know = hold(k); /* NOLINT(clang-analyzer-unix.Malloc) k has a use of its own */
    }
    drop(&k);
}

void order_leave_item(struct item *item) {
    drop(&item->know);
    drop(&item->fence);
    drop(&item->pending);
}

void order_leave_group(struct group *group) {
    drop(&group->know);
    drop(&group->released);
}

void order_clear(void) {
    for (uint32_t i = 0; i < PLACES; ++i) {
        drop(&places[i].know);
        places[i].address = 0;
    }
}
