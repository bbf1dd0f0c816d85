#include "fibers/machine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fibers/switch.h"

struct machine machine;

void machine_pause(void) {
    struct item *item = machine.item;
    item->preempted = true;
    if (item->state == ITEM_READY) machine_place(&item->place, machine.pc, NULL);
    if (machine.steps > machine.request->steps) {
        machine_place(&machine.reply->place, 0, __builtin_frame_address(0));
        machine_fail(CHECK_ENDLESS, "the kernel did not end within %llu steps",
                     (unsigned long long)machine.request->steps);
    }
    check_switch(&item->context, machine.scheduler);
}

void machine_watch(void) {
    machine.watches = true;
    machine.watched = 0;
    memset(machine.touched, 0, sizeof machine.touched);
}

void machine_fail(enum check_status status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(machine.reply->note, sizeof machine.reply->note, format, list);
    va_end(list);
    machine.reply->status = status;
    machine.stop = true;
    if (!machine.item)
        abort(); /* without memory, outside work-items: the program's side reports the worker's end */
    for (;;) check_switch(&machine.item->context, machine.scheduler);
}

void machine_fail_idle(enum check_status status, const char *text) {
    snprintf(machine.reply->note, sizeof machine.reply->note, "%s", text);
    machine.reply->status = status;
    machine.stop = true;
}

void machine_place(struct check_place *place, uint64_t pc, const void *frame) {
    memset(place, 0, sizeof *place);
    int n = 0;
    uintptr_t base = (uintptr_t)machine.base, end = (uintptr_t)machine.end;
    if (pc >= base && pc < end) place->pc[n++] = pc - base;
    const struct item *item = machine.item;
    const char *low = item ? item->stack : NULL, *high = item ? item->stack + MACHINE_STACK - 16 : NULL;
    const void *const *at = (const void *const *)frame;
    while ((const char *)at >= low && (const char *)at < high && n < CHECK_FRAMES) {
        uintptr_t back = (uintptr_t)at[1];
        if (back >= base && back < end && (n == 0 || place->pc[n - 1] != back - base))
            place->pc[n++] = back - base;
        if ((const void *const *)at[0] <= at) break;
        at = (const void *const *)at[0];
    }
}

uint32_t machine_random(void) {
    machine.seed ^= machine.seed << 13;
    machine.seed ^= machine.seed >> 17;
    machine.seed ^= machine.seed << 5;
    return machine.seed;
}
