/* Checks before each load and store: bounds, races, memory never written. The compiler inserts the calls
   (-fsanitize=kernel-address); the built-in library has its own. */
#include <stdio.h>
#include <string.h>

#include "memory/collect.h"
#include "memory/hooks.h"
#include "memory/order.h"

/* The compiler marks the surroundings of private variables: a byte for 8 bytes of stack. */
CHECK_HOOK uintptr_t __asan_shadow_memory_dynamic_address;

static struct check_place one_place(uint64_t pc) {
    struct check_place place = {{0}};
    if (pc >= (uintptr_t)machine.base && pc < (uintptr_t)machine.end)
        place.pc[0] = pc - (uintptr_t)machine.base;
    return place;
}

static void stack_access(uintptr_t a, uint64_t bytes, bool write, uint64_t pc) {
    for (uintptr_t at = a & ~(uintptr_t)7; at < a + bytes; at += 8) {
        signed char mark = *(const signed char *)(__asan_shadow_memory_dynamic_address + (at >> 3));
        uintptr_t last = at + 7 < a + bytes - 1 ? at + 7 : a + bytes - 1;
        if (mark == 0 || (mark > 0 && (int)(last & 7) < mark)) continue;
        struct check_place place = one_place(pc);
        struct check_finding *f = collect_finding(CHECK_BOUNDS, machine.item, &place, 1);
        if (!f) return;
        collect_lane(f, machine.item->lane);
        snprintf(f->text, sizeof f->text,
                 "@0 %s private memory outside of its variable (work-item %u of work-group %llu)",
                 write ? "writes" : "reads", machine.item->index,
                 (unsigned long long)machine.item->group->linear);
        return;
    }
}

static void out_of_bounds(uintptr_t a, uint64_t bytes, bool write, uint64_t pc) {
    struct check_place place = one_place(pc);
    const struct item *me = machine.item;
    struct check_finding *f = collect_finding(CHECK_BOUNDS, me, &place, 1);
    if (!f) return;
    collect_lane(f, me->lane);
    const struct region *r = regions_near(a);
    int64_t size = (int64_t)bytes, away = r ? (int64_t)a - (int64_t)r->base : 0;
    uint64_t item = me->group->linear * me->group->items + me->index;
    if (!r || away > (int64_t)(r->end - r->base) + (1 << 20) || away < -(1 << 20))
        snprintf(f->text, sizeof f->text,
                 "@0 %s %llu bytes at address 0x%llx, which belongs to no argument (work-item %llu)",
                 write ? "writes" : "reads", (unsigned long long)bytes, (unsigned long long)a,
                 (unsigned long long)item);
    else
        snprintf(f->text, sizeof f->text,
                 "@0 %s element %lld of `%s`, which has %lld elements of %lld bytes (work-item %llu)",
                 write ? "writes" : "reads", (long long)((away - (away < 0 ? size - 1 : 0)) / size), r->name,
                 (long long)((int64_t)(r->end - r->base) / size), (long long)size, (unsigned long long)item);
}

static const char *who(uint32_t id, char text[], size_t bytes) {
    const struct group *g = machine.item->group;
    uint32_t index = id - g->first_id, width = machine.request->width;
    if (index >= g->items) {
        uint32_t group = (id - 1) / machine.group_items;
        snprintf(text, bytes, "work-group %u", group);
    } else if (index / width != machine.item->sub_group)
        snprintf(text, bytes, "sub-group %u", index / width);
    else
        snprintf(text, bytes, "lane %u of the same sub-group", index % width);
    return text;
}

static void race(const struct region *r, uintptr_t a, const struct access *old, bool wrote, bool write,
                 uint64_t pc) {
    struct check_place place[2] = {one_place(pc), {{old->pc & 0x7fffffff}}};
    const struct item *me = machine.item;
    struct check_finding *f = collect_finding(CHECK_RACE, me, place, 2);
    if (!f) return;
    collect_lane(f, me->lane);
    char other[64], element[160];
    const struct group *g = me->group;
    uint32_t index = old->item - g->first_id;
    bool same_group = index < g->items,
         same_sub = same_group && index / machine.request->width == me->sub_group;
    f->across = !same_group;
    const char *missing = same_sub     ? "sub_group_barrier or work-group barrier"
                          : same_group ? "work-group barrier"
                                       : "release and acquire";
    snprintf(f->text, sizeof f->text, "@0 %s %s, which %s %s in @1, with no %s%s between them",
             write ? "writes" : "reads",
             regions_element(r->argument, r->name, a - r->base, element, sizeof element),
             who(old->item, other, sizeof other), wrote ? "wrote" : "read", missing,
             r->kind == REGION_LOCAL || !same_group ? "" : " with a global fence");
}

