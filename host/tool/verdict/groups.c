/* groups.c - sorts the contests by algorithm and counts the winners. */
#include "verdict/groups.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void count_contest(tool_group *g, const tool_contest *contest) {
    g->item[g->count++] = contest;
    g->same += contest->winner == TOOL_WINS_NONE;
    g->unknown += contest->winner == TOOL_WINS_UNKNOWN;
    if (contest->winner >= 0) g->winners += g->wins[contest->winner]++ == 0;
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
    for (size_t g = 0; g < *count; g++)
        for (int s = 0; s < c->recorded->count; s++)
            if (all[g].wins[s] > all[g].wins[all[g].most]) all[g].most = s;
    return all;
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
