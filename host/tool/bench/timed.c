#include "bench/timed.h"
#include "text/os_memory.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool tool_same_problems(const tool_case *a, const tool_case *b) {
    return strcmp(a->algorithm->name, b->algorithm->name) == 0;
}

static void add(tool_timed *list, const tool_timed_problem *problem) {
    if ((list->count & (list->count - 1)) == 0) /* full: double it */
        list->item = tool_need(realloc(list->item, (2 * list->count + 1) * sizeof *list->item));
    list->item[list->count++] = *problem;
}

static void add_inputs(tool_timed *list, tool_timed_problem *problem, const tool_point *point,
                       tool_timed_inputs inputs) {
    const char *const *own = problem->config.cs->distributions;
    problem->config.distribution = point->distribution;
    if (point->distribution || inputs == TOOL_OPEN_INPUT) {
        add(list, problem);
        return;
    }
    for (int d = 0; own[d] && (d == 0 || inputs == TOOL_EACH_INPUT); d++) {
        problem->config.distribution = own[d];
        add(list, problem);
    }
}

/* A point with a size takes the rest from the first setting. A slow device gets the smallest shape and, for
   main algorithms, the second, the published one. */
static int most_settings(const tool_case *cs, const tool_point *point, bool reduced) {
    if (point->settings[0]) return 1;
    if (!reduced) return INT_MAX;
    return cs->algorithm->main_job ? 2 : 1;
}

static void add_point(tool_timed *list, const tool_case *cs, const tool_point *point, bool only_auto,
                      bool reduced, tool_timed_inputs inputs) {
    const int most = most_settings(cs, point, reduced);
    xl_type types[XL__MAX_TYPES];
    tool_plan_types(cs->algorithm, types);
    for (int own = 0; own < most && cs->bench_settings[own]; own++) {
        tool_timed_problem problem = {.config = {.cs = cs,
                                                 .type = point->type != XL_TYPE_NONE ? point->type : types[0],
                                                 .asked = only_auto ? point->settings : NULL},
                                      .one_width = reduced && own > 0};
        tool_settings_join(cs->algorithm, cs->bench_settings[own], point->settings, problem.config.settings);
        const bool small = own == 0 && cs->algorithm->main_job && !point->settings[0];
        add_inputs(list, &problem, point,
                   inputs != TOOL_EACH_LARGE_INPUT ? inputs
                   : small                         ? TOOL_FIRST_INPUT
                                                   : TOOL_EACH_INPUT);
    }
}

tool_timed tool_timed_list(const tool_choice *choices, int count, bool reduced, tool_timed_inputs inputs) {
    tool_timed list = {NULL, 0};
    for (int c = 0; c < count; c++) {
        const tool_choice *const choice = &choices[c];
        if (c > 0 && tool_same_problems(choice->cs, choices[c - 1].cs)) continue;
        const bool only_auto = tool_only_auto(choices, count, choice->cs);
        for (size_t p = 0; p < choice->points->count; p++)
            add_point(&list, choice->cs, &choice->points->item[p], only_auto, reduced, inputs);
    }
    return list;
}

void tool_timed_free(tool_timed *list) {
    free(list->item);
    *list = (tool_timed){NULL, 0};
}
