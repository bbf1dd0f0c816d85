#include "cases/case.h"
#include "table/planted.h"
#include "text/os_memory.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define XL_ALGORITHM(name) extern const tool_case tool_case_##name;
#include "algorithms.def"
#undef XL_ALGORITHM

const tool_case *tool_cases[] = {
#define XL_ALGORITHM(name) &tool_case_##name,
#include "algorithms.def"
#undef XL_ALGORITHM
    NULL};

/* A case whose table lists the planted strategies after the right ones. */
static const tool_case *with_planted(const tool_case *from) {
    const xl__algorithm *const table = from->algorithm;
    const int right = table->strategy_count, planted = xl__planted_count(table);
    tool_case *const cs = tool_need(malloc(sizeof *cs));
    xl__algorithm *const algorithm = tool_need(malloc(sizeof *algorithm));
    xl__strategy *const strategies = tool_need(malloc((size_t)(right + planted) * sizeof *strategies));
    memcpy(strategies, table->strategies, (size_t)right * sizeof *strategies);
    for (int i = 0; i < planted; i++) strategies[right + i] = xl__planted_strategy(table, i);
    *algorithm = *table;
    algorithm->strategies = strategies;
    algorithm->strategy_count += planted;
    algorithm->planted = NULL;
    *cs = *from;
    cs->algorithm = algorithm;
    return cs;
}

void tool_plant_cases(void) {
    for (int a = 0; tool_cases[a]; a++)
        if (tool_cases[a]->algorithm->planted) tool_cases[a] = with_planted(tool_cases[a]);
}

int tool_run_place(const char *algorithm) {
    static const char *const order[] = {
#define XL_ALGORITHM(name) #name,
#include "run_order.def"
#undef XL_ALGORITHM
    };
    for (int i = 0; i < (int)(sizeof order / sizeof *order); i++)
        if (strcmp(order[i], algorithm) == 0) return i;
    return INT_MAX;
}
