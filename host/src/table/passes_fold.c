/* xl__passes_fold. */
#include "table/passes.h"

/* A call may change run-time parameters, sizes computed from them, and values that passes read. */
static void find_known(const xl__algorithm *algorithm, bool known[XL__MAX_PLACES]) {
    for (int i = 0; i < XL__MAX_PLACES; i++)
        known[i] = i < XL__MAX_PARAMS || (i >= XL__MAX_PARAMS + XL__MAX_SIZES && i < XL__FIRST_READ);
    for (int p = 0; p < algorithm->param_count; p++)
        if (algorithm->params[p].role == XL__RUNTIME) known[p] = false;
    known[XL__MAX_PARAMS + XL__MAX_SIZES + XL__KEPT] = false;
    known[XL__MAX_PARAMS + XL__MAX_SIZES + XL__TURN] = false;
}

void xl__passes_fold(xl__passes *passes, const xl__problem *problem) {
    bool known[XL__MAX_PLACES];
    uint64_t places[XL__MAX_PLACES];
    find_known(passes->algorithm, known);
    xl__fill_places(problem, passes->algorithm, places);
    for (int i = 0; i < passes->count; i++) {
        xl__ready_pass *pass = &passes->item[i];
        xl__expression *const own[] = {&pass->groups, &pass->items, &pass->group,
                                       &pass->when,   &pass->turns, &pass->most};
        for (size_t k = 0; k < sizeof own / sizeof *own; k++) xl__fold(&passes->code, own[k], known, places);
        for (int a = 0; a < pass->arg_count; a++)
            xl__fold(&passes->code, &pass->args[a].value, known, places);
    }
    for (int a = 0; a < XL__MAX_AREAS; a++) xl__fold(&passes->code, &passes->area_count[a], known, places);
    for (int i = 0; i < XL__MAX_SIZES; i++) xl__fold(&passes->code, &passes->size[i], known, places);
}
