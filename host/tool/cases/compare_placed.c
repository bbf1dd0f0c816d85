/* compare_placed.c - an output whose runs stand where an index of the same result says. */
#include "cases/compare.h"
#include "base/status.h"
#include <stdlib.h>
#include <string.h>

/* Element `from` of one expectation becomes element `to` of another of its type. */
static void copy_element(tool_expected *out, size_t to, const tool_expected *in, size_t from) {
    const size_t size = xl_type_size(in->type);
    if (tool_is_floating(in->type)) {
        out->value[to] = in->value[from];
        out->allowed[to] = in->allowed[from];
    } else {
        memcpy((unsigned char *)out->exact + to * size, (const unsigned char *)in->exact + from * size, size);
    }
}

/* Takes the places of a run; false where they are no places, or one of them is another run's already. */
static bool take_places(unsigned char *taken, size_t full, size_t first, size_t length) {
    if (first > full || length > full - first || memchr(taken + first, 1, length)) return false;
    memset(taken + first, 1, length);
    return true;
}

static void add_bad_place(const tool_runs *runs, size_t run, size_t expected, tool_verdict *v) {
    tool_count_wrong(v, runs->index, 1);
    if (v->wrong) return;
    v->wrong = true;
    v->array = runs->index;
    v->index = run;
    v->expected = (tool_value){.type = XL_U32, .as.u = expected};
    v->got = (tool_value){.type = XL_U32, .as.u = runs->places[run]};
    v->allowed = 0.0;
}

int tool_compare_placed(const tool_expected *expected, const tool_runs *runs, const void *got, size_t used,
                        int array, int row, tool_verdict *verdict, xl_error *error) {
    const size_t full = expected->elements;
    unsigned char *taken = calloc(full ? full : 1, 1);
    tool_expected moved;
    size_t at = 0;
    bool sane = true;
    int status = tool_expected_make(&moved, expected->type, used, error);
    if (!taken) status = xl__fail_memory(error);
    for (size_t r = 0; r < runs->count && status == XL_SUCCESS; r++) {
        const size_t length = runs->lengths[r], place = runs->places[r];
        if (length > 0 && !take_places(taken, full, place, length)) {
            add_bad_place(runs, r, at, verdict);
            sane = false;
        }
        for (size_t j = 0; sane && j < length; j++)
            if (place + j < used) copy_element(&moved, place + j, expected, at + j);
        at += length;
    }
    /* The runs are as long as what is expected: where none of them share a place, each place has its run. */
    if (status == XL_SUCCESS && sane) tool_compare_array(&moved, got, array, row, verdict);
    tool_expected_free(&moved);
    free(taken);
    return status;
}
