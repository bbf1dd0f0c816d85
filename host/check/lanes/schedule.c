/* Runs work-groups in order; if one only waits for memory, the next begins. */
#include "lanes/schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fibers/switch.h"
#include "memory/collect.h"
#include "lanes/meet.h"
#include "lanes/parting.h"
#include "memory/order.h"

/* PATIENCE: accesses without a meeting after which another work-group runs; LONG_PATIENCE: after which
   waiting lanes are reported. STUCK_TURNS: turns without progress per work-group after which all are stuck. A
   right one may take 1,000,000 accesses between two meetings, which is 20 turns. */
enum { PATIENCE = 50000, LONG_PATIENCE = 4000000, STUCK_TURNS = 80 };

static struct group flights[MACHINE_FLIGHTS];
static struct item items[MACHINE_FLIGHTS][CHECK_MAX_LOCAL_SIZE];
static uint32_t ticks[MACHINE_FLIGHTS][2][CHECK_MAX_LOCAL_SIZE];

static void entry(void) {
    machine.call(machine.arguments);
    machine.item->state = ITEM_DONE;
    for (;;) check_switch(&machine.item->context, machine.scheduler);
}

static void begin(uint32_t flight, uint64_t linear) {
    const struct check_request *q = machine.request;
    struct group *g = &flights[flight];
    uint32_t size[3];
    *g = (struct group){.used = true,
                        .linear = linear,
                        .item = items[flight],
                        .sub_tick = {ticks[flight][0], ticks[flight][1]}};
    memset(ticks[flight], 0, sizeof ticks[flight]);
    g->id[0] = linear % machine.groups[0];
    g->id[1] = linear / machine.groups[0] % machine.groups[1];
    g->id[2] = linear / machine.groups[0] / machine.groups[1];
    for (int d = 0; d < 3; ++d) {
        uint64_t rest = q->global[d] - g->id[d] * q->local[d];
        size[d] = (uint32_t)(rest < q->local[d] ? rest : q->local[d]);
    }
    g->items = size[0] * size[1] * size[2];
    g->sub_groups = (g->items + q->width - 1) / q->width;
    g->first_id = (uint32_t)(linear * machine.group_items) + 1;
    g->tick = 1;
    machine_guard(flight, g->items);
    for (uint32_t i = 0; i < g->items; ++i) {
        struct item *item = &g->item[i];
        char *stack = machine_stack(flight, i);
        *item = (struct item){.state = ITEM_READY,
                              .id = g->first_id + i,
                              .index = i,
                              .lane = i % q->width,
                              .sub_group = i / q->width,
                              .local = {i % size[0], i / size[0] % size[1], i / size[0] / size[1]},
                              .group = g,
                              .stack = stack};
        parting_begin(flight, item);
        item->context = check_prepare(stack, MACHINE_STACK, entry);
    }
}

static void end(struct group *g) {
    for (uint32_t i = 0; i < g->items; ++i) order_leave_item(&g->item[i]);
    order_leave_group(g);
    free(g->local_copy);
    g->local_copy = NULL;
    g->used = false;
}

static void run_item(struct item *item) {
    machine.item = item;
    machine.slice = machine.order == CHECK_RANDOM ? machine_random() % 64 : MACHINE_SLICE;
    check_switch(&machine.scheduler, item->context);
    machine.item = NULL;
    if (item->state == ITEM_DONE) order_leave_item(item);
}

/* Each ready lane for one slice. True: a lane stopped before the end of its slice. */
static bool run_lanes(struct group *g, uint32_t sub_group) {
    uint32_t width = machine.request->width, first = sub_group * width;
    uint32_t count = g->items - first < width ? g->items - first : width;
    uint32_t start = machine.order == CHECK_RANDOM ? machine_random() % count : 0;
    bool moved = false;
    for (uint32_t k = 0; k < count && !machine.stop; ++k) {
        uint32_t i = (k + start) % count;
        struct item *item = &g->item[first + (machine.order == CHECK_DOWN ? count - 1 - i : i)];
        if (item->state != ITEM_READY) continue;
        run_item(item);
        moved |= item->state != ITEM_READY;
    }
    return moved;
}