/* OpenCL C 1.2 has no atomic load. So a plain read of global memory counts as one if other work-groups change
   the word only by atomics. */
static void check_cell(struct region *r, struct cell *c, uintptr_t a, bool write, bool atomic, uint64_t pc) {
    struct item *me = machine.item;
    uint64_t offset = pc - (uintptr_t)machine.base;
    struct access now = {me->id, me->group->tick, (uint32_t)(offset & 0x7fffffff) | (atomic ? 1u << 31 : 0)};
    bool word = r->kind == REGION_GLOBAL && r->shift == 2,
         other = c->write.item - me->group->first_id >= me->group->items;
    bool polls = word && !write && other && c->write.pc >> 31, both = (atomic && c->write.pc >> 31) || polls;
    if (c->write.item && c->write.item != me->id && !both && !order_happened_before(&c->write, r->kind))
        race(r, a, &c->write, true, write, pc);
    if (!write) {
        if (c->read.item && c->read.item != me->id) c->read2 = c->read;
        c->read = now;
        return;
    }
    if (atomic && word) c->read.item = c->read2.item = 0;
    if (c->read.item && c->read.item != me->id && !(atomic && c->read.pc >> 31) &&
        !order_happened_before(&c->read, r->kind))
        race(r, a, &c->read, false, true, pc);
    else if (c->read2.item && c->read2.item != me->id && !(atomic && c->read2.pc >> 31) &&
             !order_happened_before(&c->read2, r->kind))
        race(r, a, &c->read2, false, true, pc);
    /* A plain write to local memory stays known until a barrier, also after its work-item's own atomics. */
    bool hides = atomic && r->kind == REGION_LOCAL && c->write.item == me->id && !(c->write.pc >> 31);
    if (!hides) c->write = now;
    c->read.item = c->read2.item = 0;
}

/* These bytes were never written; lanes/repeat.c finds out later whether that matters. */
static void never_written(uint64_t pc) {
    if (!machine.undefined[CHECK_UNDEFINED]) machine.undefined_place[CHECK_UNDEFINED] = one_place(pc);
    machine.undefined[CHECK_UNDEFINED] = true;
}

/* Local memory after another work-group is fresh. */
static void forget_others(struct cell *c) {
    const struct group *g = machine.item->group;
    uint32_t id = c->write.item ? c->write.item : c->read.item;
    if (id - g->first_id >= g->items) c->write.item = c->read.item = c->read2.item = 0;
}

static void check_written(struct region *r, uintptr_t a, uint64_t bytes, uint64_t pc) {
    uintptr_t from = (a - r->base) >> r->shift, to = (a - r->base + bytes - 1) >> r->shift;
    bool written = !r->defined || !memchr(r->defined + (a - r->base), 0, bytes);
    for (uintptr_t i = from; r->kind == REGION_LOCAL && i <= to; ++i) {
        forget_others(&r->cells[i]);
        written = written && r->cells[i].write.item;
    }
    if (!written) never_written(pc);
}

void memory_atomic(uintptr_t a, uint64_t bytes, bool reads, bool writes, uint64_t pc) {
    struct region *r = reads && writes ? regions_find(a) : NULL;
    if (r && r->kind != REGION_CONSTANT && a + bytes <= r->end) check_written(r, a, bytes, pc);
    memory_access(a, bytes, writes, true, pc);
}

