#include "cases/compare.h"
#include "base/status.h"
#include <stdlib.h>
#include <string.h>

static void copy_element(tool_expected *out, size_t to, const tool_expected *in, size_t from) {
    const size_t size = xl_type_size(in->type);
    if (tool_is_floating(in->type)) {
        out->value[to] = in->value[from];
        out->allowed[to] = in->allowed[from];
    } else {
        memcpy((unsigned char *)out->exact + to * size, (const unsigned char *)in->exact + from * size, size);
    }
}

typedef struct placed_run {
    uint64_t first, length;
    size_t number;
} placed_run;

static int by_first(const void *a, const void *b) {
    const placed_run *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Runs whose places are not below `full`, or overlap. `sorted` has room for all runs. */
static void mark_bad(const tool_runs *runs, uint64_t full, placed_run *sorted, unsigned char *bad) {
    size_t count = 0;
    uint64_t end = 0; /* of the taken places */
    for (size_t r = 0; r < runs->count; r++)
        if (runs->lengths[r] > 0) sorted[count++] = (placed_run){runs->places[r], runs->lengths[r], r};
    qsort(sorted, count, sizeof *sorted, by_first);
    for (size_t i = 0; i < count; i++) {
        const placed_run *const run = &sorted[i];
        bad[run->number] = run->first < end || run->first > full || run->length > full - run->first;
        if (!bad[run->number]) end = run->first + run->length;
    }
}

static void add_bad_place(const tool_runs *runs, size_t run, uint64_t expected, tool_verdict *v) {
    tool_count_wrong(v, runs->index, 1);
    if (v->wrong) return;
    v->wrong = true;
    v->array = runs->index;
    v->index = run;
    v->expected = (tool_value){.type = XL_U32, .as.u = expected};
    v->got = (tool_value){.type = XL_U32, .as.u = runs->places[run]};
    v->allowed = 0.0;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Moves validly placed runs from their order in `expected` to their places below `used`. */
static void move_runs(const tool_expected *expected, const tool_runs *runs, tool_expected *moved) {
    size_t at = 0;
    for (size_t r = 0; r < runs->count; r++) {
        const size_t place = runs->places[r], kept = least(runs->lengths[r], moved->elements);
        const size_t room = place < moved->elements ? moved->elements - place : 0;
        for (size_t j = 0; j < least(kept, room); j++) copy_element(moved, place + j, expected, at + j);
        at += kept;
    }
}

int tool_compare_placed(const tool_expected *expected, const tool_runs *runs, const void *got, size_t used,
                        int array, int row, tool_verdict *verdict, xl_error *error) {
    placed_run *const sorted = calloc(runs->count + 1, sizeof *sorted);
    unsigned char *const bad = calloc(runs->count + 1, 1);
    tool_expected moved;
    bool sane = true;
    uint64_t full = 0, at = 0;
    int status = tool_expected_make(&moved, expected->type, used, error);
    if (!sorted || !bad) status = xl__fail_memory(error);
    for (size_t r = 0; r < runs->count; r++) full += runs->lengths[r];
    if (status == XL_SUCCESS) mark_bad(runs, full, sorted, bad);
    for (size_t r = 0; r < runs->count && status == XL_SUCCESS; r++) {
        if (bad[r]) add_bad_place(runs, r, at, verdict);
        sane = sane && !bad[r];
        at += runs->lengths[r];
    }
    /* Run lengths match the expected elements: without overlaps each place has its run. */
    if (status == XL_SUCCESS && sane) {
        move_runs(expected, runs, &moved);
        tool_compare_array(&moved, got, array, row, verdict);
    }
    tool_expected_free(&moved);
    free(sorted);
    free(bad);
    return status;
}
