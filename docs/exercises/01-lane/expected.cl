/* Work-groups begin with a new sub-group, so lanes count on through all of them. */
__kernel void expected(__global uint *y, uint n, uint width, uint group) {
    for (uint i = 0; i < n; i++) y[i] = i % width;
}