void memory_access(uintptr_t a, uint64_t bytes, bool write, bool atomic, uint64_t pc) {
    machine.pc = pc;
    machine_step();
    if (a - (uintptr_t)machine.stacks < machine.stack_bytes) {
        stack_access(a, bytes, write, pc);
        return;
    }
    struct region *r = regions_find(a);
    if (!r || a + bytes > r->end) {
        out_of_bounds(a, bytes, write, pc);
        return;
    }
    if (machine.watches) machine_touch(a);
    if (r->kind == REGION_CONSTANT) return;
    if (r->shift == 2 && ((a - r->base) | bytes) & 3) regions_refine(r);
    if (!write) check_written(r, a, bytes, pc);
    uintptr_t from = (a - r->base) >> r->shift, to = (a - r->base + bytes - 1) >> r->shift;
    for (uintptr_t i = from; i <= to; ++i) {
        struct cell *c = &r->cells[i];
        if (write && r->kind == REGION_LOCAL) forget_others(c);
        check_cell(r, c, a, write, atomic, pc);
    }
    if (write && r->defined) memset(r->defined + (a - r->base), 1, bytes);
}

#define HOOK(n)                                                                                              \
    CHECK_HOOK void __asan_load##n##_noabort(uintptr_t a);                                                   \
    CHECK_HOOK void __asan_store##n##_noabort(uintptr_t a);                                                  \
    void __asan_load##n##_noabort(uintptr_t a) {                                                             \
        memory_access(a, n, false, false, (uintptr_t)__builtin_return_address(0));                           \
    }                                                                                                        \
    void __asan_store##n##_noabort(uintptr_t a) {                                                            \
        memory_access(a, n, true, false, (uintptr_t)__builtin_return_address(0));                            \
    }
HOOK(1)
HOOK(2)
HOOK(4)
HOOK(8)
HOOK(16)

CHECK_HOOK void __asan_loadN_noabort(uintptr_t a, uint64_t bytes);
CHECK_HOOK void __asan_storeN_noabort(uintptr_t a, uint64_t bytes);
void __asan_loadN_noabort(uintptr_t a, uint64_t bytes) {
    memory_access(a, bytes, false, false, (uintptr_t)__builtin_return_address(0));
}
void __asan_storeN_noabort(uintptr_t a, uint64_t bytes) {
    memory_access(a, bytes, true, false, (uintptr_t)__builtin_return_address(0));
}

CHECK_HOOK void xlc_read(uintptr_t a, uint64_t bytes, uint64_t pc);
CHECK_HOOK void xlc_write(uintptr_t a, uint64_t bytes, uint64_t pc);
void xlc_read(uintptr_t a, uint64_t bytes, uint64_t pc) {
    memory_access(a, bytes, false, false, pc);
}
void xlc_write(uintptr_t a, uint64_t bytes, uint64_t pc) {
    memory_access(a, bytes, true, false, pc);
}

CHECK_HOOK void *__wrap_memcpy(void *to, const void *from, size_t bytes);
CHECK_HOOK void *__wrap_memmove(void *to, const void *from, size_t bytes);
CHECK_HOOK void *__wrap_memset(void *to, int value, size_t bytes);
/* Initial values of private arrays are in the program, but in no variable. */
static bool is_initial_value(const void *from) {
    const char *at = from;
    return at >= machine.base && at < machine.end && !regions_find((uintptr_t)from);
}

void *__wrap_memcpy(void *to, const void *from, size_t bytes) {
    uint64_t pc = (uintptr_t)__builtin_return_address(0);
    if (bytes) {
        if (!is_initial_value(from)) memory_access((uintptr_t)from, bytes, false, false, pc);
        memory_access((uintptr_t)to, bytes, true, false, pc);
    }
    return memcpy(to, from, bytes);
}
void *__wrap_memmove(void *to, const void *from, size_t bytes) {
    uint64_t pc = (uintptr_t)__builtin_return_address(0);
    if (bytes) {
        memory_access((uintptr_t)from, bytes, false, false, pc);
        memory_access((uintptr_t)to, bytes, true, false, pc);
    }
    return memmove(to, from, bytes);
}
void *__wrap_memset(void *to, int value, size_t bytes) {
    if (bytes) memory_access((uintptr_t)to, bytes, true, false, (uintptr_t)__builtin_return_address(0));
    return memset(to, value, bytes);
}
