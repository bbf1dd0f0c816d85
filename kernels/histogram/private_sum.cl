/* histogram: what the work-items of `private` have counted, added up.
 * SPDX-License-Identifier: MIT
 *
 *   rows[row_count][buckets + 1]  ->  counts[buckets]
 *
 * One work-item per bucket, any work-group size. The last counter of a row, of samples outside the range, is
 * left out. Plain OpenCL C.
 */
__kernel void histogram_private_sum(__global const uint *restrict rows, __global uint *restrict counts,
                                    uint buckets, uint row_count) {
    const uint bucket = (uint)get_global_id(0);
    if (bucket >= buckets) return;
    uint sum = 0;
    for (uint row = 0; row < row_count; ++row) sum += rows[(size_t)row * (buckets + 1) + bucket];
    counts[bucket] = sum;
}
