/* flow.c - finds loops: a loop's first block is on every path to a block that branches to it. Compilers move
 * blocks, so their order means little.
 */
#include "inspect/flow.h"
#include "text/os_memory.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_NEXT = 3 };

typedef struct block {
    int first, last;     /* instructions */
    int next[MOST_NEXT]; /* blocks, -1: none */
} block;

typedef struct flow {
    block *item;
    int count;
    int *of; /* of each instruction */
} flow;

/* At the start, at the target of a branch, and after an instruction that branches or stops. */
static void mark_starts(const tool_code *code, const bool *stops, bool *starts) {
    starts[0] = true;
    for (int i = 0; i < code->count; i++) {
        const tool_instruction *const it = &code->item[i];
        for (int k = 0; k < 2; k++)
            if (it->to[k] >= 0 && it->to[k] < code->count) starts[it->to[k]] = true;
        if (stops[i] || it->to[0] >= 0) starts[i + 1] = true;
    }
}

static flow make_flow(const tool_code *code, const bool *stops) {
    const size_t size = (size_t)code->count + 2;
    flow f = {tool_need(calloc(size, sizeof *f.item)), 0, tool_need(calloc(size, sizeof *f.of))};
    bool *const starts = tool_need(calloc(size, sizeof *starts));
    mark_starts(code, stops, starts);
    for (int i = 0; i < code->count; i++) {
        if (starts[i]) f.item[f.count++].first = i;
        f.of[i] = f.count - 1;
        f.item[f.count - 1].last = i;
    }
    for (int b = 0; b < f.count; b++) {
        const int last = f.item[b].last;
        const tool_instruction *const it = &code->item[last];
        const int to[MOST_NEXT] = {stops[last] ? -1 : last + 1, it->to[0], it->to[1]};
        for (int k = 0; k < MOST_NEXT; k++)
            f.item[b].next[k] = to[k] >= 0 && to[k] < code->count ? f.of[to[k]] : -1;
    }
    free(starts);
    return f;
}

/* Cooper, Harvey, Kennedy, A Simple, Fast Dominance Algorithm. A block's leader is the nearest block on every
 * path from the start. Unreachable blocks have no place.
 */
typedef struct ways {
    int *order, count;      /* each before blocks that are reached only through it */
    int *place;             /* of a block in that order, -1: unreachable */
    int *leader;            /* of a place: its leader's place */
    int *from, *first_from; /* places that lead to a place: first_from[p] to first_from[p + 1] - 1 */
    int *begin, *size;      /* by place: number in the leader tree's preorder, blocks led */
} ways;

static ways make_room(int count) {
    const size_t size = (size_t)count + 2;
    ways w = {.count = 0};
    int **const all[] = {&w.order, &w.place, &w.leader, &w.first_from, &w.begin, &w.size};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) *all[i] = tool_need(calloc(size, sizeof(int)));
    w.from = tool_need(calloc(MOST_NEXT * size, sizeof *w.from));
    return w;
}

