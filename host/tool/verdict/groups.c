/* groups.c - sorts the contests by algorithm and counts the winners. */
#include "verdict/groups.h"
#include "text/os_memory.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void count_contest(tool_group *g, const tool_contest *contest) {
    g->item[g->count++] = contest;
    g->same += contest->winner == TOOL_WINS_NONE;
    g->unknown += contest->winner == TOOL_WINS_UNKNOWN;
    if (contest->winner >= 0) g->winners += g->wins[contest->winner]++ == 0;
}

static void find_most(tool_group *g, int subjects) {
    for (int s = 0; s < subjects; s++)
        if (g->wins[s] > g->wins[g->most]) g->most = s;
}

static tool_group *group_of(tool_group *all, size_t *count, const tool_contest *contest) {
    char name[64];
    size_t g = 0;
    tool_contest_algorithm(contest, name, sizeof name);
    while (g < *count && strcmp(all[g].algorithm, name) != 0) g++;
    if (g == *count) snprintf(all[(*count)++].algorithm, sizeof all[0].algorithm, "%s", name);
    return &all[g];
}

tool_group *tool_groups_make(const tool_contests *c, size_t *count) {
    tool_group *const all = tool_need(calloc(c->count + 1, sizeof *all));
    const tool_contest **place = tool_need(calloc(c->count + 1, sizeof *place));
    *count = 0;
    for (size_t i = 0; i < c->count; i++) group_of(all, count, &c->item[i])->count++;
    all[0].item = place;
    for (size_t g = 0; g < *count; g++) {
        all[g].item = place;
        place += all[g].count;
        all[g].count = 0;
    }
    for (size_t i = 0; i < c->count; i++) count_contest(group_of(all, count, &c->item[i]), &c->item[i]);
    for (size_t g = 0; g < *count; g++) find_most(&all[g], c->recorded->count);
    return all;
}

/* A bit each. */
static uint64_t timed_subjects(const tool_contest *contest, int subjects) {
    uint64_t set = 0;
    for (int s = 0; s < subjects; s++)
        if (contest->best[s].record) set |= 1ULL << s;
    return set;
}

static int count_subjects(uint64_t set) {
    int count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

/* The largest set of subjects that timed one problem; of equally large sets the one with most problems. */
static uint64_t widest_set(const uint64_t *sets, int count) {
    uint64_t found = 0;
    int most = 0, problems = 0;
    for (int i = 0; i < count; i++) {
        const int size = count_subjects(sets[i]);
        int equal = 0;
        if (size < most || sets[i] == found) continue;
        for (int k = i; k < count; k++) equal += sets[k] == sets[i];
        if (size == most && equal <= problems) continue;
        found = sets[i];
        most = size;
        problems = equal;
    }
    return found;
}

int tool_group_narrow(tool_group *g, int subjects) {
    tool_group kept = {.item = g->item};
    const int all = g->count;
    uint64_t *const sets = tool_need(calloc((size_t)all + 1, sizeof *sets));
    for (int i = 0; i < all; i++) sets[i] = timed_subjects(g->item[i], subjects);
    const uint64_t wanted = widest_set(sets, all);
    memcpy(kept.algorithm, g->algorithm, sizeof kept.algorithm);
    for (int i = 0; i < all; i++)
        if (sets[i] == wanted) count_contest(&kept, g->item[i]);
    free(sets);
    find_most(&kept, subjects);
    *g = kept;
    return all - kept.count;
}

void tool_groups_free(tool_group *all) {
    free(all[0].item);
    free(all);
}

const tool_contest *tool_group_widest(const tool_group *g, int subject) {
    const tool_contest *found = NULL;
    for (int i = 0; i < g->count; i++)
        if (g->item[i]->winner == subject && (!found || g->item[i]->lead.ratio > found->lead.ratio))
            found = g->item[i];
    return found;
}

const tool_contest *tool_group_nearest(const tool_group *g, int subject, double ratio) {
    const tool_contest *found = NULL;
    double least = INFINITY;
    for (int i = 0; i < g->count; i++) {
        const double distance = fabs(log(g->item[i]->lead.ratio / ratio));
        if (g->item[i]->winner != subject || distance >= least) continue;
        found = g->item[i];
        least = distance;
    }
    return found;
}
