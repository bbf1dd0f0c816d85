/* histogram: adds up the rows of `private`.
 * SPDX-License-Identifier: MIT
 *
 *   rows[row_count][ROW]  ->  counts[BUCKETS]
 *
 * One work-item per bucket, any work-group size. Plain OpenCL C. Leaves out counter number COUNTERS.
 */
#include "histogram/counter.h"

static inline uint sum_of(uint counter, __global const uint *rows, uint row_count) {
    uint sum = 0;
    for (uint row = 0; row < row_count; ++row) sum += rows[(size_t)row * ROW + counter];
    return sum;
}

__kernel void histogram_private_sum(__global const uint *restrict rows, __global uint *restrict counts,
                                    __global const uint *restrict edges, uint row_count) {
    const uint bucket = (uint)get_global_id(0);
    if (bucket >= BUCKETS) return;
    const uint2 range = counters_of_bucket(bucket, edges);
    uint sum = 0;
    for (uint counter = range.x; counter < range.y; ++counter) sum += sum_of(counter, rows, row_count);
#if SAMPLE_BITS == 8 && FUNCTION == LOG
    if (bucket == 0) sum += sum_of(0, rows, row_count);
#endif
    counts[bucket] = sum;
}