static void free_ways(ways *w) {
    int *const all[] = {w->order, w->place, w->leader, w->first_from, w->begin, w->size, w->from};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

/* Depth first, in reverse postorder. */
static void find_order(const flow *f, ways *w) {
    int *const path = tool_need(calloc((size_t)f->count + 1, sizeof *path)), depth = 0;
    int *const tried = tool_need(calloc((size_t)f->count + 1, sizeof *tried));
    for (int b = 0; b < f->count; b++) w->place[b] = -1;
    path[depth++] = 0;
    w->place[0] = 0;
    while (depth > 0) {
        const int b = path[depth - 1];
        if (tried[b] == MOST_NEXT) {
            w->order[w->count++] = b;
            depth--;
            continue;
        }
        const int next = f->item[b].next[tried[b]++];
        if (next < 0 || w->place[next] >= 0) continue;
        w->place[next] = 0;
        path[depth++] = next;
    }
    for (int i = 0; i < w->count / 2; i++) {
        const int other = w->order[i];
        w->order[i] = w->order[w->count - 1 - i];
        w->order[w->count - 1 - i] = other;
    }
    for (int i = 0; i < w->count; i++) w->place[w->order[i]] = i;
    free(path);
    free(tried);
}

/* Counting sort by target. */
static void find_from(const flow *f, ways *w) {
    for (int p = 0; p < w->count; p++)
        for (int k = 0; k < MOST_NEXT; k++)
            if (f->item[w->order[p]].next[k] >= 0)
                w->first_from[w->place[f->item[w->order[p]].next[k]] + 1]++;
    for (int p = 0; p < w->count; p++) w->first_from[p + 1] += w->first_from[p];
    int *const end = tool_need(calloc((size_t)w->count + 1, sizeof *end));
    memcpy(end, w->first_from, (size_t)w->count * sizeof *end);
    for (int p = 0; p < w->count; p++)
        for (int k = 0; k < MOST_NEXT; k++)
            if (f->item[w->order[p]].next[k] >= 0) w->from[end[w->place[f->item[w->order[p]].next[k]]]++] = p;
    free(end);
}

static int common_leader(const ways *w, int a, int b) {
    while (a != b) {
        while (a > b) a = w->leader[a];
        while (b > a) b = w->leader[b];
    }
    return a;
}

static void find_leaders(ways *w) {
    for (int p = 1; p < w->count; p++) w->leader[p] = -1;
    for (bool changed = true; changed;) {
        changed = false;
        for (int p = 1; p < w->count; p++) {
            int leader = -1;
            for (int i = w->first_from[p]; i < w->first_from[p + 1]; i++) {
                const int from = w->from[i];
                if (from != 0 && w->leader[from] < 0) continue;
                leader = leader < 0 ? from : common_leader(w, leader, from);
            }
            changed = changed || leader != w->leader[p];
            w->leader[p] = leader;
        }
    }
}

/* The blocks that a block leads become a range. */
static void number_led(ways *w) {
    int *const next = tool_need(calloc((size_t)w->count + 1, sizeof *next));
    for (int p = w->count - 1; p >= 0; p--) {
        w->size[p]++;
        if (p > 0) w->size[w->leader[p]] += w->size[p];
    }
    for (int p = 0; p < w->count; p++) {
        w->begin[p] = p > 0 ? next[w->leader[p]] : 0;
        if (p > 0) next[w->leader[p]] += w->size[p];
        next[p] = w->begin[p] + 1;
    }
    free(next);
}

static bool leads(const ways *w, int leader, int place) {
    return w->begin[place] >= w->begin[leader] && w->begin[place] < w->begin[leader] + w->size[leader];
}

/* The last instruction that branches back to a place from a block that it leads; -1: none. */
static int find_end(const flow *f, const ways *w, const tool_code *code, const tool_syntax *syntax, int head,
                    bool *waterfall) {
    int end = -1;
    const int first = f->item[w->order[head]].first;
    for (int i = w->first_from[head]; i < w->first_from[head + 1]; i++) {
        const int last = f->item[w->order[w->from[i]]].last;
        if (!leads(w, head, w->from[i])) continue;
        if (last > end) end = last;
        *waterfall = *waterfall || (last > first && syntax->waterfall(code, first, last));
    }
    return end;
}

static void mark_waterfall(tool_code *code, int first, int last) {
    code->waterfall_instructions += last - first + 1;
    for (int i = first; i <= last; i++) code->item[i].waterfall = true;
}

void tool_flow_loops(tool_code *code, const bool *stops, const tool_syntax *syntax) {
    if (code->count == 0) return;
    flow f = make_flow(code, stops);
    ways w = make_room(f.count);
    find_order(&f, &w);
    find_from(&f, &w);
    find_leaders(&w);
    number_led(&w);
    /* Inner loops first: a waterfall does not make the loop around it one. */
    for (int head = w.count - 1; head >= 0; head--) {
        bool waterfall = false;
        const int last = find_end(&f, &w, code, syntax, head, &waterfall);
        if (last < 0) continue;
        code->loops++;
        code->waterfalls += waterfall;
        if (waterfall) mark_waterfall(code, f.item[w.order[head]].first, last);
    }
    free_ways(&w);
    free(f.item);
    free(f.of);
}