/* Once, or in depth-first order until it must wait for others. */
static bool run_sub_group(struct group *g, uint32_t sub_group) {
    bool any = false;
    for (;;) {
        bool moved = run_lanes(g, sub_group);
        if (machine.stop) return true;
        bool met = meet_sub_group(g, sub_group, !moved && g->idle >= LONG_PATIENCE);
        any |= moved || met;
        if (!met || machine.order != CHECK_DEPTH_FIRST) return any;
    }
}

enum outcome { GROUP_ENDED, GROUP_SPINS };

/* *advanced: a lane of the work-group met others or ended. */
static enum outcome run_group(struct group *g, bool *advanced) {
    *advanced = false;
    for (uint64_t advanced_at = machine.steps;;) {
        bool moved = false, ready = false, left = false;
        uint64_t before = machine.steps;
        for (uint32_t s = 0; s < g->sub_groups; ++s) {
            moved |= run_sub_group(g, machine.order == CHECK_DOWN ? g->sub_groups - 1 - s : s);
            if (machine.stop) return GROUP_ENDED;
        }
        for (uint32_t i = 0; i < g->items; ++i) {
            ready |= g->item[i].state == ITEM_READY;
            left |= g->item[i].state != ITEM_DONE;
        }
        if (!left) return GROUP_ENDED;
        if (!ready) moved |= meet_group(g);
        if (moved) {
            g->idle = 0;
            *advanced = true;
            advanced_at = machine.steps;
        } else {
            g->idle += machine.steps - before;
            if (machine.steps - advanced_at > PATIENCE) return GROUP_SPINS;
        }
    }
}

/* A work-group waits for one that has not started, which no device guarantees to start. */
static void report_progress(const struct group *g, uint64_t begun) {
    const struct item *item = NULL;
    for (uint32_t i = 0; i < g->items && !item; ++i)
        if (g->item[i].state == ITEM_READY) item = &g->item[i];
    struct check_place place = item ? item->place : (struct check_place){{0}};
    struct check_finding *f = collect_finding(CHECK_PROGRESS, item, &place, place.pc[0] ? 1 : 0);
    if (f)
        snprintf(f->text, sizeof f->text,
                 "%swork-group %llu waits for another work-group that has not started (%llu of %llu had)",
                 f->places ? "@0: " : "", (unsigned long long)g->linear, (unsigned long long)begun,
                 (unsigned long long)machine.group_count);
}

/* Work-items that wait return to the same few words. */
static bool only_wait(uint32_t groups, uint32_t size) {
    return machine.watched <= groups * (2 * size + 64);
}

static uint64_t next_group(uint64_t begun) {
    return machine.order == CHECK_DOWN ? machine.group_count - 1 - begun : begun;
}

/* One in some orders, to find each wait for a later one. */
static uint32_t most_flights(void) {
    return machine.order == CHECK_DOWN || machine.order == CHECK_DEPTH_FIRST ? 1 : MACHINE_FLIGHTS;
}

bool schedule_run(const struct local_memory *local) {
    const uint32_t most = most_flights();
    uint64_t begun = 0, ended = 0;
    uint32_t flight = 0, in_flight = 0, idle = 0;
    machine.watches = false;
    struct group *current = NULL;
    while (ended < machine.group_count) {
        struct group *g = &flights[flight];
        bool start = !g->used && begun < machine.group_count;
        if (start || (g->used && g != current)) {
            if (current && current->used) local->save(current);
            current = g;
        }
        if (start) {
            begin(flight, next_group(begun++));
            local->begin();
            ++in_flight;
        } else if (!g->used) {
            flight = (flight + 1) % most;
            continue;
        } else if (g->local_copy)
            local->restore(g);
        bool advanced;
        enum outcome outcome = run_group(g, &advanced);
        if (machine.stop) return false;
        if (outcome == GROUP_ENDED) {
            end(g);
            ++ended, --in_flight, idle = 0;
            machine.watches = false;
            if (in_flight > 0) flight = (flight + 1) % most;
            continue;
        }
        if (advanced) idle = 0;
        if (idle++ == 0) machine_watch();
        if (idle > STUCK_TURNS * most && in_flight == most && begun < machine.group_count) {
            if (only_wait(most, g->items)) {
                report_progress(g, begun);
                machine_fail_idle(CHECK_ENDLESS,
                                  "the work-groups that run wait for others that have not started");
                return false;
            }
            idle = 0;
        }
        flight = (flight + 1) % most;
    }
    return true;
}
