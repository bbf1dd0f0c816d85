/* flow.c - a loop is a block that every way to one of those that go to it leads through. Where the blocks
   stand says little: compilers put some behind the end, and a loop's condition behind its body. */
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
    int *of; /* the block of each instruction */
} flow;

/* A block begins at the start, where something branches to, and behind what branches or stops. */
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

/* Marks the blocks that can be reached from the start without block `without`, -1: with all. */
static void mark_reached(const flow *f, int without, bool *reached, int *waiting) {
    int count = 0;
    memset(reached, 0, (size_t)f->count * sizeof *reached);
    if (without != 0) waiting[count++] = 0;
    reached[0] = without != 0;
    while (count > 0) {
        const int *const next = f->item[waiting[--count]].next;
        for (int k = 0; k < MOST_NEXT; k++)
            if (next[k] >= 0 && next[k] != without && !reached[next[k]]) {
                reached[next[k]] = true;
                waiting[count++] = next[k];
            }
    }
}

static bool goes_to(const block *from, int to) {
    return from->next[0] == to || from->next[1] == to || from->next[2] == to;
}

/* The last instruction that goes back to a block from where only it leads to, -1: there is none. */
static int find_end(const flow *f, const tool_code *code, const tool_syntax *syntax, int head,
                    const bool *alive, const bool *without, bool *waterfall) {
    int last = -1;
    const int first = f->item[head].first;
    for (int b = 0; b < f->count; b++) {
        if (!alive[b] || without[b] || !goes_to(&f->item[b], head)) continue;
        last = f->item[b].last;
        *waterfall = *waterfall || (last > first && syntax->waterfall(code, first, last));
    }
    return last;
}

static void mark_waterfall(tool_code *code, int first, int last) {
    code->waterfall_instructions += last - first + 1;
    for (int i = first; i <= last; i++) code->item[i].waterfall = true;
}

void tool_flow_loops(tool_code *code, const bool *stops, const tool_syntax *syntax) {
    if (code->count == 0) return;
    flow f = make_flow(code, stops);
    bool *const alive = tool_need(calloc((size_t)f.count, sizeof *alive));
    bool *const without = tool_need(calloc((size_t)f.count, sizeof *without));
    int *const waiting = tool_need(calloc((size_t)f.count + 1, sizeof *waiting));
    mark_reached(&f, -1, alive, waiting);
    for (int head = 0; head < f.count; head++) {
        bool waterfall = false;
        mark_reached(&f, head, without, waiting);
        const int last = find_end(&f, code, syntax, head, alive, without, &waterfall);
        if (last < 0) continue;
        code->loops++;
        code->waterfalls += waterfall;
        if (waterfall) mark_waterfall(code, f.item[head].first, last);
    }
    free(alive);
    free(without);
    free(waiting);
    free(f.item);
    free(f.of);
}
