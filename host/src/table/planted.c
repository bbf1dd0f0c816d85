#include "table/planted.h"
#include "table/lookup.h"
#include <string.h>

int xl__planted_count(const xl__algorithm *algorithm) {
    int count = 0;
    while (algorithm->planted && algorithm->planted[count].name) count++;
    return count;
}

int xl__find_planted(const xl__algorithm *algorithm, const char *name) {
    for (int i = 0; algorithm->planted && algorithm->planted[i].name; i++)
        if (strcmp(algorithm->planted[i].name, name) == 0) return i;
    return -1;
}

static const char *or_right(const char *own, const char *right) {
    return own ? own : right;
}

xl__strategy xl__planted_strategy(const xl__algorithm *algorithm, int i) {
    const xl__strategy *const own = &algorithm->planted[i];
    const int of = own->of ? xl__find_strategy(algorithm, own->of) : -1;
    xl__strategy whole = *own;
    whole.flags |= XL__WRONG;
    if (of < 0) return whole;
    const xl__strategy *const right = &algorithm->strategies[of];
    whole.flags |= right->flags & XL__CHECKS_INDICES;
    whole.source = or_right(own->source, right->source);
    whole.ops = or_right(own->ops, right->ops);
    whole.rows = or_right(own->rows, right->rows);
    whole.tuning = or_right(own->tuning, right->tuning);
    whole.group = or_right(own->group, right->group);
    whole.any_order = or_right(own->any_order, right->any_order);
    whole.defines = or_right(own->defines, right->defines);
    if (!own->needs) whole.needs = right->needs;
    if (!own->needs) whole.why = right->why;
    if (!own->flow) whole.flow = right->flow;
    if (!own->passes) whole.passes = right->passes;
    if (!own->cpu_lanes) whole.cpu_lanes = right->cpu_lanes;
    if (!own->measures) whole.measures = right->measures;
    if (!own->prepare) whole.prepare = right->prepare;
    return whole;
}
