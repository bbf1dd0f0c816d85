#include "ops_sweep.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tally {
    ops_chosen *chosen;
    int turn, of_status[5], wrong;
} tally;

static bool native_only(void) {
    return getenv("CROSSLANE_TEST_NATIVE") != NULL;
}

static void probe_one(ops_place *place, const xl__probe_target *target, const char *backend, const xl__op *op,
                      xl__op_type type, xl__text *natives, tally *t) {
    xl__probe_result r;
    const int status = xl__probe_op(target, op, type, &r);
    const char *const type_name = xl__op_type_get(type)->name;
    ck_assert_msg(status == XL_SUCCESS, "%s: sg_%s:%s at %d lanes, %s: %s", place->device->facts.name,
                  op->name, type_name, target->width, backend, xl_status_name(status));
    t->of_status[r.status]++;
    if (!r.right) {
        t->wrong++;
        printf("  WRONG: sg_%s:%s at %d lanes, %s, %s: %s\n", op->name, type_name, target->width, backend,
               xl__probe_status_name(r.status), r.note);
    } else if (r.status == XL__PROBE_DEMOTED) {
        printf("  demoted: sg_%s:%s at %d lanes, %s: %s\n", op->name, type_name, target->width, backend,
               r.note);
    }
    if (r.width_measured != 0) ck_assert_int_eq(r.width_measured, target->width);
    if (r.native_macro[0] != '\0' && !strstr(natives->data, r.native_macro))
        xl__text_format(natives, " -D%s=1", r.native_macro);
}

static void sweep_width(ops_place *place, const xl__backend *backend, const char *standard, int width,
                        void *user) {
    tally *t = user;
    const xl__device_facts *facts = &place->device->facts;
    const bool pair = !xl__backend_one_sub_group(backend, facts) && 2 * (size_t)width <= facts->largest_group;
    xl__text natives = {0};
    xl__text_format(&natives, "%s", "");
    for (size_t i = 0; i < xl__op_count; i++)
        for (int type = 0; type < XL__OP_TYPES; type++) {
            const xl__op *op = &xl__ops[i];
            /* What the chosen ones are derived from has to be known. */
            const bool base = op->base && type == XL__OP_UINT && !backend->emulated;
            if (!xl__op_takes(op, (xl__op_type)type) || width < op->least_width ||
                !ops_has_type(place, (xl__op_type)type) ||
                !(base || t->chosen(op, i, (xl__op_type)type, t->turn)))
                continue;
            ck_assert(!natives.failed);
            const xl__probe_target target =
                ops_target(place, backend, standard, width, pair ? 2 * width : width, natives.data);
            probe_one(place, &target, backend->name, op, (xl__op_type)type, &natives, t);
        }
    xl__text_free(&natives);
    t->turn++;
}

/* The emulation is tried with one sub-group a work-group, its usual launch; not where only native forms are
   asked for, because the same device has been tried before under another name (tests/standin). */
static void sweep_emulated(ops_place *place, const int *widths, tally *t) {
    const xl__backend *local = xl__local_backend();
    t->turn = 0;
    if (native_only()) return;
    for (; *widths != 0; widths++)
        if ((size_t)*widths <= place->device->facts.largest_group)
            sweep_width(place, local, local->standards[0], *widths, t);
}

void ops_sweep(const int *widths, ops_chosen *chosen) {
    ops_place places[OPS_DEVICES];
    const int count = ops_open(places);
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        tally t = {.chosen = chosen};
        printf("  %s\n", places[i].device->facts.name);
        sweep_emulated(&places[i], widths, &t);
        t.turn = 0;
        ops_each_native(&places[i], sweep_width, &t);
        printf("  native %d, derived %d, emulated %d, demoted %d, absent %d, wrong %d\n",
               t.of_status[XL__PROBE_NATIVE], t.of_status[XL__PROBE_DERIVED], t.of_status[XL__PROBE_EMULATED],
               t.of_status[XL__PROBE_DEMOTED], t.of_status[XL__PROBE_ABSENT], t.wrong);
        ck_assert_int_gt(t.of_status[native_only() ? XL__PROBE_NATIVE : XL__PROBE_EMULATED], 0);
        wrong += t.wrong;
    }
    ops_close(places, count);
    ck_assert_int_eq(wrong, 0);
}
