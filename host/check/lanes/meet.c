/* Core collectives need every work-item of their scope. Others complete with the present lanes once no other
   lane can join. Of lanes at several places, the earliest in the code continue first, so that they rejoin the
   others after a branch or loop. */
#include "lanes/meet.h"

#include <stdio.h>
#include <string.h>

#include "compile/builtins/codes.h"
#include "fibers/switch.h"
#include "memory/collect.h"
#include "lanes/collective.h"
#include "lanes/meetings.h"
#include "lanes/parting.h"
#include "memory/order.h"

enum { MEETING_STEPS = 8 }; /* a meeting takes as long as some accesses */

/* Lanes that meet never end a slice, so the budget is checked here, too. */
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

/* By the outermost calls first; negative if a is earlier in the code. */
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

static uint32_t same_place(struct item *all, uint32_t count, const struct item *at, struct item *who[]) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; ++i)
        if (all[i].state == ITEM_WAITS && all[i].meeting.who == at->meeting.who &&
            !compare_places(&all[i].place, &at->place))
            who[n++] = &all[i];
    return n;
}

static void count_collective(const struct check_place *place) {
    struct check_reply *r = machine.reply;
    for (uint32_t i = 0; i < CHECK_SITES; ++i) {
        struct check_site *s = &r->site[i];
        if (s->count == 0) s->place = *place;
        if (compare_places(&s->place, place) != 0) continue;
        ++s->count;
        return;
    }
    ++r->collectives;
}

static void release(struct item **who, uint32_t n, uint32_t size) {
    struct group *g = who[0]->group;
    uint32_t flags = who[0]->barrier_flags, scope = who[0]->meeting.who;
    collective_complete(who, n, size);
    if (who[0]->meeting.kind != XLC_BARRIER && scope != XLC_GROUP) count_collective(&who[0]->place);
    trace_meeting(who, n, size);
    parting_met(who, n);
    if (who[0]->meeting.kind == XLC_BARRIER && scope == XLC_GROUP) order_barrier(g, flags);
    if (who[0]->meeting.kind == XLC_BARRIER && scope == XLC_SUBGROUP)
        order_sub_barrier(g, who[0]->sub_group, flags);
    for (uint32_t i = 0; i < n; ++i) {
        who[i]->state = ITEM_READY;
        who[i]->preempted = false;
        who[i]->parted = who[i]->parted && n < size;
    }
    g->idle = 0;
}

/* Absent lanes, from the view of one that has arrived. */
struct absent {
    const struct item *waits;  /* the first that waits elsewhere, or NULL */
    uint32_t returned;         /* how many have returned */
    struct check_place branch; /* where the first parted, or no place */
    struct check_finding left; /* its lanes are those that parted there */
};

static void add_absent(struct absent *a, const struct item *item, const struct item *at) {
    struct check_place branch;
    a->returned += item->state == ITEM_DONE;
    if (item->state == ITEM_WAITS && !a->waits) a->waits = item;
    if (!parting_find(at, item, &branch)) return;
    if (!a->branch.pc[0]) a->branch = branch;
    if (a->branch.pc[0] == branch.pc[0]) collect_lane(&a->left, item->lane);
}

static struct absent find_absent(const struct item *all, uint32_t count, const struct item *at) {
    struct absent a = {.waits = NULL};
    for (uint32_t i = 0; i < count; ++i)
        if (all[i].state == ITEM_DONE ||
            (all[i].state == ITEM_WAITS && compare_places(&all[i].place, &at->place)))
            add_absent(&a, &all[i], at);
    return a;
}

/* With the places of the collective, of another in which absent work-items wait, and of the branch. */
static struct check_finding *report(enum check_kind kind, const struct item *at, const struct absent *a,
                                    int *branch) {
    struct check_place place[CHECK_PLACES] = {at->place};
    uint32_t places = 1;
    if (a->waits) place[places++] = a->waits->place;
    *branch = a->branch.pc[0] ? (int)places : 0;
    if (*branch) place[places++] = a->branch;
    return collect_finding(kind, at, place, places);
}

static int lanes_of(const struct check_finding *f) {
    return __builtin_popcountll(f->lane_mask[0]) + __builtin_popcountll(f->lane_mask[1]);
}

static void report_lanes(struct item *all, uint32_t count, struct item **who, uint32_t n) {
    const struct absent a = find_absent(all, count, who[0]);
    bool different = a.waits && a.waits->meeting.who == XLC_SUBGROUP;
    int branch;
    if (!different && !a.branch.pc[0] && who[0]->parted) return; /* a collective after a reported one */
    struct check_finding *f = report(different ? CHECK_DIFFERENT : CHECK_LANES_MISSING, who[0], &a, &branch);
    for (uint32_t i = 0; i < n; ++i) who[i]->parted = true;
    if (!f) return;
    for (uint32_t i = 0; i < n; ++i) collect_lane(f, who[i]->lane);
    char lanes[120], left[120], waits[120] = "", parted[160] = "";
    if (a.waits)
        snprintf(waits, sizeof waits, "; other lanes wait in @1 for `%s`", a.waits->waits_for);
    else if (a.returned && !branch)
        snprintf(waits, sizeof waits, "; %u lane%s had returned from the kernel", a.returned,
                 a.returned == 1 ? "" : "s");
    if (branch)
        snprintf(parted, sizeof parted, "; lane%s %s parted at the branch in @%d",
                 lanes_of(&a.left) == 1 ? "" : "s", collect_lanes(&a.left, left, sizeof left), branch);
    snprintf(f->text, sizeof f->text, "@0: only lane%s %s of %u reached `%s`%s%s", n == 1 ? "" : "s",
             collect_lanes(f, lanes, sizeof lanes), count, who[0]->waits_for, waits, parted);
}

bool meet_sub_group(struct group *group, uint32_t sub_group, bool spinning) {
    uint32_t width = machine.request->width, first = sub_group * width;
    uint32_t count = group->items - first < width ? group->items - first : width;
    struct item *all = &group->item[first], *who[CHECK_MAX_WIDTH] = {NULL}, *earliest = NULL, *core = NULL;
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
    const struct absent a = find_absent(group->item, group->items, who[0]);
    int branch;
    struct check_finding *f = report(a.waits ? CHECK_DIFFERENT : CHECK_BARRIER, who[0], &a, &branch);
    if (!f) return;
    char rest[120] = "the others had returned", parted[80] = "";
    if (a.waits) snprintf(rest, sizeof rest, "the others wait in @1 for `%s`", a.waits->waits_for);
    if (branch) snprintf(parted, sizeof parted, "; they parted at the branch in @%d", branch);
    snprintf(f->text, sizeof f->text, "@0: %u of %u work-items reached `%s`; %s%s", n, group->items,
             who[0]->waits_for, rest, parted);
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
