/* An image in a buffer: typed loads, which are no scratch.
 * gfx: scratch==0 global>=3
 */
__kernel void image_line(read_only image1d_buffer_t from, __global float4 *to) {
    const int i = (int)get_global_id(0);
    to[i] = read_imagef(from, i);
}
