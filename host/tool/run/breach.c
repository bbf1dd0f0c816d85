#include "run/breach.h"
#include <stdio.h>

/* A verdict's other fields describe the first mistake. */
static void add(tool_verdict *v, int array, const tool_breach *breach) {
    if (v->breach_count < TOOL_BREACHES) v->breach[v->breach_count++] = *breach;
    if (v->wrong) return;
    v->wrong = v->guard = true;
    v->array = array;
    v->index = breach->before ? 0 : breach->end + breach->nearest - 1;
}

static void add_edges(tool_verdict *v, int array, tool_breach breach, size_t element, const xl__edges *e) {
    for (int before = 1; before >= 0; before--) {
        const xl__edge *const edge = before ? &e->before : &e->behind;
        if (!edge->written) continue;
        breach.before = before;
        breach.nearest = edge->nearest / element + 1;
        breach.farthest = edge->farthest / element + 1;
        add(v, array, &breach);
    }
}

void tool_add_breaches(tool_verdict *verdict, int array, const char *name, bool counted, size_t used,
                       size_t element, const xl__edges *edges) {
    const tool_breach breach = {.name = name, .counted = counted, .end = used};
    add_edges(verdict, array, breach, element, edges);
}

int tool_check_areas(xl_plan *plan, cl_command_queue queue, tool_verdict *verdict, xl_error *error) {
    for (int a = 0; a < XL__MAX_AREAS; a++) {
        xl__checked_area area;
        const int status = xl__plan_check_area(plan, queue, a, &area, error);
        if (status != XL_SUCCESS) return status;
        const tool_breach breach = {.name = area.name, .area = true, .end = area.elements};
        if (area.name) add_edges(verdict, 0, breach, area.element, &area.edges);
    }
    return XL_SUCCESS;
}

const char *tool_breach_text(const tool_breach *b, char *text, size_t size) {
    const char *const sign = b->before ? "-" : "", *const way = b->before ? "early" : "far";
    const size_t one = b->before ? b->farthest : b->end + b->nearest - 1,
                 other = b->before ? b->nearest : b->end + b->farthest - 1;
    int used = snprintf(text, size, "%s '%s' was written %s: ", b->area ? "scratch area" : "array", b->name,
                        b->before    ? "before its start"
                        : b->counted ? "past its count or its end"
                                     : "past its end");
    if (used < 0 || (size_t)used >= size) return text;
    if (one == other)
        snprintf(text + used, size - (size_t)used, "element %s%zu, %zu too %s", sign, one, b->farthest, way);
    else
        snprintf(text + used, size - (size_t)used, "elements %s%zu to %s%zu, up to %zu too %s", sign, one,
                 sign, other, b->farthest, way);
    return text;
}
