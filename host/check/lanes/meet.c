/* Meeting points. Core collectives need every work-item of their scope. Others complete with the present
   lanes once no other lane can join. If lanes wait at several places, the lanes that are earliest in the code
   continue first, so that they rejoin the others after a branch or loop. */
#include "lanes/meet.h"

#include <stdio.h>
#include <string.h>

#include "compile/builtins/codes.h"
#include "fibers/switch.h"
#include "memory/collect.h"
#include "lanes/collective.h"
#include "lanes/meetings.h"
#include "memory/order.h"

enum { MEETING_STEPS = 8 }; /* a meeting takes as long as some accesses */

/* Lanes that meet never come to the end of a slice, so the budget is looked at here, too. */
static void wait_here(const char *name, uint64_t pc, const void *frame) {
    struct item *me = machine.item;
    machine.steps += MEETING_STEPS - 1;
    if (machine.steps > machine.request->steps) machine_pause();
    me->waits_for = name;
    machine_place(&me->place, pc, frame);
    me->state = ITEM_WAITS;
    machine_step();
    check_switch(&me->context, machine.scheduler);
}

CHECK_HOOK void xlc_meet(const struct meeting *m, const char *name);
CHECK_HOOK void xlc_barrier(uint32_t who, uint32_t flags, uint64_t pc, const char *name);

void xlc_meet(const struct meeting *m, const char *name) {
    machine.item->meeting = *m;
    machine.item->builtin = __builtin_return_address(0);
    machine.item->barrier_flags = 0;
    wait_here(name, m->pc, __builtin_frame_address(0));
}

void xlc_barrier(uint32_t who, uint32_t flags, uint64_t pc, const char *name) {
    machine.item->meeting = (struct meeting){.pc = pc, .kind = XLC_BARRIER, .who = who};
    machine.item->barrier_flags = flags;
    wait_here(name, pc, __builtin_frame_address(0));
}

/* Compares the outermost calls first; negative if a is earlier in the code. */
static int compare_places(const struct check_place *a, const struct check_place *b) {
    int n = CHECK_FRAMES, m = CHECK_FRAMES;
    while (n > 0 && !a->pc[n - 1]) --n;
    while (m > 0 && !b->pc[m - 1]) --m;
    while (n > 0 && m > 0) {
        --n, --m;
        if (a->pc[n] != b->pc[m]) return a->pc[n] < b->pc[m] ? -1 : 1;
    }
    return (n > 0) - (m > 0);
}

/* The items of all[] that wait where `at` waits. */
static uint32_t same_place(struct item *all, uint32_t count, const struct item *at, struct item *who[]) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; ++i)
        if (all[i].state == ITEM_WAITS && all[i].meeting.who == at->meeting.who &&
            !compare_places(&all[i].place, &at->place))
            who[n++] = &all[i];
    return n;
}

static void release(struct item **who, uint32_t n, uint32_t size) {
    struct group *g = who[0]->group;
    uint32_t flags = who[0]->barrier_flags, scope = who[0]->meeting.who;
    collective_complete(who, n, size);
    trace_meeting(who, n);
    if (who[0]->meeting.kind == XLC_BARRIER && scope == XLC_GROUP) order_barrier(g, flags);
    if (who[0]->meeting.kind == XLC_BARRIER && scope == XLC_SUBGROUP)
        order_sub_barrier(g, who[0]->sub_group, flags);
    for (uint32_t i = 0; i < n; ++i) {
        who[i]->state = ITEM_READY;
        who[i]->preempted = false;
    }
    g->idle = 0;
}

/* Describes the absent lanes: "had returned", or *place where they wait. */
static const struct item *elsewhere(struct item *all, uint32_t count, const struct item *at,
                                    uint32_t *returned) {
    const struct item *other = NULL;
    *returned = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (all[i].state == ITEM_DONE)
            ++*returned;
        else if (all[i].state == ITEM_WAITS && compare_places(&all[i].place, &at->place) && !other)
            other = &all[i];
    }
    return other;
}

static void report_lanes(struct item *all, uint32_t count, struct item **who, uint32_t n) {
    uint32_t returned;
    const struct item *other = elsewhere(all, count, who[0], &returned);
    bool different = other && other->meeting.who == XLC_SUBGROUP;
    struct check_place place[2] = {who[0]->place};
    if (other) place[1] = other->place;
    struct check_finding *f =
        collect_finding(different ? CHECK_DIFFERENT : CHECK_LANES_MISSING, who[0], place, other ? 2 : 1);
    if (!f) return;
    for (uint32_t i = 0; i < n; ++i) collect_lane(f, who[i]->lane);
    char lanes[120], rest[120] = "";
    if (other)
        snprintf(rest, sizeof rest, "; other lanes wait in @1 for `%s`", other->waits_for);
    else if (returned)
        snprintf(rest, sizeof rest, "; %u lanes had returned from the kernel", returned);
    snprintf(f->text, sizeof f->text, "@0: only lanes %s of %u reached `%s`%s",
             collect_lanes(f, lanes, sizeof lanes), count, who[0]->waits_for, rest);
}

bool meet_sub_group(struct group *group, uint32_t sub_group, bool spinning) {
    uint32_t width = machine.request->width, first = sub_group * width;
    uint32_t count = group->items - first < width ? group->items - first : width;
    struct item *all = &group->item[first], *who[CHECK_MAX_WIDTH], *earliest = NULL, *core = NULL;
    bool ready = false, same = true;
    for (uint32_t i = 0; i < count; ++i) {
        ready |= all[i].state == ITEM_READY;
        if (all[i].state != ITEM_WAITS || all[i].meeting.who == XLC_GROUP) {
            same = false;
            continue;
        }
        if (all[i].meeting.who == XLC_SUBGROUP && !core) core = &all[i];
        if (all[i].meeting.who == XLC_PRESENT &&
            (!earliest || compare_places(&all[i].place, &earliest->place) < 0))
            earliest = &all[i];
    }
    if (ready && !spinning) return false;
    const struct item *at = earliest ? earliest : core;
    if (!at) return false;
    uint32_t n = same_place(all, count, at, who);
    if (at == core && !(same && n == count)) report_lanes(all, count, who, n);
    release(who, n, count);
    return true;
}

static void report_barrier(struct group *group, struct item **who, uint32_t n) {
    uint32_t returned;
    const struct item *other = elsewhere(group->item, group->items, who[0], &returned);
    struct check_place place[2] = {who[0]->place};
    if (other) place[1] = other->place;
    struct check_finding *f =
        collect_finding(other ? CHECK_DIFFERENT : CHECK_BARRIER, who[0], place, other ? 2 : 1);
    if (!f) return;
    char rest[120] = "";
    if (other)
        snprintf(rest, sizeof rest, "the others wait in @1 for `%s`", other->waits_for);
    else
        snprintf(rest, sizeof rest, "the others had returned");
    snprintf(f->text, sizeof f->text, "@0: %u of %u work-items reached `%s`; %s", n, group->items,
             who[0]->waits_for, rest);
}

bool meet_group(struct group *group) {
    static struct item *who[CHECK_MAX_LOCAL_SIZE];
    struct item *at = NULL;
    for (uint32_t i = 0; i < group->items; ++i) {
        struct item *item = &group->item[i];
        if (item->state == ITEM_READY) return false;
        if (item->state == ITEM_WAITS && (!at || compare_places(&item->place, &at->place) < 0)) at = item;
    }
    if (!at) return false;
    uint32_t n = same_place(group->item, group->items, at, who);
    if (n < group->items) report_barrier(group, who, n);
    release(who, n, group->items);
    return true;
}
