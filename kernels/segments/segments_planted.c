/* Mistakes planted in segments, which verify must find. */
#include "table/algorithm.h"

const xl__strategy xl__planted_segments[] = {
    {XL__CHANGED("no_flags", "passes", "values are combined beyond the begin of a segment",
                 {"both.value = b.id ? b.value : both.value;", ""}),
     .needs = "(kind == reduce || operator <= affine) && (operator == affine ? type >= f32 : operator < and "
              "|| operator > affine || type < f16) && n > 8 && operator == add",
     .why = "shows in sums of several elements"},
    {XL__CHANGED("tail", "passes", "the last segment is not written",
                 {"if (i + k + 1 == way->n) segments_finish(out, with);", ""}),
     .needs = "(kind == reduce || operator <= affine) && (operator == affine ? type >= f32 : operator < and "
              "|| operator > affine || type < f16) && n > 0 && kind == reduce",
     .why = "shows in reductions"},
    {XL__CHANGED(
         "empty_head", "passes", "the first segment that begins at an element takes it, though it is empty",
         {"if (begin < segments_begin(way, s + 1)", "if ((s == 0 || segments_begin(way, s - 1) < begin)"}),
     .needs = "(kind == reduce || operator <= affine) && (operator == affine ? type >= f32 : operator < and "
              "|| operator > affine || type < f16) && key == none && kind == reduce && segments > 1",
     .why = "shows in reductions by offsets"},
    {0},
};
