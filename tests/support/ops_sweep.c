#include "support/ops_sweep.h"

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

static void report(const ops_place *place, const xl__probe_target *target, const char *backend,
                   const xl__probe_item *item, tally *t) {
    const xl__probe_result *r = &item->result;
    const char *const type = xl__op_type_get(item->type)->name;
    t->of_status[r->status]++;
    if (!r->right) {
        t->wrong++;
        printf("  WRONG: sg_%s:%s at %d lanes, %s, %s: %s\n", item->op->name, type, target->width, backend,
               xl__probe_status_name(r->status), r->note);
    } else if (r->status == XL__PROBE_DEMOTED) {
        printf("  demoted: sg_%s:%s at %d lanes, %s: %s\n", item->op->name, type, target->width, backend,
               r->note);
    }
    if (r->width_measured != 0)
        ck_assert_msg(r->width_measured == target->width, "%s: sg_%s:%s: %d lanes ran",
                      place->device->facts.name, item->op->name, type, r->width_measured);
}

static void probe_one(const ops_place *place, const xl__probe_target *target, const char *backend,
                      xl__probe_item *item) {
    const int status = xl__probe_op(target, item->op, item->type, &item->result);
    ck_assert_msg(status == XL_SUCCESS, "%s: sg_%s:%s at %d lanes, %s: %s", place->device->facts.name,
                  item->op->name, xl__op_type_get(item->type)->name, target->width, backend,
                  xl_status_name(status));
}

/* With many paths, of which a kernel may have only few (defect D40). */
static bool is_large(const xl__probe_item *item) {
    const xl__op *const op = item->op;
    const bool typed_mask = op->result == XL__RESULT_MASK && op->types != 1u << XL__OP_UINT;
    return op->segments || op->argument == XL__ARG_CLUSTER || typed_mask ||
           xl__op_type_get(item->type)->components > 1;
}

/* A large operation alone. */
static int batch_size(const xl__probe_item *items, int count) {
    int size = 0;
    while (size < count && size < XL__PROBE_BATCH && !is_large(&items[size])) size++;
    return size > 0 ? size : 1;
}

/* Operations without a native form, derived from operations found right. */
static void probe_derived(const ops_place *place, const xl__probe_target *target, const char *backend,
                          xl__probe_item *items, int count, tally *t) {
    for (int from = 0, some; from < count; from += some) {
        some = batch_size(items + from, count - from);
        ck_assert_int_eq(xl__probe_batch(target, items + from, some), XL_SUCCESS);
        for (int i = from; i < from + some; i++) {
            if (!items[i].answered) probe_one(place, target, backend, &items[i]);
            report(place, target, backend, &items[i], t);
        }
    }
}

static void sweep_width(ops_place *place, const xl__backend *backend, const char *standard, int width,
                        void *user) {
    enum { MOST = 1024 };
    tally *t = user;
    const xl__device_facts *facts = &place->device->facts;
    const bool pair = !xl__backend_one_sub_group(backend, facts) && 2 * (size_t)width <= facts->largest_group;
    const int group = pair ? 2 * width : width;
    xl__probe_item *const derived = calloc(MOST, sizeof *derived);
    xl__text natives = {0};
    int count = 0;
    xl__text_format(&natives, "%s", "");
    for (size_t i = 0; i < xl__op_count; i++)
        for (int type = 0; type < XL__OP_TYPES; type++) {
            const xl__op *op = &xl__ops[i];
            /* The chosen operations are derived from these. */
            const bool base = op->base && type == XL__OP_UINT && !backend->emulated;
            if (!xl__op_takes(op, (xl__op_type)type) || width < op->least_width ||
                !ops_has_type(place, (xl__op_type)type) ||
                !(base || t->chosen(op, i, (xl__op_type)type, t->turn)))
                continue;
            ck_assert(!natives.failed && count < MOST);
            const xl__probe_target target = ops_target(place, backend, standard, width, group, natives.data);
            xl__probe_item item = {.op = op, .type = (xl__op_type)type};
            if (!xl__probe_has_native(&target, op, item.type)) {
                derived[count++] = item;
                continue;
            }
            probe_one(place, &target, backend->name, &item);
            report(place, &target, backend->name, &item, t);
            const char *const macro = item.result.native_macro;
            if (macro[0] != '\0' && !strstr(natives.data, macro)) xl__text_format(&natives, " -D%s=1", macro);
        }
    const xl__probe_target target = ops_target(place, backend, standard, width, group, natives.data);
    probe_derived(place, &target, backend->name, derived, count, t);
    xl__text_free(&natives);
    free(derived);
    t->turn++;
}

/* One sub-group per work-group. Skipped if only native forms are requested: the device was tested under
   another name. */
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
